/// A limit for the user's own files, and an equal one for the files of projects, so that a project that has too much
/// takes nothing from the user's own.
struct SnippetAllowance: Sendable {
  private let limit: Int
  private var used = 0
  private var usedByProjects = 0

  init(_ limit: Int) { self.limit = limit }

  /// Returns the amount that is left for files of a project, or for the user's own files when `project` is nil.
  func left(for project: String?) -> Int { max(0, limit - (project == nil ? used : usedByProjects)) }

  /// Takes an amount; a negative one is given back.
  mutating func take(_ amount: Int, for project: String?) {
    if project == nil { used += amount } else { usedByProjects += amount }
  }
}
