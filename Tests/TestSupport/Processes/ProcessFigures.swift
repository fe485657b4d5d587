import Glibc
import Platform

/// What the kernel tells of a process that runs (proc(5)).
public enum ProcessFigures {
    /// Seconds on a processor so far, of all its threads that are there: in nanoseconds, where the ticks of `stat` are too coarse.
    ///
    /// What threads used that have ended is added from `stat`, in its ticks.
    public static func processor(of id: Int32) -> Double {
        let folder = "/proc/\(id)/task"
        let threads = (try? Directory.open(folder).names()) ?? []
        let living = threads.reduce(0.0) { sum, thread in
            let first = text("\(folder)/\(thread)/schedstat").split(separator: " ").first
            return sum + (first.flatMap { Double($0) } ?? 0) / 1e9
        }
        let stat = text("/proc/\(id)/stat")
        // The name in parentheses may hold anything: fields are counted behind the last one.
        guard let end = stat.lastIndex(of: ")") else { return living }
        let fields = stat[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return living }
        return max(living, (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// The most memory it has had so far, in bytes; nil when it is gone.
    public static func peakMemory(of id: Int32) -> Int64? {
        kibibytes("VmHWM", of: id)
    }

    /// The memory it has now, in bytes; nil when it is gone.
    public static func memory(of id: Int32) -> Int64? {
        kibibytes("VmRSS", of: id)
    }

    private static func kibibytes(_ name: String, of id: Int32) -> Int64? {
        for line in text("/proc/\(id)/status").split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
        }
        return nil
    }

    private static func text(_ path: String) -> String {
        readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
