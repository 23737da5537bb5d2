import CatchwordCompletion
import CatchwordRPC

/// The settings that the server itself understands, from a client's options or a configuration file.
///
/// They may stand at the top or under `"catchword"`. What is absent stays as it is; what is wrong is named and ignored.
struct ServerSettings: Sendable {
  var policy: IdentityPolicy?
  var budget: Duration?
  var limit: Int?
  var maximumMessageSize: Int?
  var segmentation: Bool?
  var client: Client?
  var problems: [String] = []

  /// No settings.
  init() {}

  /// What is right in `other` counts, and what is wrong there costs nothing.
  func overlaid(by other: ServerSettings) -> ServerSettings {
    var settings = self
    settings.policy = other.policy ?? policy
    settings.budget = other.budget ?? budget
    settings.limit = other.limit ?? limit
    settings.maximumMessageSize = other.maximumMessageSize ?? maximumMessageSize
    settings.segmentation = other.segmentation ?? segmentation
    settings.client = other.client ?? client
    settings.problems += other.problems
    return settings
  }

  init(_ value: JSONValue) {
    let value = value["catchword"] ?? value
    if let policy = value["identity"] {
      self.policy = policy.stringValue.flatMap(IdentityPolicy.init)
      if self.policy == nil { complain("identity", policy, "\"cursor\" or \"anchor\"") }
    }
    if let budget = value["budget"] {
      if let milliseconds = budget.intValue, (1...10_000).contains(milliseconds) {
        self.budget = .milliseconds(milliseconds)
      } else {
        complain("budget", budget, "milliseconds from 1 to 10000")
      }
    }
    if let limit = value["limit"] {
      if let count = limit.intValue, (1...10_000).contains(count) {
        self.limit = count
      } else {
        complain("limit", limit, "a number from 1 to 10000")
      }
    }
    if let size = value["maximumMessageSize"] {
      if let bytes = size.intValue, (1 << 10...1 << 30).contains(bytes) {
        maximumMessageSize = bytes
      } else {
        complain("maximumMessageSize", size, "bytes from 1024 to 1073741824")
      }
    }
    if let segmentation = value["segmentation"] {
      self.segmentation = segmentation.boolValue
      if self.segmentation == nil { complain("segmentation", segmentation, "true or false") }
    }
    if let client = value["client"] {
      self.client = client.stringValue.flatMap(Client.init)
      if self.client == nil {
        let names = Client.allCases.map { "\"\($0.rawValue)\"" }
        complain("client", client, names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
      }
    }
  }

  private mutating func complain(_ name: String, _ value: JSONValue, _ expected: String) {
    let text = value.json
    let shown = text.count > 80 ? "\(text.prefix(80))…" : text
    problems.append("The setting \"\(name)\" is \(shown); it must be \(expected). It is ignored.")
  }
}
