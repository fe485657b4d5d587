internal import Platform

/// The load of the machine.
enum SystemLoad {
    /// The average over a minute out of `/proc/loadavg`, for each processor in percent; nil when the text is another one.
    static func percent(_ text: String, processors: Int) -> Int? {
        guard let word = text.split(whereSeparator: \.isWhitespace).first, let load = Double(word), load.isFinite, load >= 0, processors > 0
        else { return nil }
        return Int(min(load / Double(processors) * 100, 1e9))
    }

    static func percent(procfs: String) -> Int? {
        File.text(of: "\(procfs)/loadavg", limit: 256).flatMap { percent($0, processors: ThisProcess.processors) }
    }
}
