import Foundation
import FoundationNetworking

/// The known faults of FoundationNetworking's downloads, each tried with its `URLSession` or with ours.
///
/// `FoundationFaults origin FILE` serves what the trials fetch and writes its address into the file; `FoundationFaults foundation|haul FAULT ADDRESS FOLDER`
/// tries one, with its files in the folder, and says in a few words what happened. `assets/compare-urlsession.sh` runs them all.
@main
struct FoundationFaults {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.count == 2, words[0] == "origin" { return try await Supply.serve(addressFile: words[1]) }
        guard words.count == 4, let side = Side(rawValue: words[0]), let fault = Fault(rawValue: words[1]) else {
            let faults = Fault.allCases.map(\.rawValue).joined(separator: "|")
            print("usage: FoundationFaults origin FILE | foundation|haul \(faults) ADDRESS FOLDER")
            exit(2)
        }
        print(try await Trial(side: side, address: words[2], folder: words[3]).run(fault))
        // A session of FoundationNetworking that hangs would keep the process.
        exit(0)
    }
}

/// What goes wrong.
enum Fault: String, CaseIterable {
    /// A task is suspended in the middle and resumed.
    case suspend
    /// A task is cancelled for later.
    case resumeData = "resume-data"
    /// The disk is full, and has room again a little later.
    case diskFull = "disk-full"
    /// Files that the delegate leaves where they are.
    case leftovers
    /// The task may take two seconds, and would take eight.
    case resourceTimeout = "resource-timeout"
    /// The task is to begin in three seconds.
    case beginDate = "begin-date"
    /// The last of four tasks on one connection is the urgent one.
    case priority
    /// The connection is lost once.
    case cut
    /// A password is wanted, and nobody has one.
    case password
    /// 2 GiB for a delegate that takes 0.2 ms for each call.
    case memory
}
