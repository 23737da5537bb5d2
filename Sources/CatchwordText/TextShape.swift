/// The maximum sizes of the nodes of a text's tree.
///
/// A text keeps its shape through every edit. The tests use small nodes, so that a document of a few lines has as deep
/// a tree as a large file.
struct TextShape: Sendable {
  /// The maximum number of bytes in a leaf, small enough that copying one is cheap compared with allocating it.
  let maximumLeafBytes: Int
  /// The maximum number of children of a branch.
  let maximumChildren: Int

  /// The shape of every text outside of tests.
  static let standard = TextShape(maximumLeafBytes: 1024, maximumChildren: 16)

  /// The maximum size of a new leaf in bytes: less than the maximum, so that the first letters typed into it fit.
  var newLeafBytes: Int { maximumLeafBytes - maximumLeafBytes / 8 }
}
