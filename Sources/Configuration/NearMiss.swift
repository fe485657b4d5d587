/// Suggestions for words that are almost right.
enum NearMiss {
    /// The known word that is nearest to the given one, if it is near at all.
    static func suggestion(for word: String, among known: [String]) -> String? {
        let limit = max(1, min(word.count, 24) / 4 + 1)
        let candidates = known.map { (word: $0, distance: distance(word, $0)) }
        return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
    }

    /// The number of letters that must be changed, added, left out or swapped with their neighbour.
    static func distance(_ left: String, _ right: String) -> Int {
        // Nobody mistypes words so long, and the work grows with the square.
        let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
        var before = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isEqual = left[row] == right[column]
                var best = min(previous[column] + (isEqual ? 0 : 1), min(previous[column + 1], current[column]) + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
