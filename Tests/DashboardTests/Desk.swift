import Dashboard
import DownloadCore
import Screen

/// A dashboard with somebody who answers it: what the model asks of its list is answered at once, as by an agent that is never busy.
@dynamicMemberLookup
struct Desk: Sendable {
    var model: Dashboard.Model
    var index = TaskIndex()
    private var hidden: Set<TaskID> = []

    /// What is wrong with every folder that somebody wants to save in.
    var folderProblem: String?

    /// So many windows were asked for.
    private(set) var windows = 0

    init(
        size: Size,
        clock: WallTime,
        glyphs: GlyphSet = .unicode,
        owner: String = "in this process",
        keymap: Keymap = .standard,
        hasAgent: Bool = false
    ) {
        model = Dashboard.Model(size: size, clock: clock, glyphs: glyphs, owner: owner, keymap: keymap, hasAgent: hasAgent)
    }

    subscript<Value>(dynamicMember path: KeyPath<Dashboard.Model, Value>) -> Value { model[keyPath: path] }

    /// Sends a message and answers what the model asks for; what is left are the effects that somebody else carries out.
    mutating func send(_ message: Message) -> [Effect] {
        var left: [Effect] = []
        for effect in Dashboard.update(&model, message) {
            switch effect {
            case .choose(let choice, let purpose):
                index.show(model.query, hiding: hidden)
                left += send(.chosen(index.choose(choice), purpose))
            case .lookUp(let ids, let command, let argument):
                left += send(.lookedUp(ids.compactMap { index[$0] }, command, argument: argument))
            case .find(let search):
                index.show(model.query, hiding: hidden)
                left += send(.foundRow(index.row(of: search)))
            case .checkFolder(let folder): left += send(.folderChecked(folder, problem: folderProblem))
            default: left.append(effect)
            }
        }
        settle()
        return left
    }

    /// The list is another one now.
    mutating func list(_ tasks: [TaskSnapshot]) {
        let isFirst = windows == 0
        index.replace(tasks)
        if isFirst { index.beginNews() }
        ask(model.request)
        settle()
    }

    private mutating func ask(_ request: TaskWindow.Request) {
        hidden = request.hidden
        windows += 1
        _ = Dashboard.update(&model, .window(index.window(request)))
    }

    private mutating func settle() {
        for _ in 0..<10 {
            if let wanted = model.wantedWindow {
                ask(wanted)
            } else if let wanted = model.wantedRange {
                index.show(model.query, hiding: hidden)
                _ = Dashboard.update(&model, .chosen(index.choose(wanted), .range))
            } else {
                break
            }
        }
        let urls = model.wantedURLs
        if !urls.isEmpty { _ = Dashboard.update(&model, .known(index.known(urls), asked: urls)) }
    }
}

/// What the tests hold is a model with somebody who answers it.
typealias Model = Desk

/// The whole list, as it is now.
enum Listing {
    case tasks([TaskSnapshot])
}

func update(_ desk: inout Desk, _ message: Message) -> [Effect] { desk.send(message) }

func update(_ desk: inout Desk, _ listing: Listing) -> [Effect] {
    switch listing {
    case .tasks(let tasks): desk.list(tasks)
    }
    return []
}

func view(_ desk: Desk) -> Frame { Dashboard.view(desk.model) }
