public import DownloadCore
internal import SQLite

extension SQLiteStore {
    public func openRun() throws(Failure) -> Int64? {
        try read { (database) throws(SQLiteError) in
            try database.integer("SELECT max(id) FROM runs WHERE closed IS NULL")
        }
    }

    public func beginRun(at time: WallTime) throws(Failure) -> Int64 {
        // Not forced to the disk by itself: the run's first task is, and all before it with it.
        try write(.normal) { (database) throws(SQLiteError) in
            try database.run("INSERT INTO runs (began) VALUES (?)", [.integer(time.nanoseconds)])
            return database.lastInsertion
        }
    }

    public func closeRun(_ run: Int64) throws(Failure) {
        // A loss of power may leave the run open: its tasks are then reported as finished once more.
        try write(.normal) { (database) throws(SQLiteError) in
            // In nanoseconds, like every time here.
            try database.run("UPDATE runs SET closed = unixepoch() * 1000000000 WHERE id = ? AND closed IS NULL", [.integer(run)])
        }
    }
}
