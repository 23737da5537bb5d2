import CatchwordRPC
import CatchwordServer
import CatchwordSources
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword complete`: asks the server for completions at a place in a file, once, without an editor.
enum Complete {
  static func run(_ options: CompleteOptions) async -> Int32 {
    let text: String
    do {
      text = try contents(of: options.path)
    } catch {
      StandardStream.error.write("catchword: \(options.path): \(error)\n")
      return 66
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    guard options.line <= lines.count else {
      StandardStream.error.write(
        "catchword: \(options.path) has \(lines.count) lines, so there is no line \(options.line).\n")
      return 65
    }
    let character = options.column.map { $0 - 1 } ?? lines[options.line - 1].unicodeScalars.count
    let result = await ask(options, text: text, line: options.line - 1, character: character)
    return Report(result).write(asJSON: options.isJSON, place: "\(options.path):\(options.line):\(character + 1)")
  }

  private static func contents(of path: String) throws(ReadFailure) -> String {
    var isDirectory = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw ReadFailure("there is no such file.")
    }
    if isDirectory { throw ReadFailure("this is a folder; name a file.") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ReadFailure("the file cannot be read; check its permissions.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ReadFailure("the file is not UTF-8 text.")
    }
    return text
  }

  /// The dialogue that an editor would have, in this process.
  private static func ask(_ options: CompleteOptions, text: String, line: Int, character: Int) async -> JSONValue {
    let client = InProcessClient(Serve.configuration(UserConfiguration()))
    let uri = "file://\(URL(fileURLWithPath: options.path).standardizedFileURL.path)"
    let workingFolder = FileManager.default.currentDirectoryPath
    // Nobody is typing, so slow sources may take their time.
    var settings: [String: JSONValue] = ["limit": .int(options.limit), "budget": 10_000]
    if !options.lists.isEmpty {
      settings["lists"] = .array(
        options.lists.map { .string($0.hasPrefix("/") ? $0 : "\(workingFolder)/\($0)") })
    }
    _ = await client.request(
      "initialize",
      [
        "processId": nil,
        "clientInfo": ["name": "catchword complete"],
        "capabilities": [
          "general": ["positionEncodings": ["utf-32"]],
          "textDocument": ["completion": ["completionItem": ["labelDetailsSupport": true]]],
        ],
        "initializationOptions": .object(settings),
      ])
    client.notify("initialized", [:])
    client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": .string(options.languageID ?? Language.id(forPath: options.path)),
          "version": 1,
          "text": .string(text),
        ]
      ])
    let result = await client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(uri)],
        "position": ["line": .int(line), "character": .int(character)],
      ])
    _ = await client.request("shutdown", nil)
    client.notify("exit", nil)
    await client.end()
    return result
  }
}

private struct ReadFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
