internal import CCurl
internal import Synchronization

/// Whether TLS announced the end of a connection (`close_notify`), or somebody on the way cut it (RFC 9112 section 9.8).
///
/// libcurl takes both for an end. For a body of known length, or in chunks, that makes no difference.
enum TLSEnd {
    /// What OpenSSL's info call-back is told: an alert was read, a handshake begins (openssl/ssl.h).
    private static let readAlert: Int32 = 0x4004
    private static let handshakeStart: Int32 = 0x10

    /// Connections whose end was announced, by the address of OpenSSL's object: never looked into.
    private static let announced = Mutex<Set<UInt>>([])

    /// More than all connections together: forgotten ones are no leak.
    private static let most = 10_000

    static func watch(_ easy: borrowing Easy) {
        ccurl_watch_tls(easy.handle) { tls, what, value in
            let key = UInt(bitPattern: tls)
            // The lower byte of an alert's value is its description, and 0 is close_notify.
            let isEnd = what == TLSEnd.readAlert && value & 0xFF == 0
            guard isEnd || what == TLSEnd.handshakeStart else { return }
            TLSEnd.announced.withLock { announced in
                if !isEnd {
                    announced.remove(key)
                } else if announced.count < TLSEnd.most {
                    announced.insert(key)
                }
            }
        }
    }

    /// The connection that a transfer uses at this moment; nil without TLS, and with another library than OpenSSL.
    static func connection(of easy: borrowing Easy) -> UInt? {
        ccurl_get_tls(easy.handle).map { UInt(bitPattern: $0) }
    }

    static func wasAnnounced(_ connection: UInt) -> Bool {
        announced.withLock { $0.contains(connection) }
    }
}
