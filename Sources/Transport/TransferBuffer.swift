/// Collects the 16 KiB pieces that libcurl hands out into large writes.
///
/// Confined to the transport's thread.
struct TransferBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) {
        bytes = .allocate(byteCount: capacity, alignment: 4096)
    }

    deinit {
        bytes.deallocate()
    }

    var isFull: Bool { count == bytes.count }
    var filled: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

    /// Takes as many of the bytes as there is room for and returns how many.
    mutating func append(_ source: UnsafeRawBufferPointer) -> Int {
        let taken = min(source.count, bytes.count - count)
        guard taken > 0, let from = source.baseAddress, let to = bytes.baseAddress else { return 0 }
        to.advanced(by: count).copyMemory(from: from, byteCount: taken)
        count += taken
        return taken
    }

    mutating func clear() {
        count = 0
    }
}
