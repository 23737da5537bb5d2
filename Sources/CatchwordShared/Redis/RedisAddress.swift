#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a server is that speaks the protocol of Redis: `redis://HOST:PORT` or `unix:/PATH`.
package enum RedisAddress: Equatable, Sendable {
  case host(String, port: UInt16)
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
    if text.hasPrefix("rediss:") {
      throw PageStoreError(
        "\"rediss:\" is not supported yet; write \"unix:/PATH\" of a socket that a tunnel such as stunnel or ssh -L provides"
      )
    }
    guard let url = URL(string: text), url.scheme == "redis", let host = url.host(), !host.isEmpty,
      ["", "/"].contains(url.path()), url.query() == nil, url.port.map({ 1...65_535 ~= $0 }) ?? true
    else { throw PageStoreError("write redis://HOST:PORT or unix:/PATH") }
    guard url.user() == nil, url.password() == nil else {
      throw PageStoreError("write the name as \"user\", and the password into a file that \"passwordFile\" names")
    }
    // Without the brackets of an address of IP version 6.
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self = .host(name, port: url.port.flatMap { UInt16(exactly: $0) } ?? RedisAddress.defaultPort)
  }
}
