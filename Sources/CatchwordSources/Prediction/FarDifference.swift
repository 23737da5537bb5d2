import CatchwordFiles
import CatchwordPrediction

/// The files of a far text beside those that its root has found.
struct FarDifference {
  /// True for each of the files, in their order, that the model is to read beside the text.
  private(set) var isNew: [Bool] = []
  /// The paths of files whose tokens in the text do not count: they are gone, or another root's.
  private(set) var dead: [String] = []
  /// The paths of files that the text has in another state.
  private(set) var changed: [String] = []
  /// The number of files that are not in the text in their present state, or are gone.
  private(set) var count = 0
  private let limit: Int
  private let isUnfinished: Bool

  /// Compares a text with files.
  ///
  /// - Parameter isOther: True for the files of another root, which this one's text may have, but for other servers.
  /// - Complexity: O(*n* log *n*).
  init(_ text: FarText, _ found: [(path: String, stamp: FileAccess.Stamp)], isOther: (_ path: String) -> Bool) {
    (limit, isUnfinished) = (FollowingLimit.files(of: text.fileCount), text.isUnfinished)
    var known = 0
    for (path, stamp) in found {
      let old = text.stamp(of: path)
      if old != nil { known += 1 }
      // What did not fit is not taken one by one.
      let hasChanged = old != stamp && !(old == nil && text.isCut)
      let isOther = isOther(path)
      if hasChanged { count += 1 }
      isNew.append(hasChanged && !isOther)
      if old != nil, isOther { dead.append(path) }
      if old != nil, hasChanged, !isOther { changed.append(path) }
    }
    guard known < text.fileCount else { return }
    let all = Set(found.map(\.path))
    let gone = text.paths.filter { !all.contains($0) }
    dead += gone
    count += gone.count
  }

  /// True when the text is to be gone on with, or so much differs that it is to be made anew.
  var isStale: Bool { isUnfinished || count > limit }
}
