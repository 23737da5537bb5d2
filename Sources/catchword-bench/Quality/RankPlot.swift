/// A plot of how soon the wanted word comes first: the mean reciprocal rank by the letters typed, one line per order.
///
/// It is plain SVG with its own colours, for light and dark surroundings.
struct RankPlot {
  /// The line of one order.
  struct Line {
    let name: String
    /// The values after 0, 1, 2 letters and so on, from 0 to 1.
    let values: [Double]
    /// True for the order that the plot is about.
    let isOurs: Bool
  }

  let title: String
  let subtitle: String
  let lines: [Line]

  /// The maximum number of letters on the x axis.
  static let mostLetters = 6

  init(title: String, subtitle: String, lines: [Line]) {
    self.title = title
    self.subtitle = subtitle
    self.lines = lines
  }

  init(_ run: QualityRun, folder: String) {
    title = "How soon the wanted word comes first"
    subtitle =
      "\(folder): \(grouped(run.words.count)) words of \(run.heldOut.count) files typed anew, all other files known"
    lines = run.tallies.map { name, tally in
      Line(
        name: name, values: (0...RankPlot.mostLetters).map { tally.reciprocalRank(after: $0) },
        isOurs: name == QualityRun.ours)
    }
  }

  // MARK: Drawing

  private static let width = 760.0
  private static let height = 460.0
  /// The edges of the area in which the values are drawn.
  private static let (left, right, top, bottom) = (70.0, 580.0, 76.0, 396.0)
  /// The minimum distance between names at the ends of lines.
  private static let lineHeight = 19.0
  private static let dashes = ["", "7 4", "2 3", "10 3 2 3", "5 2"]

