import DownloadCore
import Testing

@Suite struct RetryPolicyTests {
    @Test(arguments: [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16)])
    func `a batch task waits twice as long after each failure`(failures: Int, seconds: Int) {
        #expect(RetryPolicy.batch.delay(afterFailures: failures, floor: nil, jitter: 0) == .seconds(seconds))
    }

    @Test func `a batch task is given up after five tries without progress`() {
        #expect(RetryPolicy.batch.delay(afterFailures: 6, floor: nil, jitter: 0) == nil)
    }

    @Test(arguments: [10, 64, Int.max])
    func `a background task never gives up and waits at most five minutes`(failures: Int) {
        #expect(RetryPolicy.background.delay(afterFailures: failures, floor: nil, jitter: 0) == .seconds(300))
    }

    @Test func `what the server asked for is the least`() {
        #expect(RetryPolicy.batch.delay(afterFailures: 1, floor: .seconds(120), jitter: 1) == .seconds(120))
    }

    @Test func `jitter shortens by at most a quarter`() {
        #expect(RetryPolicy.batch.delay(afterFailures: 3, floor: nil, jitter: 1) == .seconds(3))
    }
}
