import Glibc

/// Runs blocking work on a detached thread of its own, away from the cooperative pool.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    let context = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread,
        &attributes,
        { pointer in
            if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
            return nil
        },
        context.toOpaque()
    )
    if result != 0 { context.release() }
}
