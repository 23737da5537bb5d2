import Foundation
import TestSupport
import Testing

/// What is pressed in an editor for a picture, and the picture's file: recorded, or held against what the editor shows now.
struct ScreenRecording {
  struct Step {
    /// By tmux's names.
    let keys: [String]
    /// How long what is shown then is left to be looked at, in milliseconds.
    let duration: Int

    init(_ keys: [String], _ duration: Int) {
      self.keys = keys
      self.duration = duration
    }
  }

  /// The file's name among the documentation's pictures.
  let name: String
  let title: String
  let size: (columns: Int, rows: Int)
  let steps: [Step]

  /// Whether pictures are recorded anew.
  static let isRecording = ProcessInfo.processInfo.environment["CATCHWORD_RECORD"] == "1"

  static func typed(_ text: String) -> [Step] {
    text.map { character in Step([character == " " ? "Space" : String(character)], 130) }
  }

  /// Presses the keys, and waits after each until the screen is the one in the file; or writes the file, if it is recorded.
  func run(in terminal: Terminal) throws {
    let file = Repository.root.appendingPathComponent("Sources/Catchword/Catchword.docc/Resources/\(name)")
    if ScreenRecording.isRecording { return try record(terminal, into: file) }
    let recorded = ScreenPicture.texts(of: try String(contentsOf: file, encoding: .utf8))
    try #require(recorded.count == steps.count)
    for (index, step) in steps.enumerated() {
      press(step, in: terminal)
      try terminal.wait(for: "frame \(index):\n\(recorded[index].joined(separator: "\n"))\n") {
        ScreenPicture.text(of: $0) == recorded[index]
      }
    }
  }

  private func record(_ terminal: Terminal, into file: URL) throws {
    var picture = ScreenPicture(columns: size.columns, rows: size.rows, title: title)
    for step in steps {
      press(step, in: terminal)
      try terminal.waitUntilQuiet()
      let (rows, cursor) = try terminal.styledScreen()
      picture.frames.append(.init(rows: rows, cursor: cursor, duration: step.duration))
    }
    try Data(picture.svg.utf8).write(to: file)
  }

  private func press(_ step: Step, in terminal: Terminal) {
    for key in step.keys { terminal.press(key.count == 1 ? "'\(key)'" : key) }
  }
}
