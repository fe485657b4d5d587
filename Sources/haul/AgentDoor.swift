internal import AgentHost
internal import AgentLink
internal import Platform

/// Where clients come in: the agent's socket, found again when it vanishes, as the runtime folder does at logout.
actor AgentDoor {
    private let place: AgentPlace
    private var host: AgentHost?
    private var listener: UnixListener
    private var listeners: [UnixListener]
    private var servers: [LinkServer] = []
    private var loop: ReadinessLoop?
    private var watch: FolderWatch?
    private var isClosed = false

    /// Listens; nobody is answered before `open`.
    ///
    /// - Parameters:
    ///   - place: where to listen.
    ///   - inherited: a socket that systemd listens on for us.
    /// - Throws: when there is no place to listen.
    init(place: AgentPlace, inherited: UnixListener?) throws(SystemError) {
        self.place = place
        listener = if let inherited { inherited } else { try place.listen() }
        listeners = [listener]
    }

    /// The path, for the log; nil for a socket of systemd's.
    var path: String? { listener.path }

    /// Lets clients in.
    func open(_ host: AgentHost) async throws(SystemError) {
        self.host = host
        try await serve(listener)
        guard listener.path != nil else { return }
        // Without a thread or a watch the agent goes on; it is only not found again after a logout.
        loop = try? ReadinessLoop(name: "haul-socket")
        watch = loop.flatMap { loop in
            try? FolderWatch(on: loop) { [weak self] in
                Task { await self?.look() }
            }
        }
        watchFolders()
    }

    /// Takes the path away, so that no new client comes this way.
    func close() {
        isClosed = true
        watch = nil
        loop?.stop()
        for listener in listeners { listener.removeFile() }
    }

    /// Ends all connections once what is queued has been sent.
    func stop() async {
        for server in servers { await server.stop() }
    }

    private func serve(_ listener: UnixListener) async throws(SystemError) {
        guard let host else { return }
        let server = try LinkServer(listener, service: host)
        servers.append(server)
        await server.start()
    }

    private var runtimeSocket: String? {
        place.folders.runtime.map { $0 + "/haul/agent.sock" }
    }

    private func look() async {
        guard !isClosed else { return }
        let isElsewhere = runtimeSocket.map { $0 != listener.path } ?? false
        let isBack = isElsewhere && place.folders.runtime.map { (try? Directory.open($0)) != nil } ?? false
        if !listener.isReachable || isBack, let fresh = try? place.listen() {
            listener = fresh
            listeners.append(fresh)
            // It fails on a machine without descriptors only: the next change tries again.
            try? await serve(fresh)
        }
        watchFolders()
    }

    /// Watches all folders on the way to the socket that are there now.
    private func watchFolders() {
        guard let watch, !isClosed else { return }
        watch.removeAll()
        for folder in [listener.path.flatMap(Self.parent), place.folders.runtime, place.folders.runtime.flatMap(Self.parent)] {
            if let folder { try? watch.add(folder) }
        }
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
