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

    /// Clicks and the wheel are reported.
    public internal(set) var usesMouse = true

    /// The footer names the function keys instead of the letters.
    public internal(set) var usesFunctionKeys = false

    /// Another process does the downloading.
    let hasAgent: Bool

    /// The terminal can show more than ASCII.
    let canShowUnicode: Bool

    /// By how much clocks here are ahead of UTC.
    let secondsAhead: Int

    /// The home folder, which paths on the screen are shortened by; empty for none.
    let home: String

    /// All tasks in the order of the list: what moves first, what ended last.
    public internal(set) var tasks: [TaskSnapshot] = []
    public internal(set) var totals = Totals()
    public internal(set) var counts = Counts()

    /// The total rates of the last hour.
    public internal(set) var history = RateHistory()

    /// The rates of the tasks that run.
    var taskHistory: [TaskID: RateHistory] = [:]

    /// What happened while the dashboard watched, the newest last.
    public internal(set) var log: [LogEntry] = []

    /// A list has come: what is different in the next one is news.
    var hasList = false

    /// What was last told of the task whose details are shown.
    public internal(set) var details: Details?
    public internal(set) var panes = Panes()
    public internal(set) var units: RateUnits

    /// The list stands still, whatever happens.
    public internal(set) var isFrozen = false

    public internal(set) var tab = Tab.all

    /// What the tab Done shows.
    public internal(set) var files = Files()
    public internal(set) var filter = Filter()
    public internal(set) var sort = Sort()

    /// What was last searched for.
    public internal(set) var searched = ""

    /// The cursor stays on its task when rows move; otherwise on its row.
    public internal(set) var isFollowing = true

    /// What was run from the palette, the newest last.
    var commandHistory: [String] = []

    /// The newest list while the display is frozen.
    var latest: [TaskSnapshot]?

    /// The task under the cursor: by its number, so that it stays when rows move.
    public internal(set) var cursor: TaskID?
    public internal(set) var marks: Set<TaskID> = []

    /// What `u` takes back, the newest last.
    public internal(set) var undos: [Undo] = []
    public internal(set) var overlays: [Overlay] = []
    public internal(set) var toast: Toast?

    /// Since when the agent does not answer.
    public internal(set) var lostSince: WallTime?
    public internal(set) var clock: WallTime

    /// Indices of the tasks that tab and filter let through.
    var visible: [Int] = []

    /// The place in `visible` of the first row on the screen.
    var top = 0

    /// How often bytes have arrived for tasks of unknown size: moves their block.
    var pulses: [TaskID: Int] = [:]

    /// Tasks that a removal hides while its countdown runs.
    var hidden: Set<TaskID> = []

    /// Tasks whose removal was just asked for: not shown until the next list says whether they are still there.
    var gone: Set<TaskID> = []

    /// A range that is being marked.
    var range: MarkedRange?

    /// Keys that may become a longer binding.
    var pendingKeys: [Key] = []

    public init(
        size: Size,
        clock: WallTime,
        glyphs: GlyphSet = .unicode,
        documents: String = "~/Documents/Haul",
        owner: String = "in this process",
        keymap: Keymap = .standard,
        units: RateUnits = .binary,
        secondsAhead: Int = 0,
        home: String = "",
        hasAgent: Bool = false
    ) {
        self.size = size
        self.clock = clock
        self.glyphs = glyphs
        self.documents = documents
        self.owner = owner
        self.keymap = keymap
        self.units = units
        self.secondsAhead = secondsAhead
        self.home = home
        self.hasAgent = hasAgent
        canShowUnicode = !glyphs.isASCII
    }

    /// The time after which the next `tick` is due; nil when nothing on the screen depends on the clock.
    public var wakeUp: Duration? {
        let hasCountdown = tasks.contains { task in
            if case .waiting(let wait) = task.state { wait.until != nil } else { false }
        }
        let hasRemoval = undos.contains { $0.removal != nil }
        return toast != nil || lostSince != nil || hasCountdown || hasRemoval ? .seconds(1) : nil
    }

    /// The tasks that tab and filter let through, in the order of the list.
    public var visibleTasks: [TaskSnapshot] { visible.map { tasks[$0] } }

    /// What an action is for: the marked tasks, else the one under the cursor.
    public var targets: [TaskSnapshot] {
        marks.isEmpty ? tasks.filter { $0.id == cursor } : tasks.filter { marks.contains($0.id) }
    }

    /// All tasks but those that are being removed.
    var listed: [TaskSnapshot] {
        hidden.isEmpty && gone.isEmpty ? tasks : tasks.filter { !isHidden($0.id) }
    }

    func isHidden(_ id: TaskID) -> Bool { hidden.contains(id) || gone.contains(id) }

    /// The tasks of these numbers that are still there, in the order of the list.
    func tasks(_ ids: [TaskID]) -> [TaskSnapshot] {
        let wanted = Set(ids)
        return tasks.filter { wanted.contains($0.id) }
    }

    /// A speed in the chosen units.
    func rate(_ bytesPerSecond: Double) -> String { Format.rate(bytesPerSecond, units) }

    /// A path as people write it.
    func shortened(_ path: String) -> String {
        !home.isEmpty && path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    /// Text from outside, made harmless for this screen.
    func safe(_ text: String) -> String {
        Sanitizer.visible(text, asciiOnly: glyphs.isASCII)
    }
}
