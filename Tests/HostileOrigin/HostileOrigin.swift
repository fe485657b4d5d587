import TestSupport

/// Starts the scripted origin by hand: `swift run hostile-origin [--port N]`; `/` lists its paths.
///
/// `--table` prints its cases instead, one a line: name, rows of the page of cases, what must come out, and how many contents are right.
@main struct HostileOrigin {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        var port: UInt16 = 8088
        while let argument = arguments.popFirst() {
            if argument == "--table" {
                for line in Repertoire.table { print(line) }
                return
            }
            guard argument == "--port", let text = arguments.popFirst(), let number = UInt16(text) else {
                print("usage: hostile-origin [--port N | --table]")
                return
            }
            port = number
        }
        let origin = try Origin(port: port)
        Repertoire.install(on: origin)
        print("\(origin.base)/ lists the paths; stop with Ctrl-C")
        Console.flush()
        // Lives until a signal ends the process.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
