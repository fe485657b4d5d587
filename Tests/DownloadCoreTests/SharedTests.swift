import DownloadCore
import Testing

/// Values that lie in allocations of their own behave as any others.
@Suite struct SharedTests {
    private struct Holder: Hashable {
        @Rare var number: Int?
    }

    @Test func `a copy keeps what it had when the other is changed`() {
        var first = Shared([1])
        let second = first
        first.value.append(2)
        #expect(first.value == [1, 2] && second.value == [1])
        #expect(first != second)
        first.value.removeLast()
        #expect(first == second && first.hashValue == second.hashValue)
    }

    @Test func `what is mostly not there comes, changes and goes`() {
        var first = Holder()
        #expect(first.number == nil)
        first.number = 1
        var second = first
        second.number? += 1
        #expect(first.number == 1 && second.number == 2)
        second.number = nil
        #expect(second.number == nil && first.number == 1 && first != second)
    }

    @Test func `a dictionary of large values is a dictionary`() {
        var boxes = BoxedDictionary<Int, [Int]>()
        var model: [Int: [Int]] = [:]
        var generator = SystemRandomNumberGenerator()
        for step in 0..<2_000 {
            let key = Int.random(in: 0..<50, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: (boxes[key], model[key]) = ([step], [step])
            case 1: (boxes[key], model[key]) = (nil, nil)
            case 2:
                boxes[key]?.append(step)
                model[key]?.append(step)
            case 3: #expect(boxes.removeValue(forKey: key) == model.removeValue(forKey: key))
            default: #expect(boxes.updateValue([-step], forKey: key) == model.updateValue([-step], forKey: key))
            }
            #expect(boxes[key] == model[key] && boxes.count == model.count && boxes.isEmpty == model.isEmpty)
        }
        #expect(Set(boxes.keys) == Set(model.keys))
        #expect(boxes.compactMap { $0.first }.sorted() == model.values.compactMap(\.first).sorted())
        #expect(boxes.contains { $0.count > 1 } == model.values.contains { $0.count > 1 })
        let copy = boxes
        for key in 0..<50 { boxes[key] = nil }
        #expect(boxes.isEmpty && copy.count == model.count)
        for (key, value) in model { #expect(copy[key] == value) }
    }

    @Test func `requests of one list keep what they have in common in one place, and stay apart`() {
        var first = DownloadRequest(urls: ["http://a/1"])
        first.headers = [HeaderField(name: "A", value: "b")]
        var second = DownloadRequest(urls: ["http://a/2"])
        second.headers = first.headers
        second.share(with: first)
        second.priority = .high
        #expect(first.priority == .normal && second.headers == first.headers && second.urls == ["http://a/2"])
        // Another one is left as it is.
        var third = DownloadRequest(urls: ["http://a/3"])
        third.share(with: second)
        #expect(third.priority == .normal && third.headers.isEmpty)
    }
}
