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
  /// True for a line at the end that must stay behind the block.
  var isClosing: (String) -> Bool = { _ in false }
  /// True for a file that names the client elsewhere, so that nothing is added. A block that is there can be removed.
  var isLeftAlone = false

  /// The path of the copy of the file as it was before the first change.
  var backup: String { "\(path).before-catchword" }

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

  /// The text that adds the block; nil when it is there already, or the file is left alone.
  ///
  /// - Throws: `Failure`.
  func addition() throws(Failure) -> String? {
    if isLeftAlone { return nil }
    let text = try text()
    let new = try handled(text) { (text) throws(MarkedBlock.Damage) in try block.added(to: text, before: isClosing) }
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
    if Files.exist(path), try removal() == nil, !Files.exist(backup) { try write(text, to: backup) }
    try write(new, to: path)
  }

  /// Removes the block, and the copy if it says nothing more; returns false when there was none.
  ///
  /// - Throws: `Failure`.
  func remove() throws(Failure) -> Bool {
    guard let new = try removal() else { return false }
    if new.allSatisfy(\.isWhitespace), !Files.exist(backup) {
      try? FileManager.default.removeItem(atPath: path)
      return true
    }
    try write(new, to: path)
    if let old = FileManager.default.contents(atPath: backup), old == Data(new.utf8) {
      try? FileManager.default.removeItem(atPath: backup)
    }
    return true
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    let target = Files.exist(path) ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    do {
      let permissions = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
      try FileManager.default.createDirectory(
        atPath: String(target.prefix(upTo: target.lastIndex(of: "/") ?? target.endIndex)),
        withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: target), options: .atomic)
      if let permissions {
        try? FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target)
      }
    } catch {
      throw Failure(
        description: "\(target) cannot be written; add these lines to it by hand:\n"
          + block.lines.joined(separator: "\n"))
    }
  }
}
