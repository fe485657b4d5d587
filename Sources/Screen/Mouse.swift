/// What a person did with the mouse; rows and columns count from 0.
public enum Mouse: Sendable, Hashable {
    /// The left button went down.
    case press(row: Int, column: Int)

    /// The wheel was turned by so many rows, down when positive.
    case wheel(lines: Int, row: Int, column: Int)

    /// How many rows one notch of the wheel moves.
    public static let rowsOfWheel = 3
}
