/// A digest that a finished file must have.
public struct Checksum: Sendable, Hashable, Codable {
    /// The digests that Haul computes; raw values are the names people type.
    public enum Algorithm: String, Sendable, Hashable, Codable, CaseIterable {
        case md5
        case sha1 = "sha-1"
        case sha256 = "sha-256"
        case sha512 = "sha-512"

        /// The length of the digest in bytes.
        public var byteCount: Int {
            switch self {
            case .md5: 16
            case .sha1: 20
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    public let algorithm: Algorithm

    /// Lower-case hexadecimal digits, two a byte.
    public let hex: String

    /// Makes a checksum from an algorithm and its digest; nil when the digest has another length or other characters.
    public init?(_ algorithm: Algorithm, hex: String) {
        let digits = hex.lowercased()
        let isHexadecimal = digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard isHexadecimal, digits.utf8.count == algorithm.byteCount * 2 else { return nil }
        self.algorithm = algorithm
        self.hex = digits
    }

    /// Reads `TYPE=HEX`; `sha256` is understood as `sha-256`.
    ///
    /// Nil when it is neither.
    public init?(parsing text: String) {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = text[..<equals].lowercased()
        let known = Algorithm.allCases.first { $0.rawValue == name || $0.rawValue.filter { $0 != "-" } == name }
        guard let known else { return nil }
        self.init(known, hex: String(text[text.index(after: equals)...]))
    }
}
