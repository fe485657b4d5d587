internal import Glibc

/// The clock on the wall where this machine is.
public enum LocalTime {
    /// The seconds by which clocks here are ahead of UTC at a moment, given in seconds since 1970.
    ///
    /// The corresponding C function is `localtime_r`.
    public static func secondsAhead(at moment: Int64) -> Int {
        var start = time_t(moment)
        var broken = tm()
        return localtime_r(&start, &broken) == nil ? 0 : broken.tm_gmtoff
    }

    /// The next moment, in seconds since 1970, at which clocks here show this time of day; nil when the system cannot tell.
    ///
    /// The corresponding C functions are `localtime_r` and `mktime`: a time that is skipped in spring is taken an hour later.
    public static func next(hour: Int, minute: Int, after now: Int64) -> Int64? {
        var start = time_t(now)
        var today = tm()
        guard localtime_r(&start, &today) != nil else { return nil }
        for day: Int32 in 0...2 {
            var wanted = tm()
            wanted.tm_year = today.tm_year
            wanted.tm_mon = today.tm_mon
            wanted.tm_mday = today.tm_mday + day
            wanted.tm_hour = Int32(clamping: hour)
            wanted.tm_min = Int32(clamping: minute)
            // Whether it is summer time then is for the time zone to say.
            wanted.tm_isdst = -1
            let moment = mktime(&wanted)
            if moment != -1, Int64(moment) > now { return Int64(moment) }
        }
        return nil
    }

    /// How far clocks here are ahead of UTC over a span of time, in seconds since 1970, and when that changes.
    ///
    /// The time zone is read anew, since a person may have moved. The corresponding C functions are `tzset` and `localtime_r`.
    /// - Parameters:
    ///   - first: where the span begins.
    ///   - last: where it ends; what changes twice within a day is not seen.
    /// - Returns: the seconds ahead at the beginning, and each change with what holds from then on.
    public static func offsets(from first: Int64, through last: Int64) -> (start: Int, changes: [(at: Int64, offset: Int)]) {
        tzset()
        let start = secondsAhead(at: first)
        var changes: [(at: Int64, offset: Int)] = []
        var known = start
        var moment = first
        while moment < last {
            let next = min(moment + 86_400, last)
            let offset = secondsAhead(at: next)
            if offset != known {
                var (before, behind) = (moment, next)
                while behind - before > 1 {
                    let middle = before + (behind - before) / 2
                    if secondsAhead(at: middle) == known { before = middle } else { behind = middle }
                }
                known = secondsAhead(at: behind)
                changes.append((behind, known))
            }
            moment = next
        }
        return (start, changes)
    }
}
