import CatchwordRPC

/// Where in a text a request's position is, as LSP says: past the end of its line it is that end, past the last line the
/// end of the text, and inside a character before it.
struct RequestedPlace: Equatable {
  var line = 0
  var column = 0
  /// The columns of the line.
  var length = 0

  init?(_ position: JSONValue?, in text: String, encoding: String) {
    guard let wantedLine = position?["line"]?.intValue, let wantedColumn = position?["character"]?.intValue else {
      return nil
    }
    var scalars = text.unicodeScalars[...]
    while line < wantedLine, let end = scalars.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
      let isPair = scalars[end...].starts(with: ["\r", "\n"])
      scalars = scalars[scalars.index(end, offsetBy: isPair ? 2 : 1)...]
      line += 1
    }
    let isInside = line == wantedLine
    for scalar in scalars.prefix(while: { $0 != "\n" && $0 != "\r" }) {
      let width = RequestedPlace.width(scalar, encoding)
      length += width
      if !isInside || length <= wantedColumn { column = length }
    }
  }

  private static func width(_ scalar: Unicode.Scalar, _ encoding: String) -> Int {
    switch encoding {
    case "utf-8": UTF8.width(scalar)
    case "utf-32": 1
    default: UTF16.width(scalar)
    }
  }
}
