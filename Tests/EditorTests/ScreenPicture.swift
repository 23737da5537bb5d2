import Foundation
import TestSupport

/// Pictures of a terminal, one after another, as an SVG file that moves: its styles are CSS, so that it moves in a README, too.
struct ScreenPicture {
  /// A picture.
  struct Frame {
    /// The rows with the sequences that style them, as tmux prints them.
    var rows: [String]
    var cursor: (row: Int, column: Int)
    /// How long it is shown, in milliseconds.
    var duration: Int
  }

  let columns: Int
  let rows: Int
  /// What is said of the picture to those who do not see it.
  let title: String
  var frames: [Frame] = []

  private static let cell = (width: 8.4, height: 18.0)
  private static let margin = 12.0
  private static let colours = (text: "#c9d1d9", background: "#161b22")

  // MARK: Reading

  /// Returns the rows of each frame of a file, without styles and trailing spaces.
  static func texts(of svg: String) -> [[String]] {
    svg.components(separatedBy: "<g class=\"frame").dropFirst().map { frame in
      frame.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { row -> String in
        let text = String(row).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        return trimmed(text.replacing("&amp;", with: "&"))
      }
    }
  }

  /// The rows of a screen, as `texts(of:)` has them.
  static func text(of screen: String) -> [String] {
    screen.split(separator: "\n", omittingEmptySubsequences: false).map { trimmed(String($0)) }
  }

  private static func trimmed(_ row: String) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Writing

