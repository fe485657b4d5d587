public import DownloadCore
internal import SQLite

/// A limit of all tasks together that a person set by hand.
public struct SetLimit: Sendable, Hashable {
    /// Bytes a second; nil for none.
    public var rate: Int64?

    /// What the schedule said when it was set.
    public var scheduled: Schedule.Limit

    public init(rate: Int64?, scheduled: Schedule.Limit = .standing) {
        self.rate = rate
        self.scheduled = scheduled
    }
}

extension SQLiteStore {
    /// Remembers a limit that was set by hand, and what the configuration said then.
    public func remember(_ limit: SetLimit, configured: Int64?) throws(Failure) {
        try write(.normal) { (database) throws(SQLiteError) in
            // Less than nothing where the schedule says nothing.
            let scheduled: Int64? = if case .rate(let rate) = limit.scheduled { rate } else { -1 }
            for (key, rate) in [("limit", limit.rate), ("configured limit", configured), ("scheduled limit", scheduled)] {
                try database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [.text(key), .integer(rate ?? 0)])
            }
        }
    }

    /// Remembers whether the alternative limit is on.
    public func remember(alternativeLimit isOn: Bool) throws(Failure) {
        try write(.normal) { (database) throws(SQLiteError) in
            let values: [SQLiteValue] = [.text("alternative limit"), .integer(isOn ? 1 : 0)]
            try database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", values)
        }
    }

    /// Whether the alternative limit was on.
    public func wasLimitAlternative() throws(Failure) -> Bool {
        try read { (database) throws(SQLiteError) in
            try database.integer("SELECT value FROM meta WHERE key = 'alternative limit'") ?? 0 > 0
        }
    }

    /// The limit that was set by hand; nil when none was, or when the configuration says another thing now than it said then.
    public func rememberedLimit(configured: Int64?) throws(Failure) -> SetLimit? {
        try read { (database) throws(SQLiteError) in
            guard let rate = try database.integer("SELECT value FROM meta WHERE key = 'limit'"),
                try database.integer("SELECT value FROM meta WHERE key = 'configured limit'") == configured ?? 0
            else { return nil }
            let scheduled = try database.integer("SELECT value FROM meta WHERE key = 'scheduled limit'") ?? -1
            return SetLimit(rate: rate > 0 ? rate : nil, scheduled: scheduled < 0 ? .standing : .rate(scheduled > 0 ? scheduled : nil))
        }
    }
}
