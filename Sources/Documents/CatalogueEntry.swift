/// A published file as the catalogue lists it.
public struct CatalogueEntry: Sendable, Hashable, Codable {
    /// Its name in the documents directory, with the folders below it that a rule put it into: `Videos/film.mkv`.
    public var name: String

    /// The name it had where it came from.
    public var originalName: String

    /// Where it came from, without user, password and, by default, query; nil when that is not known.
    public var url: String?

    /// Bytes.
    public var size: Int64

    /// The verified checksum as `TYPE=HEX`, where there was one.
    public var digest: String?

    /// When it was published, in seconds since 1970.
    public var time: Int64
    public var device: UInt64
    public var inode: UInt64

    public init(
        name: String,
        originalName: String,
        url: String?,
        size: Int64,
        digest: String?,
        time: Int64,
        device: UInt64,
        inode: UInt64
    ) {
        self.name = name
        self.originalName = originalName
        self.url = url
        self.size = size
        self.digest = digest
        self.time = time
        self.device = device
        self.inode = inode
    }
}
