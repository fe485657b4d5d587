/// A dictionary of large values, each in an allocation of its own: the room that it keeps for further ones costs a word for each.
public struct BoxedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Nil only while a value is being changed in its place.
    private var boxes: [Key: Shared<Value?>] = [:]

    public init() {}

    public var count: Int { boxes.count }
    public var isEmpty: Bool { boxes.isEmpty }
    public var keys: some Collection<Key> { boxes.keys }

    public subscript(key: Key) -> Value? {
        get { boxes[key]?.value }
        _modify {
            guard let index = boxes.index(forKey: key) else {
                var value: Value?
                defer { if value != nil { boxes[key] = Shared(value) } }
                yield &value
                return
            }
            defer { if boxes.values[index].value == nil { boxes.remove(at: index) } }
            yield &boxes.values[index].value
        }
    }

    /// Looks at every value.
    public func forEach(_ look: (Value) -> Void) {
        for box in boxes.values { _ = box.value.map(look) }
    }

    /// What is made of every value.
    public func compactMap<Result>(_ transform: (Value) -> Result?) -> [Result] {
        var results: [Result] = []
        forEach { value in if let result = transform(value) { results.append(result) } }
        return results
    }

    public func contains(where fits: (Value) -> Bool) -> Bool {
        boxes.values.contains { box in box.value.map(fits) ?? false }
    }

    public mutating func reserveCapacity(_ count: Int) { boxes.reserveCapacity(count) }

    @discardableResult
    public mutating func removeValue(forKey key: Key) -> Value? {
        boxes.removeValue(forKey: key)?.value
    }

    @discardableResult
    public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        boxes.updateValue(Shared(value), forKey: key)?.value
    }
}