  /// The file.
  var svg: String {
    let width = ScreenPicture.cell.width * Double(columns) + 2 * ScreenPicture.margin
    let height = ScreenPicture.cell.height * Double(rows) + 2 * ScreenPicture.margin
    let total = frames.reduce(0) { $0 + $1.duration }
    var styles = """
      text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
      .frame { visibility: hidden }
      .frame:last-of-type { visibility: visible }
      @media (prefers-reduced-motion: no-preference) {
      .frame:last-of-type { visibility: hidden }

      """
    var begin = 0
    var groups = ""
    for (index, frame) in frames.enumerated() {
      let end = begin + frame.duration
      styles += """
        .f\(index) { animation: f\(index) \(total)ms step-end infinite }
        @keyframes f\(index) { 0% { visibility: \(begin == 0 ? "visible" : "hidden") } \(ScreenPicture.percent(begin, of: total)) { visibility: visible } \(ScreenPicture.percent(end, of: total)) { visibility: hidden } }

        """
      groups += "<g class=\"frame f\(index)\">\n\(drawn(frame))</g>\n"
      begin = end
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
      <title>\(ScreenPicture.escaped(title))</title>
      <style>
      \(styles)}
      </style>
      <rect width="100%" height="100%" rx="8" fill="\(ScreenPicture.colours.background)"/>
      \(groups)</svg>

      """
  }

  private static func percent(_ part: Int, of total: Int) -> String {
    String(format: "%.3f%%", 100 * Double(part) / Double(total))
  }

  private func drawn(_ frame: Frame) -> String {
    var backgrounds = ""
    var texts = ""
    for (row, line) in frame.rows.enumerated() {
      let top = ScreenPicture.margin + Double(row) * ScreenPicture.cell.height
      var spans = ""
      var column = 0
      for run in StyledRun.runs(of: line) {
        let count = run.text.reduce(0) { $0 + ScreenPicture.width(of: $1) }
        let x = ScreenPicture.margin + Double(column) * ScreenPicture.cell.width
        if let background = run.background {
          backgrounds += String(
            format: "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%@\"/>\n", x, top,
            Double(count) * ScreenPicture.cell.width, ScreenPicture.cell.height, background)
        }
        let weight = run.isBold ? " font-weight=\"bold\"" : ""
        let faint = run.isFaint ? " opacity=\"0.55\"" : ""
        spans += String(
          format: "<tspan x=\"%.1f\" fill=\"%@\"%@%@>", x, run.colour ?? ScreenPicture.colours.text, weight, faint)
        spans += "\(ScreenPicture.escaped(run.text))</tspan>"
        column += count
      }
      texts +=
        String(format: "<text y=\"%.1f\" xml:space=\"preserve\">", top + ScreenPicture.cell.height * 0.75) + spans
        + "</text>\n"
    }
    let cursor = String(
      format: "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%@\" opacity=\"0.6\"/>\n",
      ScreenPicture.margin + Double(frame.cursor.column) * ScreenPicture.cell.width,
      ScreenPicture.margin + Double(frame.cursor.row) * ScreenPicture.cell.height, ScreenPicture.cell.width / 4,
      ScreenPicture.cell.height, ScreenPicture.colours.text)
    return backgrounds + cursor + texts
  }

  private static func width(of character: Character) -> Int {
    character.unicodeScalars.contains { $0.properties.isEmojiPresentation } ? 2 : 1
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// Characters that look alike.
struct StyledRun {
  var text: String
  /// As CSS has it; nil for the terminal's own.
  var colour: String?
  var background: String?
  var isBold = false
  var isFaint = false

  /// Reads a row with the sequences of ECMA-48's SGR that tmux prints.
  static func runs(of row: String) -> [StyledRun] {
    var runs: [StyledRun] = []
    var style = Style()
    for (index, part) in row.components(separatedBy: "\u{1B}[").enumerated() {
      var text = part[...]
      if index > 0, let end = part.firstIndex(of: "m") {
        style.apply(part[..<end].split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
        text = part[part.index(after: end)...]
      }
      // What switches sets of characters has no picture.
      let plain = text.replacing(/\u{E}|\u{F}|\u{1B}\([A-Z0]/, with: "")
      if !plain.isEmpty { append(style.run(String(plain)), to: &runs) }
    }
    return runs
  }

  /// Spaces look like those before them, whatever the colour of letters would be; Helix gives them one of their own.
  private static func append(_ run: StyledRun, to runs: inout [StyledRun]) {
    let isBlank = run.text.allSatisfy { $0 == " " }
    guard var last = runs.last, last.background == run.background, isBlank || last.hasStyle(of: run) else {
      return runs.append(run)
    }
    last.text += run.text
    runs[runs.count - 1] = last
  }

  private func hasStyle(of other: StyledRun) -> Bool {
    colour == other.colour && isBold == other.isBold && isFaint == other.isFaint
  }

  private struct Style {
    var colour: String?
    var background: String?
    var isBold = false
    var isFaint = false
    var isReversed = false

    func run(_ text: String) -> StyledRun {
      let colours = isReversed ? (background ?? "#161b22", colour ?? "#c9d1d9") : (colour, background)
      return StyledRun(text: text, colour: colours.0, background: colours.1, isBold: isBold, isFaint: isFaint)
    }

    mutating func apply(_ codes: [Int]) {
      var index = 0
      while index < codes.count {
        let code = codes[index]
        switch code {
        case 0: self = Style()
        case 1: isBold = true
        case 2: isFaint = true
        case 7: isReversed = true
        case 22: (isBold, isFaint) = (false, false)
        case 27: isReversed = false
        case 30...37, 90...97: colour = StyledRun.colour(code % 10 + (code < 90 ? 0 : 8))
        case 40...47, 100...107: background = StyledRun.colour(code % 10 + (code < 100 ? 0 : 8))
        case 39: colour = nil
        case 49: background = nil
        case 38, 48:
          let isIndexed = codes.dropFirst(index + 1).first == 5
          let values = Array(codes.dropFirst(index + 2).prefix(isIndexed ? 1 : 3))
          let found =
            isIndexed
            ? StyledRun.colour(values.first ?? 0) : "#" + values.map { String(format: "%02x", $0) }.joined()
          if code == 38 { colour = found } else { background = found }
          index += 1 + values.count
        default: break
        }
        index += 1
      }
    }
  }

  /// The colours of xterm's palette of 256.
  static func colour(_ index: Int) -> String {
    let basic = [
      "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5", "#666666", "#f14c4c",
      "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ]
    if index < basic.count { return basic[index] }
    if index >= 232 {
      let grey = 8 + 10 * (index - 232)
      return String(format: "#%02x%02x%02x", grey, grey, grey)
    }
    let steps = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    return String(format: "#%02x%02x%02x", steps[0], steps[1], steps[2])
  }
}
