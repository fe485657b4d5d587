public import DownloadCore
public import Screen

/// Everything the dashboard knows: changed by `update`, shown by `view`.
public struct Model: Sendable, Equatable {
    public internal(set) var size: Size
    public internal(set) var glyphs: GlyphSet

    /// The folder that finished files go to, as people write it.
    public internal(set) var documents: String

    /// Who does the downloading: `in this process`, or the agent with its number.
    public internal(set) var owner: String
    public internal(set) var keymap: Keymap

    /// All tasks in the order of the list: what moves first, what ended last.
    public internal(set) var tasks: [TaskSnapshot] = []
    public internal(set) var totals = Totals()
    public internal(set) var counts = Counts()

    /// The total rates of the last seconds, the newest last.
    public internal(set) var history: [Double] = []

    public internal(set) var tab = Tab.all
    public internal(set) var filter = Filter()

    /// The task under the cursor: by its number, so that it stays when rows move.
    public internal(set) var cursor: TaskID?
    public internal(set) var marks: Set<TaskID> = []
    public internal(set) var overlays: [Overlay] = []
    public internal(set) var toast: Toast?
    public internal(set) var clock: WallTime

    /// Indices of the tasks that tab and filter let through.
    var visible: [Int] = []

    /// The place in `visible` of the first row on the screen.
    var top = 0

    /// How often bytes have arrived for tasks of unknown size: moves their block.
    var pulses: [TaskID: Int] = [:]

    /// Keys that may become a longer binding.
    var pendingKeys: [Key] = []

    /// Seconds of rates that are kept.
    static let historyLength = 60

    public init(
        size: Size,
        clock: WallTime,
        glyphs: GlyphSet = .unicode,
        documents: String = "~/Documents/Haul",
        owner: String = "in this process",
        keymap: Keymap = .standard
    ) {
        self.size = size
        self.clock = clock
        self.glyphs = glyphs
        self.documents = documents
        self.owner = owner
        self.keymap = keymap
    }

    /// The time after which the next `tick` is due; nil when nothing on the screen depends on the clock.
    public var wakeUp: Duration? {
        let hasCountdown = tasks.contains { task in
            if case .waiting(let wait) = task.state { wait.until != nil } else { false }
        }
        return toast != nil || hasCountdown ? .seconds(1) : nil
    }

    /// The tasks that tab and filter let through, in the order of the list.
    public var visibleTasks: [TaskSnapshot] { visible.map { tasks[$0] } }

    /// What an action is for: the marked tasks, else the one under the cursor.
    public var targets: [TaskSnapshot] {
        marks.isEmpty ? tasks.filter { $0.id == cursor } : tasks.filter { marks.contains($0.id) }
    }

    /// Text from outside, made harmless for this screen.
    func safe(_ text: String) -> String {
        Sanitizer.visible(text, asciiOnly: glyphs.isASCII)
    }
}
