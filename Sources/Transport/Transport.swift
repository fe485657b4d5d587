internal import CCurl
public import DownloadCore
internal import Platform

/// What fetches: libcurl on one thread, which is this actor's executor.
///
/// Bytes go from libcurl's call-back into the part file without leaving the thread; only small reports come out.
public actor CurlTransport: Transport {
    /// At most this often positions are written and told while bytes come.
    private static let tick: UInt64 = 200_000_000

    /// The same while a large file is young, and how many connections it has is being found out.
    private static let youngTick: UInt64 = 25_000_000

    /// Idle connections are closed after this time, all at once; after that nothing wakes up.
    private static let idleLifetime: UInt64 = 30_000_000_000

    let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let report: @Sendable ([TransportReport]) -> Void
    let outbox: Outbox
    private let knownHosts: String?
    private var multi: OpaquePointer?
    var transfers: [TransferKey: Transfer] = [:]

    /// Told to stop while their names were being looked up: removing them would wait for the resolver (curl #8515).
    private var parked: [ObjectIdentifier: Transfer] = [:]

    private var curlDeadline: UInt64?
    private var tickDeadline: UInt64?
    private var idleDeadline: UInt64?

    /// When the first of the transfers that wait for their limits goes on.
    private var heldDeadline: UInt64?
    var totalLimit: Int64?
    var taskLimits: [TaskID: Int64] = [:]
    var hasTaskLimits = false

    /// When limits were last shared out, any connection had one.
    var wasLimited = false
    private var isShutDown = false

    /// - Parameters:
    ///   - clocks: the wall clock judges dates of replies.
    ///   - knownHosts: the path of the `known_hosts` file that SFTP servers must stand in.
    ///   - report: called on the transport's thread with what happened, in order.
    /// - Throws: `internal` when there is no thread or no descriptor.
    public init(
        clocks: any Clocks,
        knownHosts: String?,
        report: @escaping @Sendable ([TransportReport]) -> Void
    ) async throws(Failure) {
        ccurl_global_init()
        do {
            loop = try EventLoop(name: "haul-transport")
        } catch {
            throw Failure(.internal, error.description)
        }
        outbox = Outbox(clocks: clocks)
        self.knownHosts = knownHosts
        self.report = report
        start()
    }

    private func start() {
        // The loop calls these on its thread, which is this actor's. It outlives an actor that nobody shut down.
        loop.onReady = { [weak self] descriptor, readiness in
            self?.assumeIsolated { $0.ready(descriptor, readiness) }
        }
        loop.onDeadline = { [weak self] in
            self?.assumeIsolated { $0.deadlineReached() }
        }
        loop.onTurn = { [weak self] in
            self?.assumeIsolated { $0.turnEnded() }
        }
    }

    // MARK: - Port

    public func open(_ connections: [NewConnection]) {
        for connection in connections { open(connection) }
        shareLimits()
    }

    private func open(_ connection: NewConnection) {
        guard !isShutDown else { return }
        let order = connection.order
        guard let original = Address(order.originalURL), Address.downloadSchemes.contains(original.scheme),
            let hop = order.url == order.originalURL ? original : Address(order.url)
        else {
            refuse(order, Failure(.unsupportedURL, Address(order.originalURL)?.withoutUserInfo ?? "the address makes no sense"))
            return
        }
        guard let easy = Easy() else {
            refuse(order, Failure(.internal, "out of memory"))
            return
        }
        let transfer = Transfer(
            order: order,
            request: connection.request,
            file: connection.file,
            easy: easy,
            address: original,
            hop: hop,
            outbox: outbox,
            capacity: transfers.count < 32 ? 256 * 1024 : 64 * 1024
        )
        transfers[transfer.key] = transfer
        start(transfer, url: order.url)
    }

    public func shorten(_ task: TaskID, _ connection: ConnectionID, to end: Int64) {
        guard let transfer = transfers[TransferKey(task: task, connection: connection)] else { return }
        transfer.shorten(to: end)
        if transfer.isAtEnd { conclude(transfer, .done) }
    }

    public func close(_ task: TaskID, _ connection: ConnectionID) {
        guard let transfer = transfers[TransferKey(task: task, connection: connection)] else { return }
        conclude(transfer, .stopped)
    }

    public func closeAll(_ task: TaskID) {
        for transfer in transfers.values where transfer.order.task == task { conclude(transfer, .stopped) }
    }

    public func limit(total: Int64?, tasks: [TaskID: Int64]) {
        totalLimit = total
        taskLimits = tasks
        hasTaskLimits = tasks.values.contains { $0 < .max }
        shareLimits()
    }

    public func shutDown() {
        guard !isShutDown else { return }
        for transfer in transfers.values { conclude(transfer, .stopped) }
        isShutDown = true
        closeMulti()
        parked.removeAll()
        turnEnded()
    }

    /// Waits for the thread to end; to be called after `shutDown`, from any other thread.
    public nonisolated func join() {
        loop.stop()
    }

    // MARK: - Transfers

    private func start(_ transfer: Transfer, url: String) {
        guard let multi = openMulti() else {
            transfer.report(.ended(position: transfer.position, .failed(Failure(.internal, "libcurl has no memory"))))
            transfers[transfer.key] = nil
            return
        }
        let count = transfers.count
        let share = share(of: transfer) ?? 0
        transfer.headers = HeaderList()
        transfer.configure(
            url: url,
            receiveBuffer: receiveBuffer(connections: count, limit: share),
            rateLimit: share,
            connectionLimit: max(16, min(count * 2, 1024)),
            knownHosts: knownHosts
        )
        idleDeadline = nil
        curl_multi_add_handle(multi, transfer.easy.handle)
    }

    /// Large reads halve the processor time of a gigabyte; with many connections, or slow ones, memory and smoothness matter more.
    private func receiveBuffer(connections: Int, limit: Int64) -> Int {
        let most = connections <= 16 ? 512 * 1024 : connections <= 64 ? 128 * 1024 : 32 * 1024
        // A read is never cut: one of more than a moment's bytes would come in bursts.
        return limit > 0 ? Int(clamping: min(Int64(most), max(1024, limit / 50))) : most
    }

    private func refuse(_ order: ConnectionOrder, _ failure: Failure) {
        let kind = TransportReport.Kind.ended(position: 0, .failed(failure))
        outbox.reports.append(
            TransportReport(task: order.task, attempt: order.attempt, connection: order.connection, kind: kind)
        )
    }

    /// Ends a connection: what it has is written and told.
    private func conclude(_ transfer: Transfer, _ ending: TransportReport.Ending) {
        transfer.flush()
        let failed = transfer.failure.map { TransportReport.Ending.failed($0) }
        transfer.report(.ended(position: transfer.position, failed ?? ending))
        transfers[transfer.key] = nil
        outbox.held[ObjectIdentifier(transfer)] = nil
        if transfer.isResolving {
            transfer.isAbandoned = true
            parked[ObjectIdentifier(transfer)] = transfer
        } else if let multi {
            curl_multi_remove_handle(multi, transfer.easy.handle)
        }
        shareLimits()
    }

    private func finished(_ handle: OpaquePointer, _ result: CURLcode) {
        guard let multi, let context = ccurl_get_private(handle) else { return }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        curl_multi_remove_handle(multi, handle)
        transfer.isResolving = false
        guard !transfer.isAbandoned else {
            parked[ObjectIdentifier(transfer)] = nil
            return
        }
        let isCut = transfer.hop.scheme.hasPrefix("http") && !transfer.isHeaderWhole
        guard result != CURLE_OK || !isCut else {
            conclude(transfer, .failed(Failure(.network, "the connection ended in the middle of the reply's header", isTransient: true)))
            return
        }
        // A reply without a body is decided here.
        if result == CURLE_OK { transfer.decide() }
        switch transfer.mode {
        case .discarding(.redirect):
            follow(transfer)
        case .discarding(let decision):
            transfer.report(.replied(decision.explained(by: transfer.explanation)))
            conclude(transfer, .stopped)
        case .writing where result == CURLE_OK && !transfer.isClipped && transfer.isCutWithoutEnd:
            conclude(transfer, .failed(Failure(.network, "the connection was cut before TLS announced its end", isTransient: true)))
        case .writing where result == CURLE_OK || transfer.isClipped && transfer.failure == nil:
            conclude(transfer, .done)
        case .writing, .undecided:
            conclude(transfer, .failed(failure(of: transfer, result)))
        }
    }

    private func failure(of transfer: Transfer, _ result: CURLcode) -> Failure {
        let address = transfer.hop
        var failure = Failure(
            result,
            message: transfer.errorMessage,
            host: address.host,
            hasLowestSpeed: transfer.request.lowestSpeed > 0
        )
        switch failure.code {
        // Without a way out nobody who knows names can be asked, and what is said then says nothing of the name.
        case .nameResolution: failure.isOffline = !Network.hasDefaultRoute
        case .network: failure.isOffline = Network.isUnreachable(transfer.easy.long(CURLINFO_OS_ERRNO)) || !Network.hasRoute
        default: break
        }
        return failure
    }

    private func follow(_ transfer: Transfer) {
        let target = transfer.easy.string(CURLINFO_REDIRECT_URL)
        guard transfer.hops < 20 else { return decline(transfer, "too many redirects") }
        guard let target, let address = Address(target) else { return decline(transfer, "the redirect leads nowhere") }
        guard transfer.hop.mayRedirect(to: address, hasChecksum: transfer.request.checksum != nil) else {
            return decline(transfer, "a redirect from \(transfer.hop.scheme) to \(address.scheme) is not allowed")
        }
        transfer.begin(hop: address)
        start(transfer, url: target)
    }

    private func decline(_ transfer: Transfer, _ why: String) {
        transfer.report(.replied(.failure(Failure(.redirect, why))))
        conclude(transfer, .stopped)
    }

    // MARK: - The loop

    private func openMulti() -> OpaquePointer? {
        if let multi { return multi }
        guard let made = curl_multi_init() else { return nil }
        multi = made
        ccurl_multi_set_callbacks(
            made,
            { _, socket, what, context, _ in
                guard let context else { return 0 }
                let loop = Unmanaged<CurlTransport>.fromOpaque(context).takeUnretainedValue().loop
                if what == CURL_POLL_REMOVE {
                    loop.unwatch(socket)
                } else {
                    var readiness: EventLoop.Readiness = []
                    if what & CURL_POLL_IN != 0 { readiness.insert(.read) }
                    if what & CURL_POLL_OUT != 0 { readiness.insert(.write) }
                    loop.watch(socket, for: readiness)
                }
                return 0
            },
            { _, milliseconds, context in
                guard let context else { return 0 }
                let transport = Unmanaged<CurlTransport>.fromOpaque(context).takeUnretainedValue()
                transport.assumeIsolated { $0.setCurlTimer(milliseconds) }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        return made
    }

    private func closeMulti() {
        guard let multi else { return }
        for transfer in parked.values { curl_multi_remove_handle(multi, transfer.easy.handle) }
        curl_multi_cleanup(multi)
        self.multi = nil
        curlDeadline = nil
    }

    private func setCurlTimer(_ milliseconds: Int) {
        curlDeadline = milliseconds < 0 ? nil : EventLoop.now &+ UInt64(milliseconds) &* 1_000_000
    }

    private func ready(_ socket: Int32, _ readiness: EventLoop.Readiness) {
        guard let multi else { return }
        var running: Int32 = 0
        var mask: Int32 = 0
        if readiness.contains(.read) { mask |= CURL_CSELECT_IN }
        if readiness.contains(.write) { mask |= CURL_CSELECT_OUT }
        curl_multi_socket_action(multi, socket, mask, &running)
    }

    private func deadlineReached() {
        let now = EventLoop.now
        if let due = curlDeadline, due <= now, let multi {
            curlDeadline = nil
            var running: Int32 = 0
            curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
        }
        if let due = heldDeadline, due <= now { releaseHeld(at: now) }
        if let due = idleDeadline, due <= now, transfers.isEmpty, parked.isEmpty {
            idleDeadline = nil
            closeMulti()
        }
    }

    /// Completions, progress, reports, and when to be called next.
    private func turnEnded() {
        if let multi {
            var result = CURLE_OK
            while let handle = ccurl_multi_next_done(multi, &result) { finished(handle, result) }
        }
        tellProgress()
        if transfers.isEmpty, parked.isEmpty, multi != nil {
            idleDeadline = idleDeadline ?? EventLoop.now &+ Self.idleLifetime
        }
        heldDeadline = outbox.held.values.compactMap(\.heldUntil).min().map { UInt64(clamping: $0.nanoseconds) }
        loop.deadline = [curlDeadline, tickDeadline, idleDeadline, heldDeadline].compactMap { $0 }.min()
        guard !outbox.reports.isEmpty else { return }
        let reports = outbox.reports
        outbox.reports.removeAll(keepingCapacity: true)
        report(reports)
    }

    private func tellProgress() {
        let now = EventLoop.now
        if let due = tickDeadline {
            guard due <= now else { return }
            tickDeadline = nil
            for transfer in transfers.values where transfer.isDirty {
                transfer.flush()
                transfer.isDirty = false
                transfer.report(.progress(position: transfer.position))
            }
        } else if transfers.values.contains(where: \.isDirty) {
            let isYoung = transfers.count <= 64 && transfers.values.contains { $0.isYoung(at: now) }
            tickDeadline = now &+ (isYoung ? Self.youngTick : Self.tick)
        }
    }
}
