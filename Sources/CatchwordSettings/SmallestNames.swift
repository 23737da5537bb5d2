extension Sequence where Element == String {
  /// Returns the first `count` names in alphabetical order, sorted.
  ///
  /// - Complexity: O(*n* log `count`) for names in random order; a name that is not among the first is only compared.
  func smallest(_ count: Int) -> [String] {
    var names: [String] = []
    for name in self {
      if names.count >= count, let last = names.last, name >= last { continue }
      var (low, high) = (0, names.count)
      while low < high {
        let middle = (low + high) / 2
        if names[middle] < name { low = middle + 1 } else { high = middle }
      }
      names.insert(name, at: low)
      if names.count > count { names.removeLast() }
    }
    return names
  }
}
