internal import DownloadCore

/// The digest that a downloaded file must have; a file with another one is never delivered.
public struct Digest: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The digests that the agent computes.
    public enum Algorithm: String, Sendable, Hashable, Codable, CaseIterable {
        /// MD5, 16 bytes: against damage only, not against people.
        case md5
        /// SHA-1, 20 bytes: against damage only, not against people.
        case sha1 = "sha-1"
        /// SHA-256, 32 bytes.
        case sha256 = "sha-256"
        /// SHA-512, 64 bytes.
        case sha512 = "sha-512"
    }

    /// How the digest is computed.
    public let algorithm: Algorithm

    /// The digest in lower-case hexadecimal digits, two a byte.
    public let hexadecimal: String

    /// Makes a digest of its hexadecimal digits.
    ///
    /// Nil when `hexadecimal` has another length than the algorithm's digests, or other characters.
    public init?(_ algorithm: Algorithm, hexadecimal: String) {
        guard let known = Checksum.Algorithm(rawValue: algorithm.rawValue), let checksum = Checksum(known, hex: hexadecimal) else {
            return nil
        }
        self.algorithm = algorithm
        self.hexadecimal = checksum.hex
    }

    /// The form `sha-256=…` that `haul` takes as well.
    public var description: String {
        "\(algorithm.rawValue)=\(hexadecimal)"
    }

    private enum CodingKeys: String, CodingKey {
        case algorithm, hexadecimal
    }

    /// Reads what `encode(to:)` wrote; anything else is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let algorithm = try container.decode(Algorithm.self, forKey: .algorithm)
        guard let digest = Digest(algorithm, hexadecimal: try container.decode(String.self, forKey: .hexadecimal)) else {
            throw DecodingError.dataCorruptedError(forKey: .hexadecimal, in: container, debugDescription: "not a digest of this kind")
        }
        self = digest
    }

    var checksum: Checksum? {
        Checksum.Algorithm(rawValue: algorithm.rawValue).flatMap { Checksum($0, hex: hexadecimal) }
    }

    init?(_ checksum: Checksum) {
        guard let algorithm = Algorithm(rawValue: checksum.algorithm.rawValue) else { return nil }
        self.init(algorithm, hexadecimal: checksum.hex)
    }
}
