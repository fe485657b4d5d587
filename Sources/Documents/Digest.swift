internal import CCrypto
internal import DownloadCore

/// A running digest of libcrypto.
///
/// The corresponding pages are EVP_DigestInit_ex(3) and EVP_MD_CTX_new(3).
struct Digest: ~Copyable {
    private let algorithm: Checksum.Algorithm
    private let context: OpaquePointer

    /// Starts a digest.
    ///
    /// - Throws: `internal` when this libcrypto does not offer the algorithm (MD5 in FIPS mode) or there is no memory.
    init(_ algorithm: Checksum.Algorithm) throws(Failure) {
        guard let context = EVP_MD_CTX_new() else { throw Failure(.internal, "no memory for a digest") }
        let method =
            switch algorithm {
            case .md5: EVP_md5()
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            }
        guard EVP_DigestInit_ex(context, method, nil) == 1 else {
            // There is no value yet whose deinit would do it.
            EVP_MD_CTX_free(context)
            throw Failure(.internal, "libcrypto does not offer \(algorithm.rawValue)")
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { throw Failure(.internal, "EVP_DigestUpdate failed") }
    }

    consuming func finish() throws(Failure) -> Checksum {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { throw Failure(.internal, "EVP_DigestFinal_ex failed") }
        let hex = bytes.prefix(Int(count)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }
        guard let checksum = Checksum(algorithm, hex: hex.joined()) else { throw Failure(.internal, "a digest of \(count) bytes") }
        return checksum
    }
}
