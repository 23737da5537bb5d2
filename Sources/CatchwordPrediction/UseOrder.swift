/// Names in the order of their last use; each operation takes O(1), whatever the number of names.
struct UseOrder {
  private struct Links {
    var older: String?
    var newer: String?
  }

  private var links: [String: Links] = [:]
  private var newest: String?

  /// The number of names.
  var count: Int { links.count }

  /// Marks a name as the last used one; a missing name is added.
  mutating func use(_ name: String) {
    if newest == name { return }
    remove(name)
    if let newest { links[newest]?.newer = name }
    links[name] = Links(older: newest)
    newest = name
  }

  /// Removes a name.
  mutating func remove(_ name: String) {
    guard let own = links.removeValue(forKey: name) else { return }
    if let older = own.older { links[older]?.newer = own.newer }
    if let newer = own.newer { links[newer]?.older = own.older } else { newest = own.older }
  }

  /// Returns the names that were used last, the most recent first.
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
