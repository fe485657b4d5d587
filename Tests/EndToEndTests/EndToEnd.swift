import Testing

/// The whole program, as processes.
///
/// One test runs at a time: several measure time, and all of them start programs.
@Suite(.serialized)
struct EndToEnd {}
