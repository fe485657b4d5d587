internal import Platform

/// What runs the hooks of a batch run, and the lines that they print.
struct BatchHooks {
    let process: HookProcess
    let lines: AsyncStream<String>
    private let printing: AsyncStream<String>.Continuation

    /// A run that is interrupted is out within about two seconds.
    private static let grace = Duration.milliseconds(1_500)

    init(_ context: Context) {
        let (lines, printing) = AsyncStream.makeStream(of: String.self)
        process = HookProcess(environment: context.environment, home: context.folders.home, grace: Self.grace) { printing.yield($0) }
        (self.lines, self.printing) = (lines, printing)
    }

    /// No line comes any more: all hooks have ended.
    func end() {
        printing.finish()
    }
}
