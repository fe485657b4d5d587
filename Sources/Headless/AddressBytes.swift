import DownloadCore
import Screen

/// A check of addresses byte by byte: a million lines must not cost a million parsed addresses.
///
/// It accepts nothing in ASCII that `Address` refuses.
enum AddressBytes {
    /// Why the bytes are no address that can be fetched; nil when they are one.
    ///
    /// The address itself is repeated only when it has no scheme: what stands behind one may be a password.
    static func fault(in bytes: ArraySlice<UInt8>) -> String? {
        for byte in bytes where byte <= 0x20 || byte == 0x7F {
            return "an address cannot hold spaces or control characters"
        }
        guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: mark) else {
            return "\(String(decoding: bytes.prefix(200), as: UTF8.self).quoted) is no address; an address begins like https://"
        }
        guard isKnown(scheme: bytes[..<colon]) else {
            let scheme = String(decoding: bytes[..<colon].prefix(40), as: UTF8.self).quoted
            return "\(scheme) is not supported; use http, https, ftp, ftps or sftp"
        }
        return hostFault(in: bytes[(colon + 3)...])
    }

    private static let mark: [UInt8] = Array("://".utf8)
    private static let schemes = Address.downloadSchemes.map { Array($0.utf8) }

    private static func isKnown(scheme: ArraySlice<UInt8>) -> Bool {
        schemes.contains { known in
            known.count == scheme.count && zip(known, scheme).allSatisfy { $0 == $1 | 0x20 && $1 > 0x40 }
        }
    }

    /// Looks at `user:password@host:port` up to the path.
    private static func hostFault(in bytes: ArraySlice<UInt8>) -> String? {
        let end = bytes.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        var server = bytes[..<end]
        if let at = server.lastIndex(of: 0x40) { server = server[(at + 1)...] }
        let bracket = server.lastIndex(of: 0x5D)
        if let colon = server.lastIndex(of: 0x3A), bracket.map({ colon > $0 }) ?? true {
            let digits = server[(colon + 1)...]
            var port = 0
            for digit in digits {
                guard (0x30...0x39).contains(digit), port <= 65_535 else { return "the address has no valid port" }
                port = port * 10 + Int(digit - 0x30)
            }
            guard port <= 65_535 else { return "the address has no valid port" }
            server = server[..<colon]
        }
        guard !server.isEmpty else { return "the address has no host" }
        return Address.isHost(server) ? nil : "the address has no valid host"
    }
}
