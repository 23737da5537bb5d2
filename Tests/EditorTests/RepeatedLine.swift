/// A text in which one line stands twice, so that the real model knows how it goes on when it is begun again.
enum RepeatedLine {
  static let line = "the lighthouse keeper counted every passing ship"
  static let text = "\(line)\nnobody else was awake\n\(line)\nnobody else was awake\n"
  /// What is typed on a new line.
  static let typed = "the lighthouse keeper "
}
