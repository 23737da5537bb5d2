/// The pages of a tree, by the buckets in which they are stored.
struct PageBuckets {
  struct Bucket {
    let place: SharedBucket
    var pages: [(name: PageName, page: [UInt8])] = []
    /// A hash of the pages.
    var digest: UInt64 = 0
    /// The size of the pages, in bytes.
    var byteCount: Int { pages.reduce(0) { $0 + $1.page.count } }
  }

  /// The numbered ones in their order, and the head at last: what its pages lead to is written before it.
  private(set) var all: [Bucket]
  /// A hash of all pages.
  private(set) var digest: UInt64 = 0

  /// Makes all pages of a tree.
  ///
  /// - Complexity: O(*n* × length of the words).
  init(_ tree: PageTree) {
    all = SharedBucket.all(tree.bucketCount).map { Bucket(place: $0) }
    tree.forEachPage { name, page in
      let hash = PageDigest.hash(of: name, page)
      digest &+= hash
      let number =
        switch name.prefix.bucket(of: tree.bucketCount) {
        case .head: tree.bucketCount
        case .number(let number): number
        }
      all[number].pages.append((name, page))
      all[number].digest &+= hash
    }
  }
}
