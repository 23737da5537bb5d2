extension WorkspaceRoot {
  /// The folder of a root, and its relation to the other roots.
  struct Place: Equatable, Sendable {
    /// The path of the folder as it was given.
    let path: String
    /// True for a folder that is not open, whose words come behind.
    var isFurther = false
    /// The paths of other roots in the folder, which tell the listener of their files themselves.
    var others: [String] = []

    /// True for a file of another root in this folder.
    ///
    /// - Complexity: O(number of other roots).
    func isOfOther(_ path: String) -> Bool { others.contains { path.hasPrefix("\($0)/") } }

    /// True for a file of this root.
    ///
    /// - Complexity: O(number of other roots).
    func contains(_ path: String) -> Bool { path.hasPrefix("\(self.path)/") && !isOfOther(path) }
  }

  /// The path of the folder as it was given.
  nonisolated var path: String { place.path }
}
