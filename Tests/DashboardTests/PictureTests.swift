import Dashboard
import DownloadCore
import Foundation
import Screen
import Testing

/// The pictures of the README are goldens too: `RECORD_GOLDENS=1` draws them anew, and what the dashboard does not look like fails.
struct PictureTests {
    /// What is shown, and how large.
    struct Shot: Sendable, CustomTestStringConvertible {
        var name: String
        var width: Int
        var height: Int

        var testDescription: String { name }
    }

    private static let clock = WallTime(seconds: 1_796_000_000)

    /// The simulated downloads of `haul demo` after a while, with two tasks marked and the cursor on a third.
    private static func model(_ shot: Shot) -> Model {
        let seconds = 84
        var simulation = Simulation(now: clock.advanced(by: .seconds(Int64(-seconds))))
        var model = Model(size: Size(width: shot.width, height: shot.height), clock: simulation.now, hasAgent: true)
        _ = update(&model, .tasks(simulation.tasks))
        // The graph of the last minute; what a key says of itself is gone by the end.
        for key in "ZZ" { _ = update(&model, .key(.character(key))) }
        for step in 1...seconds * 4 {
            simulation.advance(to: clock.advanced(by: .milliseconds(step * 250 - seconds * 1_000)))
            _ = update(&model, .tick(simulation.now))
            _ = update(&model, .tasks(simulation.tasks))
            if step % 4 == 0 { _ = update(&model, .totals(Totals(of: simulation.tasks, limit: nil, freeSpace: 412 << 30))) }
        }
        for key in "g  j" { _ = update(&model, .key(.character(key))) }
        if let id = model.cursor, let details = simulation.details(id) { _ = update(&model, .details(details)) }
        return model
    }

    @Test(arguments: [Shot(name: "dashboard", width: 120, height: 36), Shot(name: "dashboard-narrow", width: 40, height: 15)])
    func `the pictures show what the dashboard shows`(shot: Shot) throws {
        let frame = view(Self.model(shot))
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../assets")
        for (ending, look) in [("dark", Picture.Look.dark), ("light", Picture.Look.light)] {
            let picture = Picture.svg(frame, look, description: "Haul's dashboard with \(shot.width) columns")
            let file = folder.appendingPathComponent("\(shot.name)-\(ending).svg").standardized
            if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
                try Data(picture.utf8).write(to: file)
                Issue.record("drew \(file.lastPathComponent); run again without RECORD_GOLDENS")
            } else {
                #expect(picture == String(decoding: try Data(contentsOf: file), as: UTF8.self), "\(file.lastPathComponent)\n\(frame.text)")
            }
        }
    }
}
