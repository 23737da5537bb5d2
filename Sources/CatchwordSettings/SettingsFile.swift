#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A settings file in JSON5, with comments and trailing commas.
package struct SettingsFile: Sendable {
  /// A problem of a file as a whole.
  package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message, with the file, and the line and column where they are known.
    package let description: String
  }

  /// The maximum length of a settings file, in bytes.
  private static let maximumLength = 1 << 20
  /// The maximum length of a project's file, in bytes: the first response waits for it.
  private static let maximumProjectLength = 256 << 10
  /// The maximum length of a name or text in a project's file, in bytes; a user's own may have a long variable.
  private static let maximumProjectTextLength = 4096

  /// The settings.
  package let layer: SettingsLayer
  /// The file's path.
  package let path: String
  private let document: JSON5Document

  /// Reads a file; may block.
  ///
  /// - Parameters:
  ///   - path: The path of the file; absolute for a project's.
  ///   - isProject: True for a file that comes with a project: its links may not lead out of its folder.
  /// - Returns: Nil when the file does not exist.
  /// - Throws: `Failure` when the file cannot be read, or is not JSON5.
  package init?(path: String, isProject: Bool = false) throws(Failure) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    // A file outside the project is not even opened.
    let real = isProject ? PathResolver.canonical(path, inside: folder) : path
    guard let real else {
      throw Failure(
        description:
          "\(path) is a link that leads out of the project; put the file itself in its place. It is not used."
      )
    }
    guard FileManager.default.fileExists(atPath: path) else {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else { return nil }
      throw Failure(description: "\(path) is a link to a file that is not there; correct it. It is not used.")
    }
    let bytes: [UInt8]
    let maximum = isProject ? SettingsFile.maximumProjectLength : SettingsFile.maximumLength
    switch SettingsPlatform.contents(of: real, isLinkless: isProject, maximum: maximum) {
    case .bytes(let read): bytes = read
    case .noRegularFile:
      throw Failure(description: "\(path) is no regular file; put a file of settings in its place. It is not used.")
    case .tooLong:
      throw Failure(
        description: "\(path) is longer than \(isProject ? "256 KiB" : "1 MiB"), which no settings are. It is not used."
      )
    case .unreadable:
      throw Failure(description: "\(path) cannot be read; check its permissions. It is not used.")
    }
    self.path = path
    // A new file is often empty, which counts as no settings.
    let isEmpty = bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    do throws(JSON5Document.Failure) {
      document = try JSON5Document(
        isEmpty ? Array("{}".utf8) : bytes,
        maximumTextLength: isProject ? SettingsFile.maximumProjectTextLength : .max)
    } catch {
      let place = JSON5Document.lineAndColumn(error.offset, in: bytes)
      throw Failure(
        description: "\(path):\(place.line):\(place.column): this is not JSON5: \(error.message). The file is not used."
      )
    }
    layer = SettingsLayer(
      document.value, folder: folder.isEmpty ? "/" : folder,
      origin: isProject ? .project(path: path) : .user(path: path))
  }

  /// The names that occur more than once in an object, and the number of further ones.
  package var duplicates: [SettingsProblem] {
    let all = document.duplicates
    let named = all.prefix(SettingsCheck.maximumProblems).map { path in
      SettingsProblem(
        path: path,
        message:
          "\"\(SettingsProblem.name(of: path))\" stands here more than once, and this one counts; remove the others.",
        origin: layer.origin)
    }
    let more = all.count - named.count
    if more == 0 { return named }
    let message =
      "There \(more == 1 ? "is 1 more name that stands" : "are \(more) more names that stand") more than once."
    return named + [SettingsProblem(path: [], message: message, origin: layer.origin)]
  }

  /// Returns the problems in the order of the file, as lines that an editor can follow: `path:line:column: message`.
  package func lines(for problems: [SettingsProblem]) -> [String] {
    let placed = problems.map { problem in
      // The settings may be under the program's name.
      let place = document.place(of: [.name("catchword")] + problem.path) ?? document.place(of: problem.path)
      return (place: place ?? (0, 0), message: problem.message)
    }
    let sorted = placed.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }
    return sorted.map { _, problem in
      let numbers = problem.place.line > 0 ? ":\(problem.place.line):\(problem.place.column)" : ""
      return "\(path)\(numbers): \(problem.message)"
    }
  }
}
