import CatchwordFiles
import CatchwordRPC

/// A table of the user's own: a name and its text on each line, or a JSON object of names and texts.
///
/// ```
/// # a comment
/// shrug<TAB>¯\_(ツ)_/¯<TAB>what can one do
/// :lg:<TAB>Liebe Grüße
/// ```
///
/// The form of a name gives its kind: `:name:` is an emoji, `&name;` an entity, and `\name` or a bare name is typed
/// after a backslash. A line with a mistake is reported, and the other lines count.
struct SymbolFile: Sendable {
  /// The maximum size of a file, in bytes.
  static let maximumBytes = 4 << 20
  /// The maximum number of entries in a file.
  static let maximumEntries = 50_000
  /// The maximum length of a symbol's text, in bytes.
  static let maximumTextBytes = 1024
  /// The maximum length of a description, in bytes; a longer one is cut.
  private static let maximumDescriptionBytes = 512
  /// The maximum number of mistakes that are reported for one file.
  static let maximumProblems = 10

  private(set) var entries: [(kind: SymbolKind, entry: SymbolEntry)] = []
  /// The problems with the file, one sentence each with the place.
  private(set) var problems: [String] = []
  private var unspoken = 0
  /// The line and the text of each name, by its kind.
  private var places: [SymbolKind: [String: (line: Int, text: String)]] = [:]
  private let path: String

  /// Creates a table from the bytes of a file.
  init(_ bytes: ContiguousArray<UInt8>, path: String) {
    self.path = path
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = InvalidText.line(in: bytes)
      problems = ["\(path):\(line): this is not UTF-8; save the file as UTF-8. It is not used."]
      return
    }
    if text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0.value != 0xFEFF }) == "{" {
      readObject(text)
    } else {
      readLines(bytes)
    }
    if unspoken > 0 { problems.append("\(path): there are \(unspoken) more mistakes.") }
  }

  /// Creates the empty table of a file that cannot be read.
  init(unreadable reason: String, path: String) {
    self.path = path
    problems = ["\(path): it cannot be read (\(reason)); check the path and its permissions."]
  }

  // MARK: Forms

  /// Reads a table one line at a time, as a file may have as many lines as bytes.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  private mutating func readLines(_ bytes: ContiguousArray<UInt8>) {
    var start = bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
    var number = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
      number += 1
      if end > start { readLine(String(decoding: bytes[start..<end], as: UTF8.self), number: number) }
      let isPair = bytes[end...].starts(with: "\r\n".utf8)
      start = end + (isPair ? 2 : 1)
    }
  }

  private mutating func readLine(_ line: String, number: Int) {
    if line.first == "#" || line.allSatisfy(\.isWhitespace) { return }
    let columns = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard columns.count > 1 else {
      return complain(line: number, "there is no tab; write a name, a tab, and the text.")
    }
    append(columns[0], columns[1], columns.count > 2 ? columns[2] : nil, line: number) { file, problem in
      file.complain(line: number, problem)
    }
  }

  private mutating func readObject(_ text: String) {
    let fields: [String: JSONValue]
    do throws(JSONError) {
      fields = try JSONValue(parsing: text).objectValue ?? [:]
    } catch {
      let line = 1 + text.utf8.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      problems = ["\(path):\(line): this is no JSON object: \(error). It is not used."]
      return
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let symbol = value.stringValue ?? value["text"]?.stringValue else {
        complain(at: "\"\(name)\"", "there is no text; write {\"\(name)\": \"…\"}.")
        continue
      }
      append(name, symbol, value["description"]?.stringValue) { $0.complain(at: "\"\(name)\"", $1) }
    }
  }

  // MARK: Entries

  private mutating func append(
    _ written: String, _ text: String, _ description: String?, line: Int? = nil,
    complain: (inout SymbolFile, String) -> Void
  ) {
    let (kind, name) = SymbolFile.parse(written)
    let isNamed = !name.isEmpty && name.utf8.count <= SymbolContext.maximumNameLength
    if !isNamed || !name.unicodeScalars.allSatisfy(SymbolFile.isNamePart) {
      complain(&self, "\"\(written.prefix(80))\" is no name; use letters, digits and _.")
    } else if text.isEmpty || text.utf8.count > SymbolFile.maximumTextBytes {
      complain(&self, "the text must have 1 to \(SymbolFile.maximumTextBytes) bytes.")
    } else if text.unicodeScalars.contains(where: SymbolFile.isControl) {
      complain(&self, "the text must be of one line, without control characters; for more use a snippet.")
    } else if entries.count >= SymbolFile.maximumEntries {
      complain(&self, "there are more than \(SymbolFile.maximumEntries) entries; this one is left out.")
    } else {
      let description = description.map { SymbolFile.cut($0, to: SymbolFile.maximumDescriptionBytes) }
      let entry = SymbolEntry(
        name: name, text: text, weight: SymbolEntry.Weight.own,
        description: description?.isEmpty == true ? nil : description)
      entries.append((kind, entry))
      if let line, let other = places[kind, default: [:]].updateValue((line, text), forKey: name), other.text != text {
        complain(&self, "\"\(written)\" is in line \(other.line) already, with another text; this one counts.")
      }
    }
  }

  /// Returns the kind that the form of a name gives, and the name itself.
  private static func parse(_ written: String) -> (SymbolKind, String) {
    var name = written[...]
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    switch name.first {
    case ":": return (.emoji, String(name.dropFirst().last == ":" ? name.dropFirst().dropLast() : name.dropFirst()))
    case "&": return (.entities, String(name.dropFirst().last == ";" ? name.dropFirst().dropLast() : name.dropFirst()))
    case "\\": return (.latex, String(name.dropFirst()))
    default: return (.latex, String(name))
    }
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func cut(_ text: String, to bytes: Int) -> String {
    let clean = text.trimmingPrefix(while: \.isWhitespace).filter { !$0.unicodeScalars.contains(where: isControl) }
    // Goes forwards, as one step back within a run of flags goes over all of them.
    var left = bytes
    return String(
      clean.prefix { character in
        left -= character.utf8.count
        return left >= 0
      })
  }

  // MARK: Mistakes

  private mutating func complain(line: Int, _ problem: String) { note("\(path):\(line): \(problem)") }

  private mutating func complain(at place: String, _ problem: String) { note("\(path): \(place): \(problem)") }

  private mutating func note(_ problem: String) {
    if problems.count < SymbolFile.maximumProblems { problems.append(problem) } else { unspoken += 1 }
  }
}
