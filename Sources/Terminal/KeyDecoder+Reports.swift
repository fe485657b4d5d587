import Screen

extension KeyDecoder {
    /// What a terminal says in a control sequence.
    enum Report: Equatable {
        case mouse(Mouse)
        /// The state of a mode (DECRPM): 1 and 2 are set and reset, 0 is unknown, 3 and 4 cannot be changed.
        case mode(Int, Int)

        /// Reads the parameters of a sequence; nil for one that says nothing to us.
        init?(_ parameters: [UInt32], final: UInt32) {
            guard parameters.count <= 32 else { return nil }
            let text = String(String.UnicodeScalarView(parameters.compactMap(Unicode.Scalar.init)))
            switch (text.first, final) {
            case ("<", 0x4D):
                let numbers = Report.numbers(text.dropFirst())
                guard numbers.count == 3, let report = Report.mouse(button: numbers[0], column: numbers[1], row: numbers[2]) else {
                    return nil
                }
                self = report
            case ("?", 0x79):
                guard text.last == "$" else { return nil }
                let numbers = Report.numbers(text.dropFirst().dropLast())
                guard numbers.count == 2 else { return nil }
                self = .mode(numbers[0], numbers[1])
            default:
                return nil
            }
        }

        /// A report of the old form: button, column and row, each plus 32.
        static func oldMouse(_ values: [UInt32]) -> Report? {
            guard values.count == 3, values.allSatisfy({ (32...255).contains($0) }) else { return nil }
            return mouse(button: Int(values[0]) - 32, column: Int(values[1]) - 32, row: Int(values[2]) - 32)
        }

        /// Presses of the left button and the wheel; Shift, Alt and Control (4, 8, 16) belong to the terminal, motion (32) was not asked for.
        private static func mouse(button: Int, column: Int, row: Int) -> Report? {
            guard column > 0, row > 0, column <= 10_000, row <= 10_000 else { return nil }
            switch button {
            case 0: return .mouse(.press(row: row - 1, column: column - 1))
            case 64: return .mouse(.wheel(lines: -Mouse.rowsOfWheel, row: row - 1, column: column - 1))
            case 65: return .mouse(.wheel(lines: Mouse.rowsOfWheel, row: row - 1, column: column - 1))
            default: return nil
            }
        }

        /// Numbers between semicolons; empty when one of them is none.
        private static func numbers(_ text: Substring) -> [Int] {
            let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
            return numbers.count == parts.count ? numbers : []
        }
    }
}
