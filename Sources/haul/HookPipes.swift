internal import DownloadCore
internal import Headless
internal import Platform
internal import Synchronization

/// The pipes that hooks print into, all read on one thread, which begins with the first of them.
final class HookPipes: Sendable {
    private let loop = Mutex<ReadinessLoop?>(nil)
    private let log: @Sendable (String) -> Void

    /// - Parameter log: takes a line of what they print.
    init(log: @escaping @Sendable (String) -> Void) {
        self.log = log
    }

    /// Begins to read what a hook, and what it leaves behind, prints.
    ///
    /// - Returns: what is read.
    /// - Throws: when the system has no thread for it.
    func read(_ pipe: consuming Descriptor, of order: HookOrder) throws(SystemError) -> Printed {
        let lines = Lines(of: order, log)
        return Printed(lines: lines, reader: try PipeReader(pipe, on: try begun()) { lines.take($0) })
    }

    private func begun() throws(SystemError) -> ReadinessLoop {
        try loop.withLock { (loop) throws(SystemError) in
            if let loop { return loop }
            let begun = try ReadinessLoop(name: "haul-hooks")
            loop = begun
            return begun
        }
    }

    func note(_ text: String) {
        log(text)
    }

    /// What one hook prints.
    struct Printed: Sendable {
        fileprivate let lines: Lines
        fileprivate let reader: PipeReader

        /// Writes down all that has been printed up to now.
        func finish() {
            reader.catchUp()
            lines.end()
        }
    }

    fileprivate final class Lines: Sendable {
        private let output: Mutex<HookOutput>
        private let log: @Sendable (String) -> Void

        init(of order: HookOrder, _ log: @escaping @Sendable (String) -> Void) {
            output = Mutex(HookOutput(of: order))
            self.log = log
        }

        func take(_ bytes: [UInt8]) {
            output.withLock { for line in $0.take(bytes) { log(line) } }
        }

        func end() {
            output.withLock { for line in $0.end() { log(line) } }
        }
    }
}
