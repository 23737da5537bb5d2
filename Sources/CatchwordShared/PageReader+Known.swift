extension PageReader {
  /// What is known of a namespace.
  struct Known {
    var publication: Publication
    /// The time when the description was read.
    var time: Duration
    /// The pages of the shortest prefixes; nil where each is asked for.
    var head: [[UInt8]: [UInt8]]? { didSet { headBytes = Known.size(of: head) } }
    /// The size of these, in bytes.
    private(set) var headBytes: Int
    /// The time when the head is to be read again, as there is a newer one.
    var headDue: Duration?
    var pages: PageCache

    init(_ publication: Publication, head: [[UInt8]: [UInt8]]?, time: Duration, cacheBytes: Int) {
      (self.publication, self.head, self.time) = (publication, head, time)
      headBytes = Known.size(of: head)
      pages = PageCache(limit: cacheBytes)
    }

    private static func size(of head: [[UInt8]: [UInt8]]?) -> Int {
      (head ?? [:]).reduce(0) { $0 + $1.key.count + $1.value.count }
    }
  }
}
