#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A configuration file of the user that gets a block of lines.
struct EditedFile {
  /// The reason why a file is not changed.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The path, as the editor knows it; it may be a link, which stays one.
  let path: String
  let block: MarkedBlock
  /// The line at the end that must stay behind the block; nil where a file has none.
  var closing: ClosingLine?
  /// True for a file that names the client elsewhere, so that nothing is added. A block that is there can be removed.
  var isLeftAlone = false

  /// The paths of copies of the file as it was before a change; the first that is free is taken.
  private var backups: [String] {
    ["\(path).before-catchword"] + (2...99).map { "\(path).before-catchword-\($0)" }
  }

  /// The path of the copy that a change makes.
  var backup: String { backups.first { !Files.exist($0) } ?? backups[0] }

  /// The path of a copy with a text; nil when there is none.
  private func copy(of text: String) -> String? {
    backups.lazy.filter(Files.exist).first { FileManager.default.contents(atPath: $0) == Data(text.utf8) }
  }

  /// Returns the text; empty when there is no file.
  ///
  /// - Throws: `Failure`.
  func text() throws(Failure) -> String {
    guard Files.exist(path) else {
      // A link to nothing is somebody's arrangement.
      if FileKind(path) == .link { throw Failure(description: "\(path) is a link to a file that is not there") }
      return ""
    }
    if let refusal = Files.refusal(of: path) { throw Failure(description: "\(path): \(refusal)") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(description: "\(path) cannot be read; check its permissions")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(description: "\(path) is not UTF-8 text")
    }
    return text
  }

  /// Returns the text outside of the block.
  ///
  /// - Throws: `Failure`.
  func others() throws(Failure) -> String { try handled(try text(), block.others) }

  /// Returns the text outside of the block, without lines that are comments.
  ///
  /// - Throws: `Failure`.
  func code() throws(Failure) -> String {
    try others().unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      !String(line).drop(while: \.isWhitespace).hasPrefix(block.comment.prefix(1) == ";" ? ";" : block.comment)
    }.map { String($0) }.joined(separator: "\n")
  }

  /// The text that adds the block; nil when it is there already, or the file is left alone.
  ///
  /// - Throws: `Failure`.
  func addition() throws(Failure) -> String? {
    if isLeftAlone { return nil }
    let text = try text()
    let new = try handled(text) { (text) throws(MarkedBlock.Damage) in try block.added(to: text, before: closing) }
    return new == text ? nil : new
  }

  /// The text without the block; nil when it has none.
  ///
  /// - Throws: `Failure`.
  func removal() throws(Failure) -> String? { try handled(try text(), block.removed) }

  private func handled<Value>(_ text: String, _ body: (String) throws(MarkedBlock.Damage) -> Value) throws(Failure)
    -> Value
  {
    do throws(MarkedBlock.Damage) {
      return try body(text)
    } catch {
      throw Failure(
        description:
          "\(path):\(error.line): the lines of catchword setup have lost one of their two markers; remove them by hand"
      )
    }
  }

  /// Adds the block; keeps a copy of the file as it was before.
  ///
  /// - Throws: `Failure`.
  func add() throws(Failure) {
    guard let new = try addition() else { return }
    let text = try text()
    if Files.exist(path), try removal() == nil, copy(of: text) == nil { try write(text, to: backup, isCopy: true) }
    try write(new, to: path)
  }

  /// Removes the block, and the copy if it says nothing more; returns false when there was none.
  ///
  /// - Throws: `Failure`.
  func remove() throws(Failure) -> Bool {
    guard let new = try removal() else { return false }
    // A file without a line end at its end got one.
    let olds =
      [new]
      + ["\r\n", "\n"].filter { new.utf8.hasSuffix($0.utf8) }.map { end in
        String(decoding: new.utf8.dropLast(end.utf8.count), as: UTF8.self)
      }
    let found = olds.lazy.compactMap { old in copy(of: old).map { (old, $0) } }.first
    if found == nil, new.allSatisfy(\.isWhitespace) {
      try? FileManager.default.removeItem(atPath: path)
      return true
    }
    try write(found?.0 ?? new, to: path, remedy: "remove the lines between its two markers by hand")
    if let found { try? FileManager.default.removeItem(atPath: found.1) }
    return true
  }

  /// - Parameter remedy: What the user can do instead; nil to add the lines by hand.
  private func write(
    _ text: String, to path: String, isCopy: Bool = false, remedy: String? = nil
  ) throws(Failure) {
    let remedy = remedy ?? byHand
    let target = Files.exist(path) ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    do {
      let permissions = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
      // It is replaced as a whole, for which a folder that may be written is enough.
      if !isCopy, let mode = permissions as? Int, mode & 0o200 == 0 {
        throw Failure(description: "\(target) is read-only, so it is left as it is; \(remedy)")
      }
      try FileManager.default.createDirectory(
        atPath: String(target.prefix(upTo: target.lastIndex(of: "/") ?? target.endIndex)),
        withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: target), options: .atomic)
      if let permissions {
        try? FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        description: (isCopy
          ? "\(target), a copy of \(self.path), cannot be written, so that is left as it is; "
          : "\(target) cannot be written; ") + remedy)
    }
  }

  /// The end of a sentence that has the user add the lines.
  private var byHand: String { "add these lines by hand:\n" + block.lines.joined(separator: "\n") }

  /// A refusal to change the file.
  ///
  /// - Parameter reason: Why, and the remedy, in words that follow its path.
  func refusal(_ reason: String) -> Failure { Failure(description: "\(path) \(reason)") }
}

extension Collection where Element: Equatable {
  fileprivate func hasSuffix(_ other: some Collection<Element>) -> Bool { suffix(other.count).elementsEqual(other) }
}
