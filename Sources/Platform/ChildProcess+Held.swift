internal import CLinux
internal import Glibc

extension ChildProcess {
    /// A process that is there and whose program has not begun: time to write down which one it is.
    ///
    /// When this goes, or the process that holds it, the held one goes as if it had never been.
    public struct Held: ~Copyable, Sendable {
        private let child: ChildProcess
        private let program: String
        private let gate: Descriptor
        private let report: Descriptor

        fileprivate init(_ child: ChildProcess, program: String, gate: consuming Descriptor, report: consuming Descriptor) {
            self.child = child
            self.program = program
            self.gate = gate
            self.report = report
        }

        public var id: ProcessID { child.id }

        /// Lets the program begin.
        ///
        /// - Throws: when the program or its folder cannot be opened.
        public consuming func letGo() throws(SystemError) -> ChildProcess {
            var byte: UInt8 = 1
            // A process that was killed meanwhile has ended as any other.
            while write(gate.rawValue, &byte, 1) < 0, errno == EINTR {}
            var reason: Int32 = 0
            var count = 0
            repeat { count = read(report.rawValue, &reason, MemoryLayout<Int32>.size) } while count < 0 && errno == EINTR
            guard count == MemoryLayout<Int32>.size else { return child }
            throw SystemError(errno: reason, "execve", path: program)
        }
    }

    /// Makes the process of a program in a session of its own and holds it; otherwise as `init`.
    ///
    /// The corresponding C functions are `fork` and `execve`.
    /// - Parameters:
    ///   - plan: what to start; its log is not looked at.
    ///   - output: the descriptor that standard output and standard error lead to; nil for nowhere.
    /// - Returns: the held process.
    /// - Throws: when the system has no more processes, descriptors or threads.
    public static func hold(_ plan: Plan, output: Int32?) throws(SystemError) -> Held {
        try plan.check(for: "fork")
        let nowhere = Descriptor(owning: try retrying("open", path: "/dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) })
        let input: Descriptor =
            if let bytes = plan.input { Descriptor(owning: try memory(holding: bytes)) } else { try nowhere.duplicate() }
        let gate = try Pipe()
        let report = try Pipe()
        var start = clinux_held_start()
        start.input = input.rawValue
        start.output = output ?? nowhere.rawValue
        start.gate = gate.reading.rawValue
        start.report = report.writing.rawValue
        let id = withCStrings([plan.program] + [plan.folder ?? ""]) { paths in
            withCStrings(plan.words) { words in
                withCStrings(plan.variables) { variables in
                    start.program = UnsafePointer(paths[0])
                    start.folder = plan.folder == nil ? nil : UnsafePointer(paths[1])
                    start.words = UnsafePointer(words)
                    start.variables = UnsafePointer(variables)
                    return clinux_fork_held(&start)
                }
            }
        }
        let reason = errno
        _ = (input.rawValue, nowhere.rawValue)
        guard id > 0 else { throw SystemError(errno: reason, "fork", path: plan.program) }
        let child = try ChildProcess(id: id, isDetached: true)
        return Held(child, program: plan.program, gate: gate.takeWriting(), report: report.takeReading())
    }
}

extension ChildProcess.Plan {
    var words: [String] { [program] + arguments }
    var variables: [String] { environment.variables.map { "\($0.key)=\($0.value)" } }

    /// Refuses what no program can be given.
    func check(for operation: String) throws(SystemError) {
        guard (words + variables + [folder ?? "/", log ?? "/"]).allSatisfy({ !$0.utf8.contains(0) }), program.isCPath else {
            throw SystemError(.invalidArgument, operation, path: program)
        }
    }
}
