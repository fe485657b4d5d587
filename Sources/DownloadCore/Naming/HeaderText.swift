/// The text of header bytes as servers really send them.
public enum HeaderText {
    /// UTF-8 where the bytes are valid as such, else Latin-1, in which every byte is a character; so nothing is ever lost or refused.
    public static func decode(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return latin1(bytes)
    }

    static func latin1(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
