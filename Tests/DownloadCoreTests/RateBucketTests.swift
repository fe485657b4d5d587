import DownloadCore
import Testing

@Suite struct RateBucketTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// Bytes that come within a time when pieces of this size are offered all the time.
    private func bytes(_ bucket: inout RateBucket, from start: Instant, for seconds: Int, pieces: Int) -> Int {
        var now = start
        let end = start.advanced(by: .seconds(seconds))
        var sum = 0
        while now < end {
            if bucket.isEmpty(at: now) {
                now = now.advanced(by: bucket.delay(at: now))
            } else {
                bucket.take(pieces, at: now)
                sum += pieces
            }
        }
        return sum
    }

    @Test(arguments: [1_000, 50_000, 2_000_000, 100_000_000], [512, 16_384])
    func `over ten seconds the rate holds, whatever the pieces are`(rate: Int, pieces: Int) {
        var bucket = RateBucket(rate: Int64(rate), at: start)
        let sum = bytes(&bucket, from: start, for: 10, pieces: pieces)
        // A piece is never cut: the last one may be too much.
        #expect(abs(sum - rate * 10) <= rate * 10 / 50 + pieces)
    }

    @Test func `a lower limit holds at once and without a long stop`() {
        var bucket = RateBucket(rate: 100_000_000, at: start)
        _ = bytes(&bucket, from: start, for: 5, pieces: 1 << 20)
        let change = start.advanced(by: .seconds(5))
        bucket.change(rate: 10_000, at: change)
        #expect(bucket.delay(at: change) < .seconds(1.1))
        #expect(abs(bytes(&bucket, from: change, for: 20, pieces: 1_024) - 200_000) <= 12_000)
    }

    @Test func `a higher limit holds at once`() {
        var bucket = RateBucket(rate: 1_000, at: start)
        bucket.take(16_384, at: start)
        bucket.change(rate: 1_000_000, at: start)
        #expect(bucket.delay(at: start) < .milliseconds(100))
    }

    @Test func `a quiet time is not saved up`() {
        var bucket = RateBucket(rate: 1_000_000, at: start)
        let later = start.advanced(by: .seconds(3_600))
        let sum = bytes(&bucket, from: later, for: 1, pieces: 1_000)
        #expect(sum <= 1_251_000)
    }

    @Test func `a clock that goes back stops nothing for ever`() {
        var bucket = RateBucket(rate: 1_000, at: start)
        bucket.take(2_000, at: start)
        #expect(bucket.delay(at: Instant(nanoseconds: 0)) < .seconds(3))
    }
}
