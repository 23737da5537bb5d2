import CatchwordFiles

/// The pages of a bucket in a file: their names, sorted by bytes, where each ends, and the pages.
struct PageFile {
  /// The text "CWPAG" and the version of the layout.
  private static let format: UInt64 = 0x0001_4741_5057_43
  private enum Part: Int, CaseIterable { case names, ends, pages }

  private let file: MappedFile
  private let header: IndexHeader

  /// Takes a mapped file; nil when it holds no pages.
  init?(_ file: MappedFile) {
    guard
      let header = IndexHeader(file.bytes, format: PageFile.format, partCount: Part.allCases.count, numberCount: 0),
      header.parts[Part.ends.rawValue].count % 8 == 0
    else { return nil }
    (self.file, self.header) = (file, header)
  }

  /// Returns the stored page of a name; nil when there is none, or the file is damaged.
  ///
  /// - Complexity: O(log number of pages).
  func page(named name: PageName) -> [UInt8]? {
    defer { withExtendedLifetime(file) {} }
    let wanted = Array(name.text.utf8)
    var (low, high) = (0, header.parts[Part.ends.rawValue].count / 8)
    while low < high {
      let middle = (low + high) / 2
      guard let found = bytes(of: middle, .names) else { return nil }
      if found.elementsEqual(wanted) {
        guard let page = bytes(of: middle, .pages), page.count <= SharedFormat.maximumPageBytes else { return nil }
        return Array(page)
      }
      if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Passes on all pages, with their names as they are stored; what is damaged is left out.
  func forEachPage(_ body: (_ name: [UInt8], _ page: [UInt8]) -> Void) {
    defer { withExtendedLifetime(file) {} }
    for number in 0..<header.parts[Part.ends.rawValue].count / 8 {
      guard let name = bytes(of: number, .names), let page = bytes(of: number, .pages) else { continue }
      body(Array(name), Array(page))
    }
  }

  /// Returns the name or the page of a number.
  private func bytes(of number: Int, _ part: Part) -> Slice<UnsafeRawBufferPointer>? {
    let ends = header.parts[Part.ends.rawValue].start + (part == .names ? 0 : 4)
    func end(_ number: Int) -> Int {
      number < 0 ? 0 : Int(file.bytes.loadUnaligned(fromByteOffset: ends + 8 * number, as: UInt32.self))
    }
    let (start, end) = (end(number - 1), end(number))
    let whole = header.parts[part.rawValue]
    guard start <= end, end <= whole.count else { return nil }
    return file.bytes[whole.start + start..<whole.start + end]
  }

  /// Writes a file.
  ///
  /// - Throws: The failure to write it.
  static func write(_ pages: [(name: [UInt8], page: [UInt8])], to path: String) throws {
    let sorted = pages.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    var ends: [UInt32] = []
    var (nameEnd, pageEnd): (UInt32, UInt32) = (0, 0)
    for (name, page) in sorted {
      nameEnd += UInt32(name.count)
      pageEnd += UInt32(page.count)
      ends += [nameEnd, pageEnd]
    }
    try FileSystem.create(path) { descriptor in
      let output = IndexOutput(descriptor: descriptor)
      let parts = [
        try output.appendPart { for (name, _) in sorted { try output.append(name) } },
        try output.appendPart { try ends.withUnsafeBytes(output.append) },
        try output.appendPart { for (_, page) in sorted { try output.append(page) } },
      ]
      let (header, count) = (IndexHeader(identity: 0, parts: parts, numbers: []), output.count)
      _ = try output.finish { header.words(format: PageFile.format, byteCount: count, samples: $0) }
    }
  }
}
