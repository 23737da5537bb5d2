import CatchwordEmbedded

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An article of the documentation, which `catchword help` prints.
struct Topic {
  /// Its name, as in `catchword help far-texts`.
  let name: String
  private let source: String

  /// All of them, by name.
  static let all: [Topic] = {
    let articles = catchwordArticles()
    // Constants of the program, of these lengths.
    let files = UnsafeBufferPointer(start: articles.files, count: articles.count).map { file in
      (path: String(cString: file.path), contents: Data(bytes: file.bytes, count: file.byteCount))
    }
    return files.map { Topic(file: $0.path, source: String(decoding: $0.contents, as: UTF8.self)) }
      .sorted { $0.name < $1.name }
  }()

  static func named(_ name: String) -> Topic? {
    // "vscode" and "Vim" are meant as well as "vs-code" and "vim".
    let plain = { (name: String) in name.lowercased().replacing("-", with: "") }
    return all.first { $0.name == name } ?? all.first { plain($0.name) == plain(name) }
  }

  private init(file: String, source: String) {
    name = Topic.name(ofArticle: String(file.prefix { $0 != "." }))
    self.source = source
  }

  /// Returns "ghost-text" for "GhostText", and "vs-code" for "VSCode".
  private static func name(ofArticle article: String) -> String {
    let letters = Array(article)
    return letters.indices.reduce(into: "") { name, index in
      let isWord =
        index > 0 && letters[index].isUppercase
        && (letters[index - 1].isLowercase || index + 1 < letters.count && letters[index + 1].isLowercase)
      name += isWord ? "-" : ""
      name += letters[index].lowercased()
    }
  }

  /// Its title.
  var title: String {
    String(source.split(separator: "\n").first?.drop { $0 == "#" || $0 == " " } ?? "").replacing("`", with: "")
  }

  /// The article for a terminal: as it is written, but for what only DocC reads, and with code indented.
  var text: String {
    var isCode = false
    var lines: [String] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lines.append(line.isEmpty ? "" : "    " + line)
      } else if line != "## Overview" && !line.hasPrefix("![") {
        lines.append(Topic.line(line))
      }
    }
    return lines.joined(separator: "\n").replacing("\n\n\n", with: "\n\n")
  }

  private static func line(_ line: String) -> String {
    var shown = ""
    var rest = line[...]
    while let range = rest.firstRange(of: "<doc:"), let end = rest[range.upperBound...].firstIndex(of: ">") {
      let article = String(rest[range.upperBound..<end])
      let topic = named(name(ofArticle: article))
      // Those for who changes the program, or has not chosen it yet, are not in it.
      shown += rest[..<range.lowerBound] + (topic.map { "'catchword help \($0.name)'" } ?? "\(article).md")
      rest = rest[rest.index(after: end)...]
    }
    return (shown + rest).replacing("``", with: "`")
  }
}
