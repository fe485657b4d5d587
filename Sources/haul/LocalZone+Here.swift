internal import DownloadCore
internal import Platform

extension LocalZone {
    /// The time zone of this machine and this person around a moment, as `TZ` or the system has it.
    static let here: @Sendable (WallTime) -> LocalZone = { moment in
        let span = Int64(Schedule.horizon.inSeconds)
        let seconds = moment.seconds
        let (start, changes) = LocalTime.offsets(from: seconds.saturatingSubtract(span), through: seconds.saturatingAdd(span))
        return LocalZone(
            offset: Int64(start),
            changes: changes.map { Change(at: WallTime(seconds: $0.at), offset: Int64($0.offset)) }
        )
    }
}
