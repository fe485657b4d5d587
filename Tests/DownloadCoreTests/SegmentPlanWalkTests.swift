import FoundationEssentials
import Testing

@testable import DownloadCore

/// Random walks over a plan beside a simulated file: what the plan says must be true of the file after every step.
@Suite(.serialized) struct SegmentPlanWalkTests {
    /// A plan, the file it speaks of byte by byte, and the connections that fill it.
    private struct World {
        var plan = SegmentPlan()
        let total: Int
        var file: [Bool]
        var synced: [Bool]
        var marks: [(mark: [Int64: Int64], file: [Bool])] = []
        var owners: Set<ConnectionID> = []
        var takers: Set<ConnectionID> = []
        var next: Int64 = 1

        init(total: Int, isKnown: Bool) {
            self.total = total
            file = Array(repeating: false, count: total)
            synced = file
            if isKnown { _ = plan.establish(total: Int64(total)) }
        }
    }

    private func step(_ world: inout World, _ random: inout SeededRandom) {
        let before = world.plan.written
        var mayShrink = false
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<20:
            assign(&world, &random)
        case 20..<30:
            guard let taker = world.takers.randomElement(using: &random) else { break }
            world.takers.remove(taker)
            if let takeover = world.plan.confirm(taker) {
                world.owners.insert(taker)
                if let old = takeover.from { #expect(old != taker) }
            }
        case 30..<75:
            advance(&world, &random)
        case 75..<82:
            guard let leaving = world.owners.union(world.takers).randomElement(using: &random) else { break }
            world.plan.release(leaving)
            world.owners.remove(leaving)
            world.takers.remove(leaving)
        case 82..<87:
            world.marks.append((world.plan.mark, world.file))
        case 87..<92:
            guard !world.marks.isEmpty else { break }
            let sync = world.marks.removeFirst()
            for index in world.synced.indices where sync.file[index] { world.synced[index] = true }
            world.plan.settle(sync.mark)
        case 92:
            loseEverythingUnsynced(&world)
            mayShrink = true
        case 93:
            truncate(&world, to: Int.random(in: 0...world.total, using: &random))
            mayShrink = true
        case 94..<97:
            store(&world)
        default:
            world.plan.releaseAll()
            world.owners = []
            world.takers = []
        }
        #expect(mayShrink || world.plan.written >= before)
    }

    private func assign(_ world: inout World, _ random: inout SeededRandom) {
        let id = ConnectionID(rawValue: world.next)
        world.next += 1
        let slow = random.oneIn(4) ? world.owners.randomElement(using: &random) : nil
        let piece = Int64(Int.random(in: 0...20, using: &random))
        let assignment =
            if let slow { world.plan.assign(id, replacing: slow) } else { world.plan.assign(id, smallestPiece: piece) }
        guard let assignment else { return }
        if assignment.isTakeover { world.takers.insert(id) } else { world.owners.insert(id) }
        #expect(assignment.start < assignment.end ?? .max)
    }

    private func advance(_ world: inout World, _ random: inout SeededRandom) {
        guard let id = world.owners.randomElement(using: &random),
            let segment = world.plan.segments.first(where: { $0.owner == id })
        else { return }
        // A server may send more than was asked for: the transport stops at the end, the plan must not count it either.
        let position = segment.position + Int64(Int.random(in: 0...40, using: &random))
        for offset in segment.position..<max(segment.position, min(position, segment.end ?? Int64(world.total), Int64(world.total))) {
            world.file[Int(offset)] = true
        }
        let reached = segment.end == nil ? min(position, Int64(world.total)) : position
        world.plan.advance(id, to: reached)
        if segment.end == nil, reached == Int64(world.total), random.oneIn(2) { #expect(world.plan.establish(total: reached) == true) }
    }

    private func loseEverythingUnsynced(_ world: inout World) {
        world.plan.fallBackToDurable()
        world.file = world.synced
        world.marks = []
        world.plan.releaseAll()
        (world.owners, world.takers) = ([], [])
    }

    private func truncate(_ world: inout World, to length: Int) {
        world.plan.truncate(to: Int64(length))
        for index in length..<world.total {
            world.file[index] = false
            world.synced[index] = false
        }
        world.marks = []
        world.plan.releaseAll()
        (world.owners, world.takers) = ([], [])
    }

    private func store(_ world: inout World) {
        guard let data = try? JSONEncoder().encode(world.plan), let read = try? JSONDecoder().decode(SegmentPlan.self, from: data) else {
            return #expect(Bool(false), "the plan cannot be stored")
        }
        world.plan.releaseAll()
        world.marks = []
        #expect(read.written == world.plan.written)
        #expect(read.total == world.plan.total)
        world.plan = read
        world.plan.releaseAll()
        (world.owners, world.takers) = ([], [])
    }

    private func check(_ world: World) {
        #expect(world.plan.isSound)
        let owners = world.plan.segments.compactMap(\.owner)
        #expect(Set(owners).count == owners.count)
        #expect(Set(owners).isSubset(of: world.owners))
        var counted = 0
        for segment in world.plan.segments {
            for offset in segment.start..<segment.position where !world.file[Int(offset)] {
                return #expect(Bool(false), "byte \(offset) is not there")
            }
            for offset in segment.start..<segment.start + segment.durable where !world.synced[Int(offset)] {
                return #expect(Bool(false), "byte \(offset) is not on the disk")
            }
            counted += Int(segment.written)
        }
        #expect(counted == Int(world.plan.written))
        #expect(!world.plan.isComplete || world.file.allSatisfy { $0 })
        #expect(world.plan.extent <= Int64(world.total))
    }

    @Test(arguments: 1...24)
    func `whatever happens, the plan says nothing that is not true`(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        var world = World(total: [1, 7, 100, 400][seed % 4], isKnown: seed % 3 != 0)
        for _ in 0..<1_500 {
            step(&world, &random)
            check(world)
        }
        // Left alone, one connection finishes it.
        world.plan.releaseAll()
        for number in Int64(1_000_000)..<1_001_000 {
            let id = ConnectionID(rawValue: number)
            guard world.plan.assign(id, smallestPiece: 1) != nil else { break }
            let end = world.plan.range(of: id)?.upperBound ?? 0
            world.plan.advance(id, to: min(end, Int64(world.total)))
            if world.plan.total == nil { #expect(world.plan.establish(total: Int64(world.total)) == true) }
            world.plan.release(id)
        }
        #expect(world.plan.isComplete)
        #expect(world.plan.segments.count == 1 || world.plan.durable > 0)
    }
}
