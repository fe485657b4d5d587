internal import FoundationEssentials
internal import Synchronization

/// What an agent says unasked.
public enum Notice: Sendable {
    case entry(EntryNotice)
    case progress(ProgressNotice)
    case event(EventNotice)
    case changes(ChangesNotice)
    case list(ListNotice)
    case goodbye(GoodbyeNotice)

    /// Whether only the latest one matters.
    var isDroppable: Bool {
        switch self {
        case .progress(let progress): progress.resumedAt == nil
        case .event(let event): event.event.event == "progress"
        case .entry, .changes, .list, .goodbye: false
        }
    }
}

/// Notices between the connection and the one who consumes them.
final class NoticeQueue: Sendable {
    private struct State {
        var notices: [Notice] = []
        var head = 0
        /// Bytes that the kept ones had on the link.
        var size = 0
        var sizes: [Int] = []
        var reader: Occasion?
        var hasEnded = false
    }

    private typealias Occasion = CheckedContinuation<Notice?, Never>
    private let state = Mutex(State())

    /// Progress is dropped beyond so many that nobody has consumed.
    private let droppable = 256
    /// A consumer that is further behind than this will not catch up by itself.
    private let limit = 32 << 20

    /// Adds one.
    ///
    /// - Returns: false when the consumer is so far behind that the connection should end.
    func add(_ notice: Notice, size: Int) -> Bool {
        let (reader, isGood): (Occasion?, Bool) = state.withLock { state in
            guard !state.hasEnded else { return (nil, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            if notice.isDroppable, state.notices.count - state.head > droppable { return (nil, true) }
            state.notices.append(notice)
            state.sizes.append(size)
            state.size += size
            return (nil, state.size <= limit)
        }
        reader?.resume(returning: notice)
        return isGood
    }

    /// Those that are there are still given out.
    func end() {
        let reader = state.withLock { state in
            state.hasEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The next one, for one consumer; nil after the end.
    func next() async -> Notice? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Notice?? = state.withLock { state in
                    if state.head < state.notices.count {
                        let notice = state.notices[state.head]
                        state.size -= state.sizes[state.head]
                        state.head += 1
                        if state.head == state.notices.count || state.head > 1024 {
                            state.notices.removeFirst(state.head)
                            state.sizes.removeFirst(state.head)
                            state.head = 0
                        }
                        return .some(notice)
                    }
                    // A second consumer gets nothing rather than taking the place of the first.
                    if state.hasEnded || state.reader != nil { return .some(nil) }
                    state.reader = continuation
                    return .none
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            end()
        }
    }
}

/// A line of an agent: a notice, or the reply to a call.
enum Incoming: Decodable {
    case notice(Notice)
    /// What was decoded is handed to the call at once; the id is that of the call.
    case reply(id: Int64?, Result<any Sendable, LinkError>)
    /// Nothing that concerns us: a method of a newer version, a reply that nobody waits for.
    case other

    private enum Key: String, CodingKey {
        case method, params, id, result, error
    }

    /// How the results of pending calls are read.
    struct Readers: Sendable {
        var reader: @Sendable (Int64) -> (any (Decodable & Sendable).Type)?
    }

    private static let readers = CodingUserInfoKey(rawValue: "readers")

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let method = try container.decodeIfPresent(String.self, forKey: .method) {
            self = try Self.notice(method, container).map(Self.notice) ?? .other
            return
        }
        let id = try? container.decode(Int64.self, forKey: .id)
        if let failure = try? container.decode(WireError.self, forKey: .error) {
            self = .reply(id: id, .failure(failure.error))
            return
        }
        guard let id, let key = Self.readers, let type = (decoder.userInfo[key] as? Readers)?.reader(id) else {
            self = .other
            return
        }
        do {
            self = .reply(id: id, .success(try container.decode(type, forKey: .result)))
        } catch {
            let sentence = (error as? DecodingError)?.sentence ?? "\(error)"
            self = .reply(id: id, .failure(LinkError(.badReply, "the agent's answer was not understood: \(sentence)")))
        }
    }

    private static func notice(_ method: String, _ container: KeyedDecodingContainer<Key>) throws -> Notice? {
        switch method {
        case EntryNotice.method: .entry(try container.decode(EntryNotice.self, forKey: .params))
        case ProgressNotice.method: .progress(try container.decode(ProgressNotice.self, forKey: .params))
        case EventNotice.method: .event(try container.decode(EventNotice.self, forKey: .params))
        case ChangesNotice.method: .changes(try container.decode(ChangesNotice.self, forKey: .params))
        case ListNotice.method: .list(ListNotice())
        case GoodbyeNotice.method: .goodbye(try container.decode(GoodbyeNotice.self, forKey: .params))
        default: nil
        }
    }

    /// Reads a line.
    ///
    /// - Throws: `bad-reply` for what is neither a reply nor a notice as this version knows it.
    static func read(_ line: [UInt8], _ readers: Readers) throws(LinkError) -> Incoming {
        let decoder = JSONDecoder()
        if let key = Self.readers { decoder.userInfo[key] = readers }
        do {
            return try decoder.decode(Incoming.self, from: Data(line))
        } catch {
            throw LinkError(.badReply, "what the agent said was not understood: \((error as? DecodingError)?.sentence ?? "\(error)")")
        }
    }
}
