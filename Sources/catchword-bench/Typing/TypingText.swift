import CatchwordPrediction
import CatchwordText

/// A text that is typed from its beginning, with the other files that are known.
struct TypingText {
  /// A kind of writing: code, whose names are typed to be found again, prose, and prose with no other files beside it.
  enum Kind: String, CaseIterable {
    case code
    case prose
    case proseAlone = "prose alone"

    /// Returns the kind of a file, by its name.
    init(path: String) {
      let document = DocumentSnapshot(uri: path, languageID: Language.id(forPath: path), version: 1, text: Text())
      self = document.isProse ? .prose : .code
    }
  }

  let file: ReplayFolder.File
  /// The other files of the replayed folder and of its subfolders.
  let others: [ReplayFolder.File]

  /// The number of other files that a plain completion has open.
  static let neighbourCount = 10

  var kind: Kind {
    let kind = Kind(path: file.path)
    return kind == .prose && others.isEmpty ? .proseAlone : kind
  }

  /// The files of the same folder with the nearest names, as someone who works on this file has them open.
  var neighbours: [ReplayFolder.File] {
    let folder = TypingText.folder(of: file)
    let siblings = others.filter { TypingText.folder(of: $0) == folder }
    let place = siblings.firstIndex { $0.path > file.path } ?? siblings.count
    let first = max(0, min(place - TypingText.neighbourCount / 2, siblings.count - TypingText.neighbourCount))
    return Array(siblings[first...].prefix(TypingText.neighbourCount))
  }

  private static func folder(of file: ReplayFolder.File) -> Substring {
    file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)]
  }

  /// Returns the byte ranges of the first `count` words that are long enough to be completed.
  ///
  /// - Complexity: O(*n*).
  func words(first count: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    ReplayToken.forEach(in: file.text) { token in
      guard words.count < count, token.kind == .word, token.length >= TypingText.leastLength else { return }
      words.append(token.range)
    }
    return words
  }

  /// The minimum length of a word for a menu, in letters.
  static let leastLength = 2
}

extension TypingText {
  /// Returns the texts to type of a folder, or of a single file, which has no other files.
  ///
  /// - Throws: `ReplayFolder.Failure` when there is nothing to type.
  static func texts(at path: String, _ options: TypingOptions) throws -> [TypingText] {
    if let file = try ReplayFolder.singleFile(at: path) { return [TypingText(file: file, others: [])] }
    let corpus = ReplayCorpus(try ReplayFolder(path: path).files)
    let drawn = Kind.allCases.flatMap { kind in
      HeldOutFile.draw(
        from: corpus, extensions: options.extensions, files: options.files, words: 0, seed: options.seed
      ) { Kind(path: $0) == kind }
    }
    if drawn.isEmpty { throw HeldOutFile.nothingToType(in: path, extensions: options.extensions) }
    let files = corpus.spans.map(\.file)
    return drawn.map { held in
      var others = files
      return TypingText(file: others.remove(at: held.number), others: others)
    }
  }
}
