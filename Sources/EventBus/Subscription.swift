/// The events of a bus from one number on, read at the reader's own pace.
public struct Subscription: AsyncSequence, Sendable {
    let bus: EventBus
    let place: ReadingPlace

    /// The number after which this subscription starts: what a snapshot taken now is as new as.
    public var startsAfter: UInt64 {
        place.sequence
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(bus: bus, place: place)
    }

    /// The place of one reader.
    public struct Iterator: AsyncIteratorProtocol {
        let bus: EventBus
        var place: ReadingPlace

        public mutating func next() async -> Delivery? {
            await next(isolation: #isolation)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Delivery? {
            guard let (delivery, place) = await bus.next(at: place) else { return nil }
            self.place = place
            return delivery
        }
    }
}
