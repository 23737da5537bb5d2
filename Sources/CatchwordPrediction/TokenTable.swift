/// A hash table of values by token: open addressing with linear probing.
struct TokenTable<Value: Sendable>: Sendable {
  private var keys: ContiguousArray<Token>
  private var values: ContiguousArray<Value>
  private(set) var count = 0
  private let none: Value

  /// Marks an empty slot; no token has this number.
  private static var empty: Token { Token.max }

  /// - Parameters:
  ///   - none: The value of tokens that have no entry.
  ///   - capacity: The expected number of tokens.
  init(none: Value, capacity: Int = 8) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    keys = ContiguousArray(repeating: Self.empty, count: size)
    values = ContiguousArray(repeating: none, count: size)
    self.none = none
  }

  /// Makes room for a number of tokens.
  mutating func reserveCapacity(_ count: Int) {
    if count * 2 > keys.count { fill(TokenTable(none: none, capacity: count)) }
  }

  subscript(token: Token) -> Value {
    get {
      let slot = slot(of: token)
      return keys[slot] == token ? values[slot] : none
    }
    _modify {
      if count * 2 >= keys.count { grow() }
      let slot = slot(of: token)
      if keys[slot] != token {
        keys[slot] = token
        count += 1
      }
      yield &values[slot]
    }
  }

  /// Sets the value of a token unless it has one.
  ///
  /// - Returns: False when it already had one.
  mutating func insert(_ token: Token, _ value: Value) -> Bool {
    if count * 2 >= keys.count { grow() }
    let slot = slot(of: token)
    if keys[slot] == token { return false }
    keys[slot] = token
    values[slot] = value
    count += 1
    return true
  }

  /// True when a token has a value.
  func has(_ token: Token) -> Bool { keys[slot(of: token)] == token }

  /// Calls `body` with each token and its value, in no order.
  func forEach(_ body: (Token, Value) -> Void) {
    for slot in keys.indices where keys[slot] != Self.empty { body(keys[slot], values[slot]) }
  }

  private func slot(of token: Token) -> Int {
    let mask = keys.count - 1
    var slot = Int((token &* 0x9E37_79B1) >> 7) & mask
    while keys[slot] != token && keys[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    fill(TokenTable(none: none, capacity: keys.count))
  }

  /// Moves the values to an empty table.
  private mutating func fill(_ empty: consuming TokenTable) {
    for slot in keys.indices where keys[slot] != Self.empty {
      let place = empty.slot(of: keys[slot])
      empty.keys[place] = keys[slot]
      empty.values[place] = values[slot]
    }
    empty.count = count
    self = empty
    checkInvariants()
  }

  /// Stops a debug build if the table has lost count of its tokens, or cannot find one.
  ///
  /// - Complexity: O(slots), so it is called only when the table grows.
  private func checkInvariants() {
    #if DEBUG
      assert(keys.count { $0 != Self.empty } == count && count < keys.count)
      assert(keys.allSatisfy { $0 == Self.empty || has($0) }, "a token that is not found")
    #endif
  }
}
