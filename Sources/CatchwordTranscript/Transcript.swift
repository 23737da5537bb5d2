package import CatchwordRPC

/// A scripted dialogue with a server: the messages to send, the messages to expect, and their timing.
///
/// A step takes one line; it continues on lines that begin with white space, and `#` begins a comment line. The format
/// is described in `protocol/README.md`:
///
/// ```
/// # why this matters
/// > {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
/// < {"id": 1, "result": {"serverInfo": {"name": "catchword"}}}
/// > {"method": "exit"}
/// !exit 1
/// ```
package struct Transcript: Sendable {
  /// One action or expectation.
  package enum Step: Equatable, Sendable {
    /// Send these bytes: one message, or raw ones.
    case send(ContiguousArray<UInt8>)
    /// From here on, send in pieces of this many bytes; 0 for all at once.
    case chunk(Int)
    /// Let time pass.
    case wait(Duration)
    /// A message that matches must come next.
    case expect(JSONValue)
    /// Messages that match must come next, in any order.
    case expectInAnyOrder([JSONValue])
    /// No message may come for this duration.
    case expectNothing(Duration)
    /// Close the server's input.
    case closeInput
    /// The server must end with this code.
    case exit(Int32)
  }

  /// A step and the line it stands on.
  package struct Line: Equatable, Sendable {
    /// The number of the line, from 1.
    package let number: Int
    /// The step.
    package let step: Step
  }

  /// The steps, in order.
  package private(set) var lines: [Line] = []
  /// Files that must exist, by name, in the folder that stands for `${folder}`.
  package private(set) var files: [String: String] = [:]
  /// Sources with scripted answers that the server must have; only servers for tests have them.
  package private(set) var sources: [JSONValue] = []
  /// The number of messages that `>repeat` has produced so far, and their bytes.
  private var repeated = (count: 0, length: 0)
  /// True when the transcript itself specifies the pieces in which its bytes are sent.
  package var isChunkingFixed: Bool { lines.contains { if case .chunk = $0.step { true } else { false } } }

  /// The reason why a text is not a transcript, and its line.
  package struct ParseError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The description of the mistake and its remedy.
    package let message: String
    /// The description for people.
    package var description: String { "line \(line): \(message)" }
  }

  /// Reads a transcript.
  ///
  /// - Parameters:
  ///   - text: The transcript.
  ///   - folder: The replacement for `${folder}`.
  /// - Throws: `ParseError`.
  package init(parsing text: String, folder: String = "") throws(ParseError) {
    let text = text.replacing("${folder}", with: folder)
    for (number, line) in Transcript.logicalLines(text) { try read(line, at: number) }
  }

  private static func logicalLines(_ text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    // At the line ends of any system; other line breaks of Unicode may stand in a string of JSON.
    let isLineEnd = { (character: Character) in character == "\n" || character == "\r\n" || character == "\r" }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).enumerated() {
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      if line.first?.isWhitespace == true, !lines.isEmpty {
        lines[lines.count - 1].text += " " + line.drop(while: \.isWhitespace)
      } else {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }

  private mutating func read(_ line: String, at number: Int) throws(ParseError) {
    let (word, rest) = Transcript.firstWord(line)
    switch word {
    case ">": append(.send(try Transcript.message(rest, number)), number)
    case ">raw": append(.send(try Transcript.rawBytes(rest, number)), number)
    case ">repeat": try readRepetition(rest, number)
    case ">chunk": append(.chunk(rest == "whole" ? 0 : try Transcript.int(rest, number)), number)
    case "<": append(.expect(try Transcript.json(rest, number)), number)
    case "<any-order":
      guard case .array(let patterns) = try Transcript.json(rest, number) else {
        throw ParseError(line: number, message: "<any-order needs an array of patterns.")
      }
      append(.expectInAnyOrder(patterns), number)
    case "<none": append(.expectNothing(try Transcript.duration(rest, number)), number)
    case "!exit": append(.exit(try Transcript.exitCode(rest, number)), number)
    case "!close": append(.closeInput, number)
    case "!source": sources.append(try Transcript.json(rest, number))
    case "!file":
      let (name, contents) = Transcript.firstWord(rest)
      guard let contents = try Transcript.json(contents, number).stringValue else {
        throw ParseError(line: number, message: "!file needs a name and its contents as a JSON string.")
      }
      guard Transcript.isInside(name) else {
        throw ParseError(line: number, message: "!file needs a name that stays in the folder, without \"..\".")
      }
      if let other = files.keys.first(where: { Transcript.isOneInsideTheOther(name, $0) }) {
        throw ParseError(
          line: number, message: "!file needs a name of its own: \"\(name)\" and \"\(other)\" cannot both be files.")
      }
      files[name] = contents
    case _ where word.hasPrefix("@+"): append(.wait(try Transcript.duration(String(word.dropFirst(2)), number)), number)
    default:
      throw ParseError(
        line: number,
        message:
          "\"\(word)\" begins no step; use > >raw >repeat >chunk < <any-order <none @+ !file !source !close !exit.")
    }
  }

  /// True for a name of a file inside the folder that it is put into.
  private static func isInside(_ name: String) -> Bool {
    parts(of: name).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// True when one of two names must be a folder for the other to be inside it.
  private static func isOneInsideTheOther(_ name: String, _ other: String) -> Bool {
    let (parts, others) = (parts(of: name), parts(of: other))
    return parts.count != others.count && (parts.starts(with: others) || others.starts(with: parts))
  }

  /// Returns the parts of a name. It is split by scalars: a slash with a combining mark behind it is not a Character of its
  /// own, but still a slash for the system.
  private static func parts(of name: String) -> [String] {
    name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The maximum number of messages that all `>repeat` steps of a transcript produce.
  private static let maximumRepetitions = 100_000
  /// The maximum length of these messages together, in bytes.
  private static let maximumRepeatedLength = 64 << 20

  /// Reads `>repeat FIRST LAST {…}`: a message for each number, which replaces `"${n}"` or `${n}`.
  private mutating func readRepetition(_ text: String, _ number: Int) throws(ParseError) {
    let (first, afterFirst) = Transcript.firstWord(text)
    let (last, template) = Transcript.firstWord(afterFirst)
    let range = (try Transcript.int(first, number), try Transcript.int(last, number))
    guard range.0 <= range.1 else { throw ParseError(line: number, message: ">repeat needs FIRST <= LAST.") }
    let (distance, isBeyond) = range.1.subtractingReportingOverflow(range.0)
    guard !isBeyond, distance < Transcript.maximumRepetitions - repeated.count else {
      throw ParseError(
        line: number, message: "all >repeat make at most \(Transcript.maximumRepetitions) messages; make fewer.")
    }
    for index in range.0...range.1 {
      let message = try Transcript.message(template.replacing("${n}", with: String(index)), number)
      repeated.count += 1
      repeated.length += message.count
      guard repeated.length <= Transcript.maximumRepeatedLength else {
        throw ParseError(
          line: number,
          message: "all >repeat make at most \(Transcript.maximumRepeatedLength >> 20) MiB; make fewer or shorter ones."
        )
      }
      append(.send(message), number)
    }
  }

  private mutating func append(_ step: Step, _ number: Int) { lines.append(Line(number: number, step: step)) }

  private static func firstWord(_ text: String) -> (String, String) {
    let word = text.prefix { !$0.isWhitespace }
    return (String(word), String(text.dropFirst(word.count).drop(while: \.isWhitespace)))
  }

  private static func json(_ text: String, _ number: Int) throws(ParseError) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch { throw ParseError(line: number, message: "\(error).") }
  }

  /// Returns a message as a frame; `"jsonrpc": "2.0"` may be omitted.
  private static func message(_ text: String, _ number: Int) throws(ParseError) -> ContiguousArray<UInt8> {
    guard case .object(var fields) = try json(text, number) else {
      throw ParseError(line: number, message: "a message must be an object; use >raw for anything else.")
    }
    if fields["jsonrpc"] == nil { fields["jsonrpc"] = "2.0" }
    return OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8))
  }

  /// Returns the bytes of a JSON string whose characters up to U+00FF stand for bytes: `\u00ff` is the byte 255.
  private static func rawBytes(_ text: String, _ number: Int) throws(ParseError) -> ContiguousArray<UInt8> {
    guard let string = try json(text, number).stringValue else {
      throw ParseError(line: number, message: ">raw needs a JSON string.")
    }
    var bytes: ContiguousArray<UInt8> = []
    for scalar in string.unicodeScalars {
      guard scalar.value < 256 else {
        throw ParseError(line: number, message: ">raw takes bytes, so no character above \\u00ff.")
      }
      bytes.append(UInt8(scalar.value))
    }
    return bytes
  }

  private static func int(_ text: String, _ number: Int) throws(ParseError) -> Int {
    guard let value = Int(text) else { throw ParseError(line: number, message: "\"\(text)\" is not a number.") }
    return value
  }

  /// Returns the code with which a process may end: of a greater number, the system would tell only the lowest 8 bits.
  private static func exitCode(_ text: String, _ number: Int) throws(ParseError) -> Int32 {
    let code = try int(text, number)
    guard (0...255).contains(code) else {
      throw ParseError(line: number, message: "\(code) is no exit code; write a number from 0 to 255.")
    }
    return Int32(code)
  }

  private static func duration(_ text: String, _ number: Int) throws(ParseError) -> Duration {
    // Nothing that works takes longer than an hour.
    guard text.hasSuffix("ms"), let value = Int(text.dropLast(2)), (0...3_600_000).contains(value) else {
      throw ParseError(
        line: number, message: "\"\(text)\" is not a time of at most an hour; write milliseconds, as in 20ms.")
    }
    return .milliseconds(value)
  }
}
