/// Collects the 16 KiB pieces that libcurl hands out into large writes.
///
/// Confined to the transport's thread.
struct TransferBuffer: ~Copyable {
    /// Empty until the first bytes come.
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        bytes.deallocate()
    }

    /// No more than so many bytes come in all: a small file need not have a large buffer.
    mutating func expect(_ total: Int64) {
        guard bytes.isEmpty else { return }
        capacity = Int(min(Int64(capacity), max(total, 4096)))
    }

    var isFull: Bool { count == capacity }
    var filled: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

    /// Takes as many of the bytes as there is room for and returns how many.
    mutating func append(_ source: UnsafeRawBufferPointer) -> Int {
        if bytes.isEmpty { bytes = .allocate(byteCount: capacity, alignment: capacity < 64 * 1024 ? 16 : 4096) }
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
