/// The base 64 text of a text's bytes (RFC 4648 section 4), for checking `Authorization: Basic`.
public func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        var word = 0
        for index in 0..<3 { word = word << 8 | (index < group.count ? Int(group[start + index]) : 0) }
        for index in 0..<4 {
            result.append(index <= group.count ? alphabet[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
        }
    }
    return String(decoding: result, as: UTF8.self)
}
