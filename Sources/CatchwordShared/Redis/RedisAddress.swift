#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a server is that speaks the protocol of Redis: `redis://HOST:PORT`, `rediss://HOST:PORT` or `unix:/PATH`.
package enum RedisAddress: Hashable, Sendable {
  /// A server at a port, which may speak it within TLS.
  case host(String, port: UInt16, isSecure: Bool = false)
  /// A server of this machine.
  case socket(path: String)

  /// The port where none is named.
  static let defaultPort: UInt16 = 6379

  /// Reads an address.
  ///
  /// - Throws: `PageStoreError` with a remedy.
  package init(_ text: String) throws(PageStoreError) {
    if text.hasPrefix("unix:/") {
      // With two more slashes it is the same, as in a URL.
      let path = text.dropFirst("unix:".count)
      self = .socket(path: String(path.hasPrefix("///") ? path.dropFirst(2) : path))
      return
    }
    guard let url = URL(string: text), ["redis", "rediss"].contains(url.scheme), let host = url.host(), !host.isEmpty,
      // A program may be told the name, and is not to take it for one of its options.
      !host.hasPrefix("-"), ["", "/"].contains(url.path()), url.query() == nil, url.fragment() == nil,
      url.port.map({ 1...65_535 ~= $0 }) ?? true
    else { throw PageStoreError("write redis://HOST:PORT, rediss://HOST:PORT or unix:/PATH") }
    guard url.user() == nil, url.password() == nil else {
      throw PageStoreError("write the name as \"user\", and the password into a file that \"passwordFile\" names")
    }
    // Without the brackets of an address of IP version 6.
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self = .host(
      name, port: url.port.flatMap { UInt16(exactly: $0) } ?? RedisAddress.defaultPort, isSecure: url.scheme == "rediss"
    )
  }

  /// Reads the address of a server, or those of some nodes of a cluster with commas between them.
  ///
  /// - Throws: `PageStoreError` with a remedy.
  package static func all(in text: String) throws(PageStoreError) -> [RedisAddress] {
    var addresses: [RedisAddress] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      addresses.append(try RedisAddress(String(part.drop { $0 == " " })))
    }
    return addresses
  }

  /// Connects without encryption.
  ///
  /// - Throws: `PageStoreError`; for a server that speaks within TLS in any case.
  package func connect(until deadline: ContinuousClock.Instant) throws(PageStoreError) -> any ByteChannel {
    switch self {
    case .host(_, _, isSecure: true): throw PageStoreError("\"rediss:\" takes a program that encrypts")
    case .host(let host, let port, _): try StreamSocket.connect(host: host, port: port, until: deadline)
    case .socket(let path): try StreamSocket.connect(path: path, until: deadline)
    }
  }
}
