internal import DownloadCore

/// What changes of a task while it runs, as its row holds it: what is nothing special is left out, so that a save every second is short.
///
/// Names of fields are part of the format: add optional ones, never rename.
struct StoredProgress: Codable {
    var state: TaskState
    var plan: SegmentPlan
    var attempt: Int?
    var generation: Int?
    var representation: Representation?
    var previous: TaskRecord.PreviousPart?
    var isWithoutRanges: Bool?
    var mirror: Int?
    var setbacks: TaskRecord.Setbacks?
    var failures: Int?
    var wasted: Int64?

    /// Nanoseconds.
    var activeTime: Int64?
    var intent: PublishIntent?
    var part: TaskRecord.StoredPart?
    var inherited: TaskRecord.PartSource?

    /// Nanoseconds.
    var age: Int64?
    var token: String?
    var isContinuation: Bool?
    var isHurried: Bool?

    init(_ record: TaskRecord) {
        func unlessZero<Number: BinaryInteger>(_ number: Number) -> Number? { number == 0 ? nil : number }
        state = record.state
        plan = record.plan
        attempt = unlessZero(record.attempt)
        generation = unlessZero(record.generation)
        representation = record.representation
        previous = record.previous
        isWithoutRanges = record.isWithoutRanges ? true : nil
        mirror = unlessZero(record.mirror)
        setbacks = record.setbacks == .init() ? nil : record.setbacks
        failures = unlessZero(record.failures)
        wasted = unlessZero(record.wasted)
        activeTime = unlessZero(record.activeTime.nanoseconds)
        intent = record.intent
        part = record.part
        inherited = record.inherited
        age = unlessZero(record.age.nanoseconds)
        token = record.token
        isContinuation = record.isContinuation ? true : nil
        isHurried = record.isHurried ? true : nil
    }

    /// Puts all of this into a record that was just made from its request.
    func restore(_ record: inout TaskRecord) {
        record.state = state
        record.plan = plan
        // A file may hold any number; these are counted up and must not overflow.
        func counter(_ stored: Int?) -> Int { min(max(stored ?? 0, 0), 1 << 40) }
        record.attempt = counter(attempt)
        record.generation = counter(generation)
        record.representation = representation
        record.previous = previous
        record.isWithoutRanges = isWithoutRanges ?? false
        record.mirror = counter(mirror)
        record.setbacks = setbacks ?? .init()
        record.failures = counter(failures)
        record.wasted = wasted ?? 0
        record.activeTime = .nanoseconds(activeTime ?? 0)
        record.intent = intent
        record.part = part
        record.inherited = inherited
        record.age = .nanoseconds(max(0, age ?? 0))
        record.token = token
        record.isContinuation = isContinuation ?? false
        record.isHurried = isHurried ?? false
    }
}