  var svg: String {
    let (width, height) = (Int(RankPlot.width), Int(RankPlot.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13">
      <title id="title">\(RankPlot.escaped(title))</title>
      <desc id="description">\(RankPlot.escaped(subtitle)). \(RankPlot.escaped(summary))</desc>
      <style>
      \(RankPlot.style)
      </style>
      <rect class="paper" width="\(width)" height="\(height)"/>
      <text class="ink" x="\(Int(RankPlot.left))" y="30" font-size="18" font-weight="600">\(RankPlot.escaped(title))</text>
      <text class="faint" x="\(Int(RankPlot.left))" y="50">\(RankPlot.escaped(shortened(subtitle)))</text>
      \(axes.joined(separator: "\n"))
      \(curves.joined(separator: "\n"))
      </svg>

      """
  }

  private static let (lightColours, darkColours) = (
    ["#0b57d0", "#6e7781", "#b35900", "#1a7f37", "#8250df"], ["#79b8ff", "#9198a1", "#f0a35e", "#56d364", "#bc9bff"]
  )

  private static let style = """
    .curve { fill: none; stroke-width: 1.8 } .rule { stroke-width: 1 } .dot { stroke-width: 1.8 } .ours { stroke-width: 3.5 }
    \(rules(paper: "#ffffff", ink: "#1f2328", faint: "#59636e", rule: "#d1d9e0", lightColours))
    @media (prefers-color-scheme: dark) {
    \(rules(paper: "#0d1117", ink: "#f0f6fc", faint: "#9198a1", rule: "#3d444d", darkColours))
    }
    """

  private static func rules(
    paper: String, ink: String, faint: String, rule: String, _ colours: [String]
  ) -> String {
    ".paper, .dot { fill: \(paper) } .ink { fill: \(ink) } .faint { fill: \(faint) } .rule { stroke: \(rule) }\n"
      + colours.enumerated().map { ".c\($0) { stroke: \($1) } .n\($0) { fill: \($1) }" }.joined(separator: "\n")
  }

  /// The figures as text, for readers who cannot see the lines.
  private var summary: String {
    "After one letter: "
      + lines.map { "\($0.name) \(QualityReport.digits($0.values.count > 1 ? $0.values[1] : 0))" }
      .joined(separator: ", ")
  }

  private var axes: [String] {
    var parts: [String] = []
    for tenths in stride(from: 0, through: 10, by: 2) {
      let y = RankPlot.y(Double(tenths) / 10)
      parts.append(
        "<line class=\"rule\" x1=\"\(RankPlot.number(RankPlot.left))\" y1=\"\(y)\" "
          + "x2=\"\(RankPlot.number(RankPlot.right))\" y2=\"\(y)\"/>")
      parts.append(
        "<text class=\"faint\" x=\"\(RankPlot.number(RankPlot.left - 10))\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">"
          + "\(tenths / 10).\(tenths % 10)</text>")
    }
    for letters in 0...letterCount {
      parts.append(
        "<text class=\"faint\" x=\"\(x(letters))\" y=\"\(RankPlot.number(RankPlot.bottom + 22))\" "
          + "text-anchor=\"middle\">\(letters)</text>")
    }
    let middle = RankPlot.number((RankPlot.left + RankPlot.right) / 2)
    let center = RankPlot.number((RankPlot.top + RankPlot.bottom) / 2)
    parts.append(
      "<text class=\"ink\" x=\"\(middle)\" y=\"\(RankPlot.number(RankPlot.bottom + 46))\" text-anchor=\"middle\">"
        + "letters typed</text>")
    parts.append(
      "<text class=\"ink\" transform=\"translate(22 \(center)) rotate(-90)\" text-anchor=\"middle\">"
        + "mean of 1 / rank of the wanted word</text>")
    return parts
  }

  private var curves: [String] {
    let names = nameHeights
    return lines.indices.reversed().flatMap { index in
      let line = lines[index]
      let colour = "c\(index % RankPlot.dashes.count)"
      let points = line.values.indices.map { (x($0), RankPlot.y(line.values[$0])) }
      let dashes = RankPlot.dashes[index % RankPlot.dashes.count]
      let ours = line.isOurs ? " ours" : ""
      var parts = [
        "<polyline class=\"curve \(colour)\(ours)\" stroke-dasharray=\"\(dashes.isEmpty ? "none" : dashes)\" points=\""
          + points.map { "\($0),\($1)" }.joined(separator: " ") + "\"/>"
      ]
      parts += points.map {
        "<circle class=\"dot \(colour)\" cx=\"\($0)\" cy=\"\($1)\" r=\"\(line.isOurs ? 4 : 2.5)\"/>"
      }
      // The name has a fixed place to the right, in the order of the lines where they are far apart.
      let y = RankPlot.number(names[index])
      parts.append(
        "<line class=\"curve \(colour)\(ours)\" x1=\"\(RankPlot.number(RankPlot.right + 14))\" y1=\"\(y)\" "
          + "x2=\"\(RankPlot.number(RankPlot.right + 40))\" y2=\"\(y)\" "
          + "stroke-dasharray=\"\(dashes.isEmpty ? "none" : dashes)\"/>")
      parts.append(
        "<text class=\"n\(index % RankPlot.dashes.count)\"\(line.isOurs ? " font-weight=\"600\"" : "") "
          + "x=\"\(RankPlot.number(RankPlot.right + 47))\" y=\"\(y)\" dy=\"4\">\(RankPlot.escaped(line.name))</text>")
      return parts
    }
  }

  /// The heights of the names: in the order of the lines after one letter, from the top.
  private var nameHeights: [Double] {
    let order = lines.indices.sorted { left, right in
      let values = [left, right].map { lines[$0].values.count > 1 ? lines[$0].values[1] : 0 }
      return (values[1], left) < (values[0], right)
    }
    var heights = [Double](repeating: 0, count: lines.count)
    for (place, index) in order.enumerated() {
      heights[index] = RankPlot.top + 30 + Double(place) * (RankPlot.lineHeight + 5)
    }
    return heights
  }

  private var letterCount: Int { max(1, (lines.map(\.values.count).max() ?? 0) - 1) }

  private func x(_ letters: Int) -> String {
    RankPlot.number(RankPlot.left + (RankPlot.right - RankPlot.left) * Double(letters) / Double(letterCount))
  }

  private static func y(_ value: Double) -> String {
    number(bottom - (bottom - top) * min(1, max(0, value)))
  }

  /// Returns a number with one digit after the decimal point.
  private static func number(_ value: Double) -> String { String((value * 10).rounded() / 10) }

  /// Returns the end of a text that would be too long for its line.
  private func shortened(_ text: String) -> String {
    text.count <= 100 ? text : "…" + text.suffix(99)
  }

  /// Returns text escaped for XML; characters that XML cannot hold are replaced.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped += " "
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
