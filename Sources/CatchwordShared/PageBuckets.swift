/// The pages of a tree, by the buckets in which they are stored.
struct PageBuckets {
  struct Bucket {
    let place: SharedBucket
    /// The pages and their names as they are stored.
    var pages: [(name: [UInt8], page: [UInt8])] = []
    /// A hash of the pages.
    var digest: UInt64 = 0
    /// The pages that are published, by their names as they are stored, and their hash; nil where these are not known.
    var before: (pages: [[UInt8]: [UInt8]], digest: UInt64)?

    /// Begins without pages.
    init(_ place: SharedBucket) { self.place = place }

    /// Takes pages by their names as they are stored.
    init(_ place: SharedBucket, _ pages: [[UInt8]: [UInt8]]) {
      self.place = place
      for (name, page) in pages {
        self.pages.append((name, page))
        digest &+= PageDigest.hash(of: name, page)
      }
    }

    /// The size of the pages, in bytes.
    var byteCount: Int { pages.reduce(0) { $0 + $1.page.count } }
  }

  /// The numbered ones in their order, and the head at last: what its pages lead to is written before it.
  private(set) var all: [Bucket]
  /// A hash of all pages.
  private(set) var digest: UInt64 = 0

  /// Takes some buckets.
  ///
  /// - Parameter digest: The hash of all pages, those of the others included.
  init(_ all: [Bucket], digest: UInt64) { (self.all, self.digest) = (all, digest) }

  /// Makes all pages of a tree.
  ///
  /// - Complexity: O(*n* × length of the words).
  init(_ tree: PageTree) {
    all = SharedBucket.all(tree.bucketCount).map { Bucket($0) }
    tree.forEachPage { name, page in
      let key = Array(name.text.utf8)
      let hash = PageDigest.hash(of: key, page)
      digest &+= hash
      let number =
        switch name.prefix.bucket(of: tree.bucketCount) {
        case .head: tree.bucketCount
        case .number(let number): number
        }
      all[number].pages.append((key, page))
      all[number].digest &+= hash
    }
  }
}
