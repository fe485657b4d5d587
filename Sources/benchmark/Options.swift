/// What the command line asks for.
struct Options: Sendable {
    /// The names of the works; empty for all.
    var works: Set<String> = []
    var turns = 5

    /// The file that the results go to as JSON; nil for none.
    var json: String?

    /// Tiny sizes, one turn: shows that everything works, and says nothing of how fast.
    var isSmoke = false

    /// The program; nil for the one that lies beside this one.
    var haul: String?

    static let usage = """
        usage: benchmark [--work NAME]... [--turns N] [--json FILE] [--haul PROGRAM] [--smoke]
        Runs Haul and whichever of curl, aria2c, wget2 and axel are installed on the same work, in turn, and compares medians.
        Works:
        """

    /// The options; nil when they make no sense, or help is wanted.
    init?(_ arguments: [String]) {
        var words = arguments[...]
        while let word = words.popFirst() {
            switch word {
            case "--smoke":
                isSmoke = true
                turns = 1
            case "--work":
                guard let name = words.popFirst(), Work.all.contains(where: { $0.name == name }) else { return nil }
                works.insert(name)
            case "--turns":
                guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
                turns = count
            case "--json":
                guard let path = words.popFirst() else { return nil }
                json = path
            case "--haul":
                guard let path = words.popFirst() else { return nil }
                haul = path
            default:
                return nil
            }
        }
    }
}
