package import CatchwordRPC
package import CatchwordSettings
import CatchwordShared

/// Words that a team has published with `catchword publish`, under a name of the user's choice.
package struct SharedSettings: Equatable, Sendable {
  /// The source's name, which users see.
  package var name = ""
  /// The folder in which the words are published; nil for none.
  package var folder: String?
  /// The address of the server on which they are published, such as `redis://HOST:PORT`, or those of some nodes of a cluster
  /// with commas between them; nil for none.
  package var server: String?
  /// The user of that server; nil for its default user.
  package var user: String?
  /// The path of a file with the user's password; nil for none.
  package var passwordFile: String?
  /// The program that prints the user's password, and its arguments; none where there is none.
  package var passwordCommand: [String] = []
  /// A file with the certificates of those who may vouch for the server; nil for those of the system.
  package var authorities: String?
  /// A file with the user's own certificate, for a server that asks for one; nil for none.
  package var certificate: String?
  /// The file with the key of that; nil where it is in the same one.
  package var key: String?
  /// The program through which the server is reached, and its arguments; none to reach it directly.
  package var through: [String] = []
  /// The namespaces that are offered, such as `acme/monorepo`.
  package var namespaces: [String] = []
  /// The languages in which they are offered; nil for all.
  package var languages: Set<String>?
  /// The minimum number of characters that must be typed before they are offered by themselves.
  package var minimumLength = 1
  /// The priority among equally good words, from -1 to 1.
  package var priority = -0.5
  /// False to disable the source.
  package var isEnabled = true

  package init() {}

  /// The maximum number of namespaces.
  static let maximumNamespaces = 16

  /// The place in which the words are; nil when none is named.
  var store: (any PageStore)? {
    if let server, let addresses = try? RedisAddress.all(in: server) {
      let (through, trust) = (through, RedisTrust(authorities: authorities, certificate: certificate, key: key))
      return RedisPageStore(addresses, user: redisUser) {
        address, deadline throws(PageStoreError) in
        guard let command = address.command(through, trust) else {
          return try address.connect(until: deadline)
        }
        if through.isEmpty { try trust.check() }
        return try CommandChannel(command)
      }
    }
    return folder.map { FolderPageStore($0) }
  }

  private var redisUser: RedisUser {
    guard !passwordCommand.isEmpty else { return RedisUser(name: user, passwordFile: passwordFile) }
    return RedisUser(name: user) { [passwordCommand] () throws(PageStoreError) in try CommandChannel(passwordCommand) }
  }

  /// The namespaces that have a possible name.
  var names: [SharedNamespace] { namespaces.prefix(SharedSettings.maximumNamespaces).compactMap(SharedNamespace.init) }
}

extension SharedSettings: NamedSettingsGroup {
  package static let key = "shared"
  package static let summary =
    "Words that a team has published with \"catchword publish\", by names of your choice."
  package static let fields: [SettingField<SharedSettings>] = [
    .path("folder", \.folder, "The folder in which they are published, such as one on a share."),
    .text(
      "server", \.server, meaning: "an address",
      "The server on which they are published: redis://HOST:PORT, rediss://HOST:PORT or unix:/PATH; or nodes of a cluster, "
        + "with commas between them."),
    .text("user", \.user, meaning: "a name", "The user of the server; without it, its default user."),
    .path("passwordFile", \.passwordFile, "A file with the user's password, which nobody else may read."),
    .texts(
      "passwordCommand", \.passwordCommand, each: "a text",
      "A program that prints the user's password as its first line, such as [\"pass\", \"show\", \"words\"]."),
    .path(
      "authorities", \.authorities,
      "The certificates that are trusted with \"rediss:\"; without it, the system's."),
    .path("certificate", \.certificate, "Your own certificate, for a server that asks for one with \"rediss:\"."),
    .path("key", \.key, "The key of your certificate, where it is not in the same file."),
    .texts(
      "through", \.through, each: "a text",
      "A program that passes bytes on to the server, such as [\"ssh\", \"-W\", \"{host}:{port}\", \"bastion\"]."),
    .texts(
      "namespaces", \.namespaces, each: "a namespace", "The namespaces that are offered, such as \"acme/monorepo\"."),
    .flag("enabled", \.isEnabled, "Offer these words."),
    .languages(\.languages, "The languages in which they are offered."),
    .number(
      "minimumLength", \.minimumLength, 1...20, "The minimum number of typed characters before they are offered."),
    .real(
      "priority", \.priority, -1...1, "The priority among equally good words: those with the higher one come first."),
  ]

  package static func refusal(of name: String, _ own: JSONValue) -> String? {
    if let refusal = SourceName.refusal(of: name, as: "\"shared\"") { return refusal }
    let places = [own["folder"], own["server"]].compactMap { $0?.stringValue }
    guard places.count == 1 else {
      return
        "\"shared\" \"\(name)\" names \(places.isEmpty ? "no place" : "two places"); write either \"folder\" or \"server\"."
    }
    if let server = own["server"]?.stringValue {
      do {
        for address in try RedisAddress.all(in: server) {
          if let useless = useless(own, address) { return "\"shared\" \"\(name)\" has \(useless)." }
        }
      } catch {
        // With a password in it, the text is not for a log.
        let shown = server.contains("@") ? "" : " \"\(SourceName.inMessage(server))\""
        return "\"shared\" \"\(name)\" has the server\(shown): \(error)."
      }
    }
    let namespaces = own["namespaces"]?.arrayValue?.compactMap(\.stringValue) ?? []
    if namespaces.isEmpty {
      return "\"shared\" \"\(name)\" names nothing that is published; write \"namespaces\": [\"acme/monorepo\"]."
    }
    if namespaces.count > maximumNamespaces {
      return
        "\"shared\" \"\(name)\" has \(namespaces.count) namespaces, more than \(maximumNamespaces); name the others under another name."
    }
    if let wrong = namespaces.first(where: { SharedNamespace($0) == nil }) {
      return
        "\"shared\" \"\(name)\" has the namespace \"\(SourceName.inMessage(wrong))\"; \(SharedNamespace.rule)"
    }
    return nil
  }

  /// Returns which setting would do nothing, or not what it seems to, and the remedy.
  private static func useless(_ own: JSONValue, _ address: RedisAddress) -> String? {
    func has(_ name: String) -> Bool { own[name] != nil && own[name] != .null && own[name] != [] }
    switch (has("passwordFile"), has("passwordCommand")) {
    case (true, true): return "\"passwordFile\" and \"passwordCommand\"; write either"
    case (false, false) where has("user"): return "a \"user\" without a \"passwordFile\" or \"passwordCommand\""
    default: break
    }
    switch address {
    case .socket where has("through"): return "\"through\" for a socket of this machine; leave it out"
    case .host(_, _, isSecure: true) where has("through"):
      return
        "\"rediss:\" and \"through\"; write \"redis:\", as it is the program that encrypts, or leave \"through\" out"
    case .host(_, _, isSecure: true):
      return has("key") && !has("certificate") ? "a \"key\" without a \"certificate\"" : nil
    default: return ["authorities", "certificate", "key"].first(where: has).map { "\"\($0)\" without \"rediss:\"" }
    }
  }
}
