/// A part of an index as a search sees it: its rows, and which of them may match.
struct IndexPart {
  enum Content {
    case sorted(IndexSegment, live: RowBits?)
    case mutable(MutableRows)
  }

  let content: Content
  /// The index of its first row in the whole index.
  let firstRow: Int
  /// The only rows that may match; nil for all.
  var narrowed: RowBits?

  /// The rows; their pointers are valid as long as this part is held, which `keep` ensures.
  var rows: RowView {
    var rows: RowView
    switch content {
    case .mutable(let mutable): rows = mutable.rows
    case .sorted(let segment, let live):
      rows = segment.rows
      rows.live = live.map { UnsafePointer($0.words) }
    }
    rows.narrowed = narrowed.map { UnsafePointer($0.words) }
    return rows
  }

  /// Keeps the memory of the rows alive up to this call.
  func keep() { withExtendedLifetime(self) {} }

  /// The identity of the rows; holding it also keeps them unchanged.
  var identity: Narrowing.Identity {
    switch content {
    case .sorted(let segment, _): .segment(segment)
    case .mutable(let rows): .rows(rows.memory)
    }
  }
}
