/// The place of what is typed in a name, for sources that offer every name that has it in it.
enum NameFit: Int, CaseIterable {
  /// It is the whole name.
  case whole
  /// The name begins with it.
  case beginning
  /// A later part of the name begins with it: what follows a character that is no letter and no digit.
  case part
  /// It stands elsewhere.
  case inside

  /// Nil for a name that does not have it.
  ///
  /// - Parameters:
  ///   - name: The name, in lower case.
  ///   - typed: What is typed, in lower case.
  /// - Complexity: O(length of the name × length of what is typed).
  init?(of name: String, typed: String) {
    if name.hasPrefix(typed) {
      self = name == typed ? .whole : .beginning
      return
    }
    guard name.contains(typed) else { return nil }
    self = .inside
    var rest = name[...]
    while let mark = rest.firstIndex(where: { !$0.isLetter && !$0.isNumber }) {
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix(typed) {
        self = .part
        return
      }
    }
  }
}

extension Sequence {
  /// Returns the elements that have what is typed in their names, in either case: those that fit best first, so that a
  /// limit cuts off the others, and those that fit equally in their order.
  ///
  /// - Complexity: O(length of the names × length of what is typed).
  func fitting(_ typed: String, by name: (Element) -> String) -> [Element] {
    let typed = typed.lowercased()
    var found: [[Element]] = Array(repeating: [], count: NameFit.allCases.count)
    for element in self {
      if let fit = NameFit(of: name(element).lowercased(), typed: typed) { found[fit.rawValue].append(element) }
    }
    return Array(found.joined())
  }
}
