import Foundation

/// Where an editor has asked for completions.
enum CompletionRequests {
  /// The positions on a line, in the order in which they were asked about.
  ///
  /// - Parameter sent: What the editor has sent to the server.
  static func characters(onLine line: Int, in sent: String) -> [Int] {
    sent.components(separatedBy: "Content-Length: ").compactMap { part in
      guard let start = part.firstIndex(of: "{"),
        let message = try? JSONSerialization.jsonObject(with: Data(part[start...].utf8)) as? [String: Any],
        message["method"] as? String == "textDocument/completion",
        let position = (message["params"] as? [String: Any])?["position"] as? [String: Int], position["line"] == line
      else { return nil }
      return position["character"]
    }
  }

  /// The same positions without those that were asked about again at once.
  static func places(onLine line: Int, in sent: String) -> [Int] {
    characters(onLine: line, in: sent).reduce(into: []) { places, character in
      if places.last != character { places.append(character) }
    }
  }
}
