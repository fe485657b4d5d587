internal import AgentLink
internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform

/// `haul add`: queues in the agent and returns.
struct AddCommand {
    private let options: AddOptions
    private var client: LinkClient
    private let start: WallTime?
    private var waiting = RequestPortion()
    private var hasBadLine = false

    static func run(_ given: AddOptions) async -> Int32 {
        do throws(Context.Problem) {
            var options = given
            options.batch = try BatchCommand.withPassword(options.batch)
            try check(options.batch)
            let context = try Context(file: options.batch.configurationFile)
            if let group = options.group { try check(group: group, in: context) }
            noteFault(ofHook: options.batch, in: context)
            let start = try moment(options.start)
            // The list is opened before the agent is called: a wrong name must not queue half of a command.
            var input: BatchInput
            do throws(Failure) {
                input = try BatchInput(options: options.batch, defaults: context.requestDefaults)
            } catch {
                throw Context.Problem(error)
            }
            var add = AddCommand(options: options, client: try await AgentCommand.connect("add"), start: start)
            let result: Result<Int32, Context.Problem>
            do throws(Context.Problem) {
                result = .success(try await add.feed(&input))
            } catch {
                result = .failure(error)
            }
            await add.client.close()
            return try result.get()
        } catch {
            return error.tell()
        }
    }

    private init(options: AddOptions, client: LinkClient, start: WallTime?) {
        self.options = options
        self.client = client
        self.start = start
    }

    // MARK: - Before anything is queued

    /// What the agent would refuse later, or find out when nobody looks any more.
    static func check(_ options: BatchOptions) throws(Context.Problem) {
        for url in options.urls {
            guard let address = Address(url), Address.downloadSchemes.contains(address.scheme) else {
                throw Context.Problem(
                    [
                        "haul: \(Address(url)?.withoutUserInfo ?? "an address") is of a kind that cannot be fetched; use http, https, ftp, ftps or sftp."
                    ],
                    28
                )
            }
        }
        try checkFiles(options)
    }

    /// Notes a program that is not there: the file comes in any case, and the program may until then.
    static func noteFault(ofHook options: BatchOptions, in context: Context) {
        guard options.quietness == 0, let program = options.onFinish?.first,
            let why = ConfigurationReader.faultOfProgram(program, context.environment)
        else { return }
        AgentCommand.tell("haul: --on-finish: \(why); the hook will fail")
    }

    /// A group that nobody has set up has no caps: whoever names one means another.
    private static func check(group: String, in context: Context) throws(Context.Problem) {
        let known = context.settings.groups.map(\.name)
        guard !known.contains(group) else { return }
        let advice =
            NearMiss.best(for: group, among: known).map { "did you mean \"\($0)\"?" }
            ?? "make it with [[group]] and name = \"\(group)\" in \(context.configurationFile)."
        throw Context.Problem(["haul: there is no group \"\(group)\"; \(advice)"], ExitStatus.usage)
    }

    /// Files that libcurl would only look for in the middle of a connection, or silently do without.
    static func checkFiles(_ options: BatchOptions) throws(Context.Problem) {
        for path in [options.cookieFile, options.certificateAuthorities].compactMap(\.self) {
            do throws(SystemError) {
                _ = try File.open(ThisProcess.absolutePath(path), .read)
            } catch {
                throw Context.Problem(["haul: \(path): \(error.message); check the name and its permissions."], 15)
            }
        }
    }

    /// When it is to start; a time that may be taken for another one is told.
    private static func moment(_ start: StartTime?) throws(Context.Problem) -> WallTime? {
        guard let start else { return nil }
        let now = SystemClocks().now().wall
        func next(_ hour: Int, _ minute: Int) -> WallTime? {
            LocalTime.next(hour: hour, minute: minute, after: now.seconds).map { WallTime(seconds: $0) }
        }
        let found: WallTime? =
            switch start {
            case .moment(let moment): moment
            case .delay(let delay): now.advanced(by: delay)
            case .timeOfDay(let hour, let minute): next(hour % 24, minute)
            }
        guard let moment = found else {
            throw Context.Problem(["haul: the local time cannot be told; give --at a full time such as 2026-12-24T18:00:00Z."], 1)
        }
        if let notice = start.notice(of: moment, now: now, midnight: next(0, 0)) { AgentCommand.tell("haul: \(notice).") }
        return moment
    }

    // MARK: - Queueing

    private mutating func feed(_ input: inout BatchInput) async throws(Context.Problem) -> Int32 {
        while let item = try next(&input) {
            switch item {
            case .warning(let line, let text): AgentCommand.tell("\(listName):\(line): \(text)")
            case .error(let line, let why):
                AgentCommand.tell("\(listName):\(line): \(why)")
                hasBadLine = true
            case .entry(let request):
                try await add(finished(request))
            }
        }
        try await send()
        if input.isEmptyList { AgentCommand.tell("haul: \(listName): \(BatchInput.emptiness).") }
        return hasBadLine ? ExitStatus.usage : 0
    }

    private func next(_ input: inout BatchInput) throws(Context.Problem) -> BatchInput.Item? {
        do throws(Failure) {
            return try input.next()
        } catch {
            throw Context.Problem(error)
        }
    }

    private var listName: String {
        options.batch.inputFile == "-" ? "standard input" : options.batch.inputFile ?? "the command line"
    }

    /// The request as the agent needs it: it has another working directory, and all the time in the world.
    private func finished(_ given: DownloadRequest) -> DownloadRequest {
        var request = given
        request.directory = (given.directory ?? options.batch.directory).map(ThisProcess.absolutePath)
        request.cookieFile = given.cookieFile.map(ThisProcess.absolutePath)
        request.certificateAuthorities = given.certificateAuthorities.map(ThisProcess.absolutePath)
        request.retry = .background
        request.retry.tries = options.batch.retries
        request.waitsForNetwork = true
        request.waitsForDisk = options.batch.waitsForDisk ?? true
        request.waitsForCredentials = true
        request.rateLimit = given.rateLimit ?? options.batch.limitRate.flatMap { $0 > 0 ? $0 : nil }
        request.priority = options.priority
        request.group = options.group
        request.startsPaused = options.isPaused
        request.earliestBegin = start
        return request
    }

    private mutating func add(_ request: DownloadRequest) async throws(Context.Problem) {
        guard RequestPortion.takes(request) else { throw RequestPortion.tooLong(request) }
        if !waiting.hasRoom(for: request) { try await send() }
        waiting.add(request)
    }

    private mutating func send() async throws(Context.Problem) {
        let requests = waiting.take()
        guard !requests.isEmpty else { return }
        let ids = try await queue(AddCall(session: .haul, requests: requests, token: Self.newToken()))
        let lines = zip(ids, requests).map { id, request in
            options.batch.isJSON ? AddedTask.json(id, url: request.urls.first ?? "") : id.description
        }
        AgentCommand.print(lines)
    }

    /// Makes the call, and once more when the agent left before it answered: by the token it knows what it has queued already.
    private mutating func queue(_ call: AddCall) async throws(Context.Problem) -> [TaskID] {
        do throws(LinkError) {
            return try await client.call(call).tasks
        } catch {
            guard error.code == .unreachable else { throw Context.Problem(error) }
        }
        await client.close()
        client = try await AgentCommand.connect("add")
        do throws(LinkError) {
            return try await client.call(call).tasks
        } catch {
            throw Context.Problem(error)
        }
    }

    private static func newToken() -> String {
        [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 16) }.joined(separator: "-")
    }
}
