/// Names in the order in which they were last used; each step takes O(1), however many there are.
struct UseOrder {
  private struct Links {
    var older: String?
    var newer: String?
  }

  private var links: [String: Links] = [:]
  private var newest: String?

  /// How many names there are.
  var count: Int { links.count }

  /// Makes a name the last used one; it is added when it is not there.
  mutating func use(_ name: String) {
    if newest == name { return }
    remove(name)
    if let newest { links[newest]?.newer = name }
    links[name] = Links(older: newest)
    newest = name
  }

  /// Forgets a name.
  mutating func remove(_ name: String) {
    guard let own = links.removeValue(forKey: name) else { return }
    if let older = own.older { links[older]?.newer = own.newer }
    if let newer = own.newer { links[newer]?.older = own.older } else { newest = own.older }
  }

  /// The names that were used last, the last one first.
  ///
  /// - Complexity: O(`limit`).
  func lastUsed(_ limit: Int) -> [String] {
    var names: [String] = []
    var next = newest
    while let name = next, names.count < limit {
      names.append(name)
      next = links[name]?.older
    }
    return names
  }
}
