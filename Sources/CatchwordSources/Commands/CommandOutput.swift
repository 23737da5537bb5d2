import CatchwordCompletion
import CatchwordProcesses
import CatchwordRPC

/// Parses the output of a program, which may arrive in any pieces and contain anything.
struct CommandOutput {
  /// An event in the output.
  enum Event: Sendable {
    /// A part of a response; `bytes` is the length of the output it was read from.
    case candidates([Candidate], id: Int?, bytes: Int)
    /// The end of a response.
    case end(id: Int?, isIncomplete: Bool)
    /// The program reports that it cannot answer.
    case failure(id: Int?, String)
    /// Output that is left out; the text continues a sentence that begins with the program's name.
    case problem(String)
  }

  private let mode: CommandSettings.Mode
  private let format: CommandSettings.Format
  private let isInline: Bool
  private let hidesSecrets: Bool
  private var lines: LineSplitter
  /// The bytes of a JSON array, which may contain line breaks and is parsed at its end; nil for other output.
  private var array: ContiguousArray<UInt8>?
  private var hasBegun = false
  /// The first bytes, which may be a part of a byte order mark; nil once that is known.
  private var head: ContiguousArray<UInt8>? = []

  /// U+FEFF, with which some programs begin their output.
  private static let byteOrderMark: ContiguousArray<UInt8> = [0xEF, 0xBB, 0xBF]

  init(_ settings: CommandSettings) {
    self.init(
      mode: settings.mode, format: settings.format, isInline: settings.isInline, hidesSecrets: settings.hidesSecrets)
  }

  /// - Parameters:
  ///   - isInline: True for ghost text, which is checked where it is shown.
  ///   - hidesSecrets: True to leave out what looks like a key or a password.
  init(
    mode: CommandSettings.Mode, format: CommandSettings.Format, isInline: Bool = false, hidesSecrets: Bool = true
  ) {
    self.mode = mode
    self.isInline = isInline
    self.hidesSecrets = hidesSecrets
    self.format = format
    lines = LineSplitter(maximumLength: format == .json ? CommandLimits.answerBytes : CommandLimits.lineBytes)
  }

  /// Takes a piece of the output, and returns its events.
  mutating func append(_ bytes: ContiguousArray<UInt8>) -> [Event] {
    guard var head else { return take(bytes[...]) }
    head += bytes
    let mark = CommandOutput.byteOrderMark
    if head.count < mark.count, mark.starts(with: head) {
      self.head = head
      return []
    }
    self.head = nil
    return take(head.starts(with: mark) ? head.dropFirst(mark.count) : head[...])
  }

  /// Takes the end of the output, and returns the last events.
  mutating func end() -> [Event] {
    let first = take((head ?? [])[...])
    head = nil
    if let array { return array.isEmpty ? first : first + events(ofArray: array) }
    guard let line = lines.end() else { return first }
    return first + events(of: line)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) -> [Event] {
    var bytes = bytes
    if format == .json, !hasBegun {
      bytes = bytes.drop { " \t\r\n".utf8.contains($0) }
      guard let first = bytes.first else { return [] }
      hasBegun = true
      if mode == .perRequest, first == UInt8(ascii: "[") { array = [] }
    }
    if array != nil {
      let room = CommandLimits.answerBytes - (array?.count ?? 0)
      array?.append(contentsOf: bytes.prefix(max(0, room)))
      guard bytes.count > room else { return [] }
      array = []
      return [
        .problem("printed more than \(CommandLimits.answerBytes) bytes; its answer is not used"),
        .end(id: nil, isIncomplete: true),
      ]
    }
    return lines.append(bytes).flatMap(events)
  }

  // MARK: Lines

