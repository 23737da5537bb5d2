import CatchwordText

/// What has not been read of a document: parts whose ends no word crosses.
struct UnreadText: Sendable {
  let document: DocumentSnapshot
  /// The parts, in order, none of them empty.
  private(set) var parts: [Range<Int>]

  /// Begins with the whole document.
  init(_ document: DocumentSnapshot) {
    self.document = document
    parts = document.text.isEmpty ? [] : [0..<document.text.count]
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Takes the slice around a place, or the nearest one to it.
  ///
  /// - Parameter count: The approximate number of bytes to take.
  /// - Returns: nil when everything has been taken.
  mutating func take(near place: Int, count: Int) -> WordSlice? {
    guard
      let index = parts.indices.min(by: { distance(of: parts[$0], from: place) < distance(of: parts[$1], from: place) })
    else { return nil }
    let part = parts[index]
    let slice = WordSlice(of: document.text, in: part, near: place, count: count, scanner: document.scanner)
    parts.replaceSubrange(
      index...index, with: [part.lowerBound..<slice.start, slice.end..<part.upperBound].filter { !$0.isEmpty })
    return slice
  }

  private func distance(of part: Range<Int>, from place: Int) -> Int {
    max(0, part.lowerBound - place, place - part.upperBound + 1)
  }
}
