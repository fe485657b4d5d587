internal import DownloadCore
public import FoundationEssentials

/// What a later task needs to go on where an earlier one stopped: opaque bytes that may be kept anywhere.
///
/// The bytes of the file themselves stay with the agent, for 7 days as a rule. Whether they can still be used is only known when a task asks the server:
/// if not, it starts over and says so with `didResume` at offset 0 (rows 45, 48).
public struct ResumeData: Sendable, Hashable {
    /// The bytes to keep.
    public let dataRepresentation: Data

    let ticket: ResumeTicket

    /// The address of the file.
    package var url: URL? { URL(string: ticket.url) }

    /// Reads bytes that were kept.
    ///
    /// - Throws: `BackgroundSessionError.Code.invalidResumeData` at once when they are not what `dataRepresentation` gave.
    public init(dataRepresentation: Data) throws {
        guard let ticket = ResumeDataCoding.ticket(in: dataRepresentation) else {
            throw BackgroundSessionError(.invalidResumeData, "These bytes are no resume data of this library; start the download anew.")
        }
        self.ticket = ticket
        self.dataRepresentation = dataRepresentation
    }

    init?(_ ticket: ResumeTicket) {
        guard let bytes = ResumeDataCoding.bytes(of: ticket) else { return nil }
        self.ticket = ticket
        dataRepresentation = bytes
    }
}

extension ResumeData: Codable {
    /// Reads what `encode(to:)` wrote, with the checks of `init(dataRepresentation:)`.
    public init(from decoder: any Decoder) throws {
        try self.init(dataRepresentation: decoder.singleValueContainer().decode(Data.self))
    }

    /// Writes `dataRepresentation`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(dataRepresentation)
    }
}

/// The form of resume data: eight bytes that name it, a version, JSON, and a checksum over all before it.
enum ResumeDataCoding {
    private static let magic = Array("HAULPART".utf8)
    private static let version: UInt8 = 1

    /// More than any address, validator and identifier together can need.
    private static let limit = 256 * 1024

    static func bytes(of ticket: ResumeTicket) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard isPlausible(ticket), let json = try? encoder.encode(ticket) else { return nil }
        var bytes = magic + [version] + json
        let sum = CRC32.checksum(bytes)
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
        return Data(bytes)
    }

    static func ticket(in data: Data) -> ResumeTicket? {
        let bytes = [UInt8](data.prefix(limit + 1))
        guard bytes.count > magic.count + 5, bytes.count <= limit, bytes.starts(with: magic), bytes[magic.count] == version else {
            return nil
        }
        let body = bytes.dropLast(4)
        let sum = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard CRC32.checksum(body) == sum else { return nil }
        let ticket = try? JSONDecoder().decode(ResumeTicket.self, from: Data(body.dropFirst(magic.count + 1)))
        return ticket.flatMap { isPlausible($0) ? $0 : nil }
    }

    /// What the agent may rely on: the checksum tells of damage, not of an author who knows how to compute it.
    private static func isPlausible(_ ticket: ResumeTicket) -> Bool {
        !ticket.store.isEmpty && ticket.task.rawValue > 0 && ticket.offset >= 0 && ticket.total.map { $0 >= ticket.offset } ?? true
            && WebAddress.isSupported(ticket.url)
    }
}

/// The checksum of gzip and PNG (polynomial 0xEDB88320, reflected).
enum CRC32 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
