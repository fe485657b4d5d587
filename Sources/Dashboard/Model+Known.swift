extension Model {
    /// Addresses of the Add dialog of which nobody has said whether the list has them.
    public var wantedURLs: [String] {
        guard case .add(let prompt) = overlays.last else { return [] }
        return prompt.urls.lazy.map { AddPrompt.withoutUser($0[...]) }.filter { !askedURLs.contains($0) }
    }

    mutating func note(known urls: [String], asked: [String]) {
        askedURLs.formUnion(asked)
        knownURLs.formUnion(urls)
        guard !urls.isEmpty, case .add(var prompt) = overlays.last else { return }
        replaceAdd(&prompt)
    }

    /// What the list had some time ago says nothing of now.
    mutating func forgetKnown() {
        askedURLs = []
        knownURLs = []
    }
}
