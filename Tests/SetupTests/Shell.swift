import Glibc
import TestSupport

/// Runs a shell command and returns its exit status with what it printed on both streams.
func run(_ command: String) -> (status: Int32, output: String) {
    guard let pipe = popen("{ \(command)\n} 2>&1", "r") else { return (-1, "") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, pipe)
        guard count > 0 else { break }
        output += buffer[..<count]
    }
    let status = pclose(pipe)
    return (status >> 8 & 0xFF, String(decoding: output, as: UTF8.self))
}

/// Whether a program is on PATH.
func exists(_ program: String) -> Bool {
    run("command -v \(program)").status == 0
}
