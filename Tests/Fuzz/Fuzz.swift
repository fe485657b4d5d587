/// What all fuzzing programs share: each file beside this one is one of them, compiled with this one by `.ci/fuzz`.
///
/// Ends the program, so that the fuzzer keeps the input.
func demand(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue { fatalError(what()) }
}

/// Cuts an input into texts at its zero bytes.
struct Pieces {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = Array(bytes)[...]
    }

    /// The next piece; empty at the end.
    mutating func next() -> [UInt8] {
        let piece = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(piece.count + 1)
        return Array(piece)
    }

    mutating func text() -> String { String(decoding: next(), as: UTF8.self) }

    /// A number that is made of the next piece's bytes: most are small, some are the largest there are.
    mutating func number() -> Int64 {
        let piece = next()
        if piece.first == UInt8(ascii: "M") { return .max }
        if piece.first == UInt8(ascii: "m") { return .min }
        return piece.reduce(Int64(0)) { ($0 &* 10 &+ Int64($1) &- 48) }
    }
}