  private func events(of line: LineSplitter.Line) -> [Event] {
    if line.isCut { return [.problem("printed a line that is too long; it is left out")] }
    if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) { return [] }
    switch format {
    case .lines: return events(ofText: line.bytes)
    case .json: return events(ofJSON: line.bytes)
    }
  }

  private func events(ofText bytes: ContiguousArray<UInt8>) -> [Event] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [.problem("printed a line that is not UTF-8; it is left out")]
    }
    var rest = text[...]
    var id: Int?
    if mode == .longLived {
      let tag = rest.prefix { $0 != "\t" }
      guard let number = Int(tag) else {
        return [.problem("printed a line that does not begin with the number of a request; it is left out")]
      }
      if tag.endIndex == rest.endIndex { return [.end(id: number, isIncomplete: false)] }
      id = number
      rest = rest[rest.index(after: tag.endIndex)...]
    }
    do throws(CommandCandidate.Problem) {
      return offering([try CommandCandidate.parse(line: rest, isInline: isInline)], id: id, bytes.count)
    } catch {
      return [CommandOutput.problem(error)]
    }
  }

  // MARK: JSON

  private func events(ofJSON bytes: ContiguousArray<UInt8>) -> [Event] {
    do throws(JSONError) {
      let value = try JSONValue(parsing: bytes)
      let isMessage = mode == .longLived || value["candidates"] != nil || value["error"] != nil
      return isMessage ? events(ofMessage: value, bytes: bytes.count) : events(of: [value], id: nil, bytes.count)
    } catch {
      return [.problem("printed a line that is not JSON (\(error)); it is left out")]
    }
  }

  private func events(ofArray bytes: ContiguousArray<UInt8>) -> [Event] {
    do throws(JSONError) {
      return events(of: try JSONValue(parsing: bytes).arrayValue ?? [], id: nil, bytes.count)
    } catch {
      return [.problem("printed what is not JSON (\(error)); its answer is not used")]
    }
  }

  private func events(ofMessage value: JSONValue, bytes: Int) -> [Event] {
    let id = value["id"]?.intValue
    if mode == .longLived, id == nil {
      return [.problem("printed a message without the \"id\" of a request; it is left out")]
    }
    if let error = value["error"], error != .null { return [.failure(id: id, error.stringValue ?? error.json)] }
    guard let elements = (value["candidates"] ?? .array([])).arrayValue else {
      return [
        .problem("printed \"candidates\" that are no array; they are left out"), .end(id: id, isIncomplete: false),
      ]
    }
    let parts = events(of: elements, id: id, bytes)
    if value["more"]?.boolValue == true { return parts }
    return parts + [.end(id: id, isIncomplete: value["incomplete"]?.boolValue == true)]
  }

  /// Returns the candidates, and the problem of the first element that is not one.
  private func events(of elements: [JSONValue], id: Int?, _ bytes: Int) -> [Event] {
    var candidates: [Candidate] = []
    var problem: CommandCandidate.Problem?
    // One more than is used, so that the receiver knows that there are more.
    for element in elements.prefix(CommandLimits.candidates + 1) {
      do throws(CommandCandidate.Problem) {
        candidates.append(try CommandCandidate.parse(element, isInline: isInline))
      } catch {
        problem = problem ?? error
      }
    }
    return offering(candidates, id: id, bytes) + (problem.map { [CommandOutput.problem($0)] } ?? [])
  }

  /// Returns the candidates without what may not be offered, and the problem of the first broken snippet.
  private func offering(_ candidates: [Candidate], id: Int?, _ bytes: Int) -> [Event] {
    if isInline { return [.candidates(candidates, id: id, bytes: bytes)] }
    var problem: Event?
    var offered: [Candidate] = []
    offered.reserveCapacity(candidates.count)
    for var candidate in candidates {
      if let place = candidate.leaveOutBrokenSnippet() {
        problem = problem ?? .problem("offered a broken \"snippet\" (at \(place)); the text is offered without it")
      }
      if !hidesSecrets || candidate.leaveOutSecrets() { offered.append(candidate) }
    }
    return [.candidates(offered, id: id, bytes: bytes)] + (problem.map { [$0] } ?? [])
  }

  private static func problem(_ problem: CommandCandidate.Problem) -> Event {
    .problem("offered a candidate \(problem.description); it is left out")
  }
}
