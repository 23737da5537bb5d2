import CatchwordRPC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's configuration file: JSON5, so with comments and trailing commas.
struct UserConfiguration {
  var settings = JSONValue.object([:])
  var problems: [String] = []
  /// What relative paths in it are relative to.
  var folder = ""

  /// The file in its folder.
  static func path(in folder: String) -> String { "\(folder)/config.json" }

  /// Where things are kept that can be made again: `$XDG_CACHE_HOME/catchword`; nil when nobody knows.
  static func cacheFolder(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return "\(base)/catchword" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache/catchword" : nil }
  }

  /// Reads `$XDG_CONFIG_HOME/catchword/config.json`; no file is no problem.
  static func load(environment: [String: String] = ProcessInfo.processInfo.environment) -> UserConfiguration {
    let home = environment["HOME"] ?? ""
    let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.config"
    var configuration = UserConfiguration()
    configuration.folder = "\(base)/catchword"
    let path = path(in: configuration.folder)
    guard FileManager.default.fileExists(atPath: path) else { return configuration }
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      configuration.settings = try decoder.decode(AnyJSON.self, from: data).value
    } catch {
      configuration.problems.append("\(path) is not used: \(UserConfiguration.reason(error))")
    }
    return configuration
  }

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "it cannot be read (\(error))." }
    let detail = context.underlyingError.map { "\($0)" } ?? context.debugDescription
    return "it is not JSON5 (\(detail))."
  }
}

/// Any JSON, through Foundation's JSON5 reader.
private struct AnyJSON: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        value = .null
        return
      }
      if let bool = try? container.decode(Bool.self) {
        value = .bool(bool)
        return
      }
      if let int = try? container.decode(Int.self) {
        value = .int(int)
        return
      }
      if let double = try? container.decode(Double.self) {
        value = .number(String(double))
        return
      }
      if let string = try? container.decode(String.self) {
        value = .string(string)
        return
      }
      if let array = try? container.decode([AnyJSON].self) {
        value = .array(array.map(\.value))
        return
      }
    }
    value = .object(try [String: AnyJSON](from: decoder).mapValues(\.value))
  }
}
