extension Sort {
    /// The columns that published files have; any other one stands for the time at which they ended.
    public static let fileColumns: [Column] = [.ended, .name, .size]

    /// How published files are listed, unless somebody wants it otherwise.
    public static let newestFiles = Sort(.ended, isDescending: true)

    /// What decides where a published file stands.
    public struct FilePlace: Sendable, Hashable {
        private var original: String
        private var bytes: Int64
        private var time: Int64
        private var published: String

        /// - Parameters:
        ///   - original: the name that it had where it came from; letters of ASCII count alike in either case.
        ///   - bytes: its length.
        ///   - time: when it was published, in any unit.
        ///   - published: the name that it has, which decides among equals.
        public init(original: String, bytes: Int64, time: Int64, published: String) {
            self.original = original
            self.bytes = bytes
            self.time = time
            self.published = published
        }

        fileprivate func isBefore(_ other: FilePlace, by column: Column) -> Bool {
            switch column {
            case .name:
                let (own, others) = (FilePlace.folded(original), FilePlace.folded(other.original))
                return own == others ? published < other.published : own.lexicographicallyPrecedes(others)
            case .size: return (bytes, published) < (other.bytes, other.published)
            default: return (time, published) < (other.time, other.published)
            }
        }

        private static func folded(_ text: String) -> [UInt8] {
            text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
        }
    }

    /// Whether one published file stands before another; the order is turned around as a whole.
    public func precedes(_ left: FilePlace, _ right: FilePlace) -> Bool {
        isDescending ? right.isBefore(left, by: column) : left.isBefore(right, by: column)
    }
}
