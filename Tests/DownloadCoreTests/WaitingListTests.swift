import Testing

@testable import DownloadCore

@Suite struct WaitingListTests {
    private static func candidate(_ id: Int64, session: String?, group: String?) -> Queue.Candidate {
        var candidate = Queue.Candidate(id: TaskID(rawValue: id), priority: .normal, order: id, origin: "a")
        candidate.session = session.flatMap { SessionIdentifier($0) }
        candidate.group = group
        return candidate
    }

    @Test func `what is removed is in no order of the list any more, and what is left is in all`() {
        var random = SeededRandom(7)
        let sessions: [String?] = [nil, "a", "b"]
        let groups: [String?] = [nil, "g"]
        var all: [Queue.Candidate] = []
        for id in 1...200 { all.append(Self.candidate(Int64(id), session: sessions[id % 3], group: groups[id / 3 % 2])) }
        var list = WaitingList(all.shuffled(using: &random))
        let removed = list.removeAll { $0.id.rawValue % 7 == 0 || $0.session == nil }
        let gone = all.filter { $0.id.rawValue % 7 == 0 || $0.session == nil }.map(\.id)
        #expect(removed == gone)
        let left = all.filter { !gone.contains($0.id) }
        #expect(list.map(\.id) == left.map(\.id))
        #expect(list.lanes.flatMap { $0.map(\.id) }.sorted() == left.map(\.id))
        #expect(list.lanes.allSatisfy { !$0.isEmpty })
        #expect(gone.allSatisfy { !list.contains($0) && list.place($0) == nil && list[$0] == nil })
        #expect(left.enumerated().allSatisfy { list.place($1.id) == $0 })
        // Again, nothing fits; and those that come back have their places.
        #expect(list.removeAll { gone.contains($0.id) }.isEmpty)
        for candidate in all where gone.contains(candidate.id) { list.insert(candidate) }
        #expect(list.map(\.id) == all.map(\.id) && list.lanes.reduce(0) { $0 + $1.count } == 200)
    }
}
