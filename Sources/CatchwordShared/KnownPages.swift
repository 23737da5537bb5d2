/// What is known of what is published under a namespace.
struct KnownPages {
  var publication: Publication
  /// The time when the description was read.
  var time: Duration
  /// The pages of the shortest prefixes by their names as they are stored; nil where each is asked for.
  var head: [String: [UInt8]]? { didSet { headBytes = KnownPages.size(of: head) } }
  /// The size of these, in bytes.
  private(set) var headBytes: Int
  /// The time when the head is to be read again, as there is a newer one.
  var headDue: Duration?
  /// The others that are kept.
  var pages: PageCache

  init(_ publication: Publication, head: [String: [UInt8]]?, time: Duration, cacheBytes: Int) {
    (self.publication, self.head, self.time) = (publication, head, time)
    headBytes = KnownPages.size(of: head)
    pages = PageCache(limit: cacheBytes)
  }

  private static func size(of head: [String: [UInt8]]?) -> Int {
    (head ?? [:]).reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
  }
}

/// A page with its name.
typealias Page = (name: PageName, bytes: [UInt8])

/// A few pages that were asked for.
struct FoundPages {
  private let pages: [Page]

  /// Takes the answers, in the order of the names.
  init(_ names: [PageName] = [], _ answers: [[UInt8]?] = []) {
    pages = zip(names, answers).compactMap { name, bytes in bytes.map { (name, $0) } }
  }

  /// The page of a name; nil when it is not there.
  ///
  /// - Complexity: O(number of pages).
  subscript(_ name: PageName) -> Page? { pages.first { $0.name.text == name.text } }

  /// Returns the one of some pages that is there.
  subscript(_ names: [PageName]) -> Page? {
    for name in names { if let page = self[name] { return page } }
    return nil
  }
}
