/// A part of an index as a search sees it.
struct IndexPart {
  enum Content {
    case sorted(IndexSegment, live: RowBits?)
    case mutable(MutableRows)
  }

  let content: Content
  /// The index of its first row in the whole index.
  let firstRow: Int

  /// The rows; their pointers are valid as long as this part is held, which `keep` ensures.
  var rows: RowView {
    switch content {
    case .mutable(let mutable): return mutable.rows
    case .sorted(let segment, let live):
      var rows = segment.rows
      rows.live = live.map { UnsafePointer($0.words) }
      return rows
    }
  }

  /// The identity of its memory.
  var id: PartID {
    switch content {
    case .sorted(let segment, _): segment.id
    case .mutable(let rows): rows.memory.id
    }
  }

  /// The number of rows of an index of these parts, with those between parts and those that can still be inserted.
  static func rowCount(of parts: [IndexPart]) -> Int { parts.last.map { $0.firstRow + $0.capacity } ?? 0 }

  /// The number of rows, with those that can still be inserted.
  var capacity: Int {
    switch content {
    case .sorted(let segment, _): segment.count
    case .mutable: MutableRows.capacity
    }
  }

  /// Keeps the memory of the rows alive up to this call.
  func keep() { withExtendedLifetime(self) {} }
}

/// The rows of a part during a search.
struct PartView {
  let rows: RowView
  /// The index of its first row in the whole index.
  let firstRow: Int

  /// The place of its first row's bit among the words of a set of rows of the index.
  var firstWord: Int { firstRow >> 6 }
}
