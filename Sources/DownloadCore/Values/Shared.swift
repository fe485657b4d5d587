/// A value in an allocation of its own, which copies share until one of them is changed.
///
/// For what is large and mostly the same, or mostly not there, in many values that are kept at once.
public struct Shared<Value: Sendable>: Sendable {
    // Like the buffer of an array: its value is changed only by one who holds the only reference to it, so that nobody sees a change.
    final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    public init(_ value: Value) {
        storage = Storage(value)
    }

    public var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Whether both are one allocation, and so equal.
    func isSame(as other: Shared) -> Bool { storage === other.storage }
}

extension Shared: Equatable where Value: Equatable {
    public static func == (left: Shared, right: Shared) -> Bool { left.isSame(as: right) || left.value == right.value }
}

extension Shared: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A property that most values do not have: while it is nil it costs a word.
@propertyWrapper
public struct Rare<Value: Sendable>: Sendable {
    private var shared: Shared<Value>?

    public init(wrappedValue: Value?) {
        shared = wrappedValue.map(Shared.init)
    }

    public var wrappedValue: Value? {
        get { shared?.value }
        set {
            guard let newValue else { return shared = nil }
            if shared == nil { shared = Shared(newValue) } else { shared?.value = newValue }
        }
    }
}

extension Rare: Equatable where Value: Equatable {}
extension Rare: Hashable where Value: Hashable {}
