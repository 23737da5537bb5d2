/// How large the nodes of a text's tree may be.
///
/// A text keeps its shape through every edit. The tests use small nodes, so that a document of a few lines is as deep
/// a tree as a large file.
struct TextShape: Sendable {
  /// The most bytes in a leaf: small enough that copying one is cheap beside allocating it.
  let maximumLeafBytes: Int
  /// The most children of a branch.
  let maximumChildren: Int

  /// The shape of every text outside the tests.
  static let standard = TextShape(maximumLeafBytes: 1024, maximumChildren: 16)

  /// What a new leaf holds at most: less than it could, so that the first letters typed into it still fit.
  var newLeafBytes: Int { maximumLeafBytes - maximumLeafBytes / 8 }
}
