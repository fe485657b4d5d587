internal import Desktop
public import DownloadCore
public import Platform

/// Watches power, network and sleep, on a thread of its own that sleeps while nothing changes.
///
/// Everything is optional: what a machine does not tell stays unknown.
public actor ConditionsWatch: ConditionsPort {
    /// Where things are.
    public struct Options: Sendable, Hashable {
        /// Where the kernel lists its devices; another place than its own is a copy, which tells of changes as folders do.
        public var sysfs = "/sys"
        public var procfs = "/proc"
        public var usesBus = true

        /// The address of another bus than the system's.
        public var busAddress: String?

        public init() {}

        /// `HAUL_SYSFS` names another root of sysfs.
        public init(environment: Environment) {
            sysfs = environment["HAUL_SYSFS"] ?? sysfs
        }
    }

    let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    public nonisolated let changes: AsyncStream<Conditions>
    private let continuation: AsyncStream<Conditions>.Continuation
    nonisolated let options: Options

    var picture = Picture()
    private var told = Conditions()
    private var devices: KernelNews?
    private var routes: KernelNews?
    private var copy: SysfsCopy?

    var bus: Bus?
    private var busDescriptor: Int32?
    private var busReturn: BusReturn?
    private var isClosed = false

    /// How many first answers are awaited, and who waits for them.
    var unanswered = 0
    private var waiters: [CheckedContinuation<Conditions, Never>] = []

    /// While it is held the machine waits a few seconds before it sleeps.
    var inhibitor: Inhibitor?

    /// Begins to watch.
    ///
    /// - Throws: when there is no thread or no descriptor to be had.
    public init(_ options: Options) async throws(SystemError) {
        loop = try EventLoop(name: "haul-conditions")
        self.options = options
        (changes, continuation) = AsyncStream.makeStream(of: Conditions.self, bufferingPolicy: .bufferingNewest(1))
        start()
    }

    private func start() {
        // The loop calls these on its thread, which is this actor's.
        loop.onReady = { [weak self] descriptor, _ in self?.assumeIsolated { $0.ready(descriptor) } }
        loop.onDeadline = { [weak self] in self?.assumeIsolated { $0.processBus() } }
        loop.onTurn = { [weak self] in self?.assumeIsolated { $0.turnEnded() } }
        // Listened to before the first look, so that nothing happens in between.
        devices = try? KernelNews(of: .devices)
        routes = try? KernelNews(of: .routes)
        if let number = devices?.descriptor { loop.watch(number, for: .read) }
        if let number = routes?.descriptor { loop.watch(number, for: .read) }
        if options.sysfs != Options().sysfs {
            copy = SysfsCopy(options.sysfs) { [weak self] in Task { await self?.lookAtPower() } }
        }
        lookAtPower()
        lookAtNetwork()
        connect(isFirst: true)
        told = picture.conditions
    }

    // MARK: - Port

    public func current() async -> Conditions {
        guard unanswered > 0 else { return told }
        return await withCheckedContinuation { waiters.append($0) }
    }

    public nonisolated func load() -> Int? { SystemLoad.percent(procfs: options.procfs) }

    public func readyForSleep() {
        inhibitor = nil
    }

    /// Ends all watching, and `changes`.
    public func close() {
        isClosed = true
        copy?.stop()
        copy = nil
        dropBus()
        busReturn?.stop()
        busReturn = nil
        if let number = devices?.descriptor { loop.unwatch(number) }
        if let number = routes?.descriptor { loop.unwatch(number) }
        devices = nil
        routes = nil
        inhibitor = nil
        continuation.finish()
        turnEnded()
    }

    /// Waits for the thread to end; to be called after `close`, from any other thread.
    public nonisolated func join() {
        loop.stop()
    }

    // MARK: - The loop

    private func ready(_ descriptor: Int32) {
        if descriptor == busDescriptor { return processBus() }
        if descriptor == routes?.descriptor {
            if routes?.drain().isEmpty == false { lookAtNetwork() }
        } else if descriptor == devices?.descriptor {
            let news = devices?.drain() ?? []
            if news.contains(where: { $0.isEmpty || $0.contains("SUBSYSTEM=power_supply") }) { lookAtPower() }
        }
    }

    private func turnEnded() {
        armBus()
        let conditions = picture.conditions
        if conditions != told {
            told = conditions
            // Also when somebody waits for it: the stream may still hold something older, which would be heard after the answer.
            continuation.yield(conditions)
        }
        guard unanswered == 0, !waiters.isEmpty else { return }
        for waiter in waiters { waiter.resume(returning: told) }
        waiters.removeAll()
    }

    func lookAtPower() {
        picture.supplies = PowerSupply.all(sysfs: options.sysfs)
    }

    private func lookAtNetwork() {
        picture.take(DefaultRoute.all(procfs: options.procfs), NetworkInterface.all())
    }

    // MARK: - The bus as a descriptor

    private func processBus() {
        guard bus?.process() == false else { return }
        dropBus()
        waitForBus()
        // Where the system keeps the socket, it can be had again at once.
        busReturn?.tryLater()
    }

    /// Connects to the bus; while there is none, its coming is waited for.
    private func connect(isFirst: Bool) {
        guard options.usesBus, bus == nil, !isClosed else { return }
        openBus()
        if bus == nil {
            waitForBus()
            // One that was there, or is about to be.
            if !isFirst { busReturn?.tryLater() }
        }
    }

    private func waitForBus() {
        guard busReturn == nil else { return }
        busReturn = BusReturn(of: options.busAddress ?? Bus.usualAddress) { [weak self] in
            Task { await self?.connect(isFirst: false) }
        }
    }

    /// It answers: nothing has to be waited for any more.
    func busAnswered() {
        busReturn?.stop()
        busReturn = nil
    }

    /// What was asked in this turn is sent with the next one, which the descriptor or the deadline brings.
    private func armBus() {
        guard let bus else { return }
        busDescriptor = bus.descriptor
        loop.watch(bus.descriptor, for: bus.wanted)
        loop.deadline = bus.deadline
    }

    /// Nothing is known from there any more.
    private func dropBus() {
        if let busDescriptor { loop.unwatch(busDescriptor) }
        busDescriptor = nil
        loop.deadline = nil
        bus = nil
        unanswered = 0
        forgetBus()
    }
}
