import DownloadCore

extension Model {
    /// A refusal with the names of tasks beside their numbers, as far as the tasks are known here.
    public func named(refusal: String) -> String {
        var words = refusal.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices.dropFirst() where words[index - 1] == "task" {
            let digits = words[index].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int64(digits), let task = tasks.first(where: { $0.id.rawValue == number }) else { continue }
            words[index] = "\(digits) (\(task.name))" + words[index].dropFirst(digits.count)
        }
        return words.joined(separator: " ")
    }
}
