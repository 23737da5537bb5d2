import CatchwordCompletion
import CatchwordFiles

extension WorkspaceRoot {
  /// Reports the ignore files that are over a limit, each once.
  func report(_ leftOut: FileWalker.LeftOut) {
    let hidden = "Files that the rules before that do not mention are treated as ignored."
    var messages = leftOut.ruleFiles.map { place in
      "\(place): more than \(IgnoreRules.maximumRules) rules, or \(IgnoreRules.maximumBytes >> 20) MiB, do not count, "
        + "nor what takes more than \(IgnoreBudget.maximumHeldBytes >> 20) MiB of memory with the rules of other folders. "
        + hidden
    }
    if leftOut.isSpent {
      messages.append(
        "The rules of the ignore files in the workspace \(path) take too long to compare; "
          + "its other files are treated as ignored.")
    }
    for message in messages where reportedRules.insert(message).inserted { environment.log.report(.warning, message) }
  }
}
