/// What a test wants the probe to do.
struct ProbeOptions {
    var session = "probe"
    var downloads: [String] = []

    /// Acknowledges so many events of the journal, then reads no further and waits to be killed.
    var acknowledges: Int?

    /// Ends, as a program that has enough, after so many events of any kind.
    var exitsAfter: Int?

    /// Milliseconds that it takes over each event.
    var slowness = 0

    /// Where it moves files to, each under the number of its task.
    var moves: String?

    /// Files in this folder are not moved.
    var leaves: String?

    /// Dies between the move of a file and the acknowledgement.
    var diesAfterMove = false

    /// Stops in the middle of this event of the journal, without acknowledging it, and waits to be killed.
    var haltsIn: Int?

    /// Reads with a delegate instead of a loop.
    var hasDelegate = false

    /// Carries out what is written to its standard input: see `Commands`.
    var takesCommands = false

    /// Answers each challenge with this name and this password.
    var credential: [String] = []

    /// Completes its launch before it reads anything.
    var completesEarly = false
    var sendsLaunchEvents = true
    var retries: Int?
    var resourceTimeout: Int64?
    var grace: Int64?
    var headers: [String: String] = [:]
    var discardsUnclaimed = false
    var connections: Int?

    /// Lets go of its session after it has asked for its downloads, and lives on.
    var drops = false

    /// Adds only what is not among its tasks yet, known by the path of its address, and says what it has acknowledged.
    var isCareful = false
    var claimsLaunch = false

    /// Drops the launch without completing it.
    var abandonsLaunch = false

    /// Attaches and reads nothing.
    var readsNothing = false
    var requestTimeout: Int64?
    var launchCommand: [String] = []
    var destination: String?
    var description: String?
    var startsSuspended = false

    /// Nil for a word that it does not know.
    init?(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--session": session = rest.popFirst() ?? ""
            case "--download": downloads.append(rest.popFirst() ?? "")
            case "--acknowledge": acknowledges = rest.popFirst().flatMap { Int($0) }
            case "--exit-after": exitsAfter = rest.popFirst().flatMap { Int($0) }
            case "--slow": slowness = rest.popFirst().flatMap { Int($0) } ?? 0
            case "--move": moves = rest.popFirst()
            case "--die-after-move": diesAfterMove = true
            case "--halt-in": haltsIn = rest.popFirst().flatMap { Int($0) }
            case "--delegate": hasDelegate = true
            case "--commands": takesCommands = true
            case "--credential":
                credential = Array(rest.prefix(2))
                rest = rest.dropFirst(2)
            case "--complete-early": completesEarly = true
            case "--no-launch-events": sendsLaunchEvents = false
            case "--retries": retries = rest.popFirst().flatMap { Int($0) }
            case "--resource-timeout": resourceTimeout = rest.popFirst().flatMap { Int64($0) }
            case "--grace": grace = rest.popFirst().flatMap { Int64($0) }
            case "--header":
                let name = rest.popFirst() ?? ""
                headers[name] = rest.popFirst()
            case "--discard-unclaimed": discardsUnclaimed = true
            case "--connections": connections = rest.popFirst().flatMap { Int($0) }
            case "--leave": leaves = rest.popFirst()
            case "--drop": drops = true
            case "--careful": isCareful = true
            case "--claim-launch": claimsLaunch = true
            case "--abandon-launch": abandonsLaunch = true
            case "--no-reader": readsNothing = true
            case "--request-timeout": requestTimeout = rest.popFirst().flatMap { Int64($0) }
            case "--destination": destination = rest.popFirst()
            case "--description": description = rest.popFirst()
            case "--suspended": startsSuspended = true
            case "--launch":
                launchCommand = Array(rest)
                rest = []
            default: return nil
            }
        }
    }
}
