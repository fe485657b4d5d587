internal import Configuration
internal import Dashboard
internal import Platform
internal import Terminal

/// What the dashboard does beyond its own screen: it opens files, copies text and completes paths.
extension DashboardCommand {
    /// Opens a file with the desktop's program; far from the desktop, its path is all there is to tell.
    func open(_ path: String) async {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        guard hasDesktop, environment["SSH_CONNECTION"] == nil, let program = program("xdg-open") else {
            await send(.notice(path, isError: false))
            return
        }
        var plan = ChildProcess.Plan(program: program, arguments: [path], environment: environment)
        plan.isDetached = true
        do throws(SystemError) {
            _ = try ChildProcess(plan)
        } catch {
            await tell(error.description)
        }
    }

    /// Puts text on the person's clipboard: by the terminal, or by tmux, which keeps such codes of its programs to itself.
    func copy(_ text: String, as name: String) async {
        guard environment["TMUX"].map({ !$0.isEmpty }) ?? false else {
            if terminal.copy(text) {
                await send(.notice("Copied \(name)", isError: false))
            } else {
                let why = text.utf8.count > Terminal.longestCopy ? "that is too long for a terminal" : "this terminal has no clipboard"
                await tell("Not copied: \(why)")
            }
            return
        }
        guard let program = program("tmux") else {
            await tell("Not copied: there is no program tmux to do it")
            return
        }
        var plan = ChildProcess.Plan(program: program, arguments: ["load-buffer", "-w", "-"], environment: environment)
        plan.input = Array(text.utf8)
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(plan)
        } catch {
            await tell("Not copied: \(error.description)")
            return
        }
        later {
            switch await child.ended() {
            case .exited(0): .notice("Copied \(name) (to tmux and the clipboard)", isError: false)
            case .exited(let status): .notice("Not copied: tmux load-buffer ended with status \(status)", isError: true)
            case .killed, nil: .notice("Not copied: tmux load-buffer was ended", isError: true)
            }
        }
    }

    /// Looks for the paths that begin with what was typed.
    func complete(_ typed: String, onlyFolders: Bool) {
        let home = home
        laterBlocking { .completions(typed, PathCompletion.find(typed, onlyFolders: onlyFolders, home: home)) }
    }

    /// Looks whether something can be saved in a folder that was typed, without making anything.
    func checkFolder(_ typed: String) {
        let path = Settings.expand(typed, home: home)
        // Simulated folders are not there.
        let isDemo = source is DemoSource
        laterBlocking {
            .folderChecked(typed, problem: SaveFolder.problem(path) { isDemo ? .unknown : ThisProcess.look(at: $0) })
        }
    }

    /// The path of a program on the person's search path.
    private func program(_ name: String) -> String? {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { ThisProcess.isProgram($0) }
    }
}

extension ThisProcess {
    fileprivate static func look(at path: String) -> SaveFolder.Found {
        guard !path.utf8.contains(0) else { return .other }
        do throws(SystemError) {
            guard let status = try FileStatus.of(path: path) else { return .nothing }
            return status.kind == .directory ? .folder(isWritable: canWrite(path)) : .other
        } catch {
            return .unknown
        }
    }
}
