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

    /// The downloads are simulated.
    let isDemo: Bool

    /// The terminal can show more than ASCII.
    let canShowUnicode: Bool

    /// By how much clocks here are ahead of UTC.
    let secondsAhead: Int

    /// The home folder, which paths on the screen are shortened by; empty for none.
    let home: String

    /// The tasks around the screen, in the order of the list: a window on what may be very long.
    public internal(set) var tasks: [TaskSnapshot] = []

    /// The place of the first of them in the list.
    var offset = 0

    /// How many tasks tab and filter let through.
    public internal(set) var shownCount = 0

    /// The window that the rows were taken from; nil before the first one.
    var window: TaskWindow?

    /// Something else is to be shown than what the window was asked for.
    var isOutdated = false

    /// Where the cursor goes when the next window is there.
    var aim: Aim?

    /// What was asked for of tasks beyond the window, for the actions and dialogs on them; in the order of the list.
    var facts: [TaskSnapshot] = []

    /// Addresses of tasks that have not ended, as far as they were asked for.
    var knownURLs: Set<String> = []
    var askedURLs: Set<String> = []
    public internal(set) var totals = Totals()
    public internal(set) var counts = Counts()

    /// The total rates of the last hour.
    public internal(set) var history = RateHistory()

    /// The rates of the tasks that run.
    var taskHistory: [TaskID: RateHistory] = [:]

    /// What happened while the dashboard watched, the newest last.
    public internal(set) var log: [LogEntry] = []

    /// What happened while the display was frozen.
    var laterNews: [TaskNews] = []

    /// Tasks that went while the list stood still: they are shown, and cannot be marked.
    var lost: Set<TaskID> = []

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

    /// The task under the cursor: by its number, so that it stays when rows move.
    public internal(set) var cursor: TaskID?
    public internal(set) var marks: Set<TaskID> = []

    /// What `u` takes back, the newest last.
    public internal(set) var undos: [Undo] = []
    public internal(set) var overlays: [Overlay] = []
    public internal(set) var toast: Toast?

    /// Failures up to this time are not named in the status line any more.
    var dismissed: WallTime?

    /// Since when the agent does not answer.
    public internal(set) var lostSince: WallTime?

    /// Somebody ended the agent on purpose: it comes back only when a person asks for it.
    var isAgentStopped = false
    public internal(set) var clock: WallTime

    /// The place in the list of the first row on the screen.
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
        hasAgent: Bool = false,
        isDemo: Bool = false
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
        self.isDemo = isDemo
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

    /// What the list shows.
    public var query: TaskQuery { TaskQuery(tab: tab, filter: filter, sort: sort) }

    /// The list has not come yet, from an agent that has to be found or started first.
    public var isConnecting: Bool { hasAgent && window == nil }

    /// There is at least one task, shown or not.
    var hasTasks: Bool { !hidden.isEmpty || window.map { $0.states.values.contains { $0 > 0 } } ?? false }

    /// How many tasks are in some states, without those that are being removed.
    public func count(where fits: (TaskState.Kind) -> Bool) -> Int {
        window?.states.reduce(0) { $0 + (fits($1.key) ? $1.value : 0) } ?? 0
    }

    func isHidden(_ id: TaskID) -> Bool { hidden.contains(id) || gone.contains(id) }

    /// A speed in the chosen units.
    func rate(_ bytesPerSecond: Double) -> String { Format.rate(bytesPerSecond, units) }

    /// A path as people write it.
    func shortened(_ path: String) -> String {
        !home.isEmpty && path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    /// What is wrong with what was typed, for the dialog it was typed in.
    var problem: String? { toast.flatMap { $0.isError ? safe($0.text) : nil } }

    /// Text from outside, made harmless for this screen.
    func safe(_ text: String) -> String {
        Sanitizer.visible(text, asciiOnly: glyphs.isASCII)
    }
}
