internal import DownloadCore
public import FoundationEssentials
internal import Platform

/// The program that the agent starts when events of a session wait and nobody is attached to it (row 51).
///
/// It is run without a shell, with the session's identifier in the environment variable `BACKGROUND_SESSION`; `BackgroundLaunch.claim()` reads it.
public struct LaunchCommand: Sendable, Hashable, Codable {
    /// The program, an absolute path or a name to be found in `PATH`, and its arguments.
    public var arguments: [String]

    /// The folder that the program starts in; nil for the person's home.
    public var workingDirectory: URL?

    /// Variables that are added to the agent's own environment.
    public var environment: [String: String]

    /// Makes a command of a program and its arguments.
    ///
    ///     configuration.launchCommand = LaunchCommand(["/usr/bin/podcasts", "--downloads-ended"])
    ///
    /// - Parameters:
    ///   - arguments: the program, an absolute path or a name to be found in `PATH`, and its arguments.
    ///   - workingDirectory: the folder that the program starts in; nil for the person's home.
    ///   - environment: variables that are added to the agent's own.
    public init(_ arguments: [String], workingDirectory: URL? = nil, environment: [String: String] = [:]) {
        self.arguments = arguments
        self.workingDirectory = workingDirectory
        self.environment = environment
    }

    /// Makes a command that starts the running program again, with these arguments.
    ///
    /// Nil where the system does not tell which program this is.
    public static func thisProgram(_ arguments: [String] = []) -> LaunchCommand? {
        guard let path = ThisProcess.program else { return nil }
        return LaunchCommand([path] + arguments)
    }

    var core: SessionConfiguration.LaunchOrder {
        .init(arguments: arguments, workingDirectory: workingDirectory?.path(percentEncoded: false), environment: environment)
    }
}
