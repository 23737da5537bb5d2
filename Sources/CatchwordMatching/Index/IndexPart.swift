/// A part of an index as a search sees it: its rows, and which of them come into question.
struct IndexPart {
  enum Content {
    case sorted(IndexSegment, live: RowBits?)
    case mutable(MutableRows)
  }

  let content: Content
  /// The number of its first row in the whole index.
  let firstRow: Int
  /// The only rows that come into question; nil for all.
  var narrowed: RowBits?

  /// The rows; their pointers are good for as long as this part is held, and `keep` says that it is.
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

  /// Holds on to the memory of the rows up to here.
  func keep() { withExtendedLifetime(self) {} }

  /// What tells the rows from any others, and keeps them as they are.
  var identity: Narrowing.Identity {
    switch content {
    case .sorted(let segment, _): .segment(segment)
    case .mutable(let rows): .rows(rows.memory)
    }
  }
}
