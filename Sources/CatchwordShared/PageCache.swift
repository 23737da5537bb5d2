/// Pages that have been read, by their names as they are stored. Of those that are not asked for any more, the oldest go.
///
/// They are in two generations: when the younger one has half of the limit, it becomes the older one, which is dropped.
struct PageCache {
  private let limit: Int
  private var young: [String: [UInt8]] = [:]
  private var old: [String: [UInt8]] = [:]
  private var (youngBytes, oldBytes) = (0, 0)
  /// What a page takes beside its bytes and its name.
  private static let overhead = 96

  /// Creates a cache of at most so many bytes.
  init(limit: Int) { self.limit = limit }

  /// The size of all pages, in bytes.
  var byteCount: Int { youngBytes + oldBytes }

  /// The page of a name.
  ///
  /// - Complexity: O(1) amortized.
  subscript(_ name: PageName) -> [UInt8]? {
    mutating get {
      let name = name.text
      if let page = young[name] { return page }
      guard let page = old[name] else { return nil }
      insert(page, name)
      return page
    }
    set {
      if let newValue { insert(newValue, name.text) }
    }
  }

  private mutating func insert(_ page: [UInt8], _ name: String) {
    let size = page.count + name.utf8.count + PageCache.overhead
    if youngBytes + size > limit / 2 {
      (old, oldBytes) = (young, youngBytes)
      (young, youngBytes) = ([:], 0)
    }
    if young.updateValue(page, forKey: name) == nil { youngBytes += size }
  }

  /// Drops all pages.
  mutating func removeAll() { self = PageCache(limit: limit) }
}
