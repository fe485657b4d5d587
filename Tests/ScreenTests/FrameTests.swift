import Screen
import Testing

struct FrameTests {
    @Test func `a wide character has a second cell and is never cut in two`() {
        var frame = Frame(size: Size(width: 5, height: 1))
        frame.put("日本語", x: 0, y: 0)
        #expect(frame.text == "日本 \n")
        #expect(frame[1, 0].isContinuation && frame[3, 0].isContinuation)
        frame.put("x", x: 1, y: 0)
        #expect(frame.text == " x本 \n")
        frame.put("y", x: 2, y: 0)
        #expect(frame.text == " xy  \n")
    }

    @Test func `writing outside of the frame does nothing`() {
        var frame = Frame(size: Size(width: 3, height: 2))
        for (x, y) in [(-5, 0), (3, 0), (0, -1), (0, 2), (.max, 0)] { frame.put(x == .max ? "" : "abc", x: min(x, 1_000), y: y) }
        #expect(frame.text == "   \n   \n")
        frame.put("abcdef", x: -2, y: 0)
        #expect(frame.text == "cde\n   \n")
        frame.clear(Rect(x: -4, y: -4, width: 100, height: 100))
        #expect(frame == Frame(size: Size(width: 3, height: 2)))
    }

    @Test func `raw controls never get into a cell`() {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.put("a\u{1B}\u{9B}\u{202E}b", x: 0, y: 0)
        #expect(frame.text == "a???b \n")
    }

    @Test func `roles are letters and reversed ones differ`() {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.put("日ab", x: 0, y: 0, role: .failed)
        frame.put("..", x: 4, y: 0)
        frame.reverse(from: 0, count: 1, y: 0)
        frame.reverse(from: 5, count: 9, y: 0)
        #expect(frame.roles == "FFff.#\n")
    }

    @Test func `every role has its own letter`() {
        #expect(Set(Role.allCases.map(\.letter)).count == Role.allCases.count)
    }

    @Test func `a table is as wide as its content`() {
        var table = TextTable(columns: [
            .init("ID", isRightAligned: true), .init("NAME", maximumWidth: 10), .init("SIZE", isRightAligned: true),
        ])
        table.append(["1", "日本", "3.72 GiB"])
        table.append(["12", "a-very-long-name.iso", "?"])
        table.append(["3", "\u{1B}[2J"])
        #expect(table.lines == ["ID  NAME            SIZE", " 1  日本        3.72 GiB", "12  a-very…iso         ?", " 3  \\x1b[2J"])
    }
}
