import CatchwordFiles
import CatchwordShared

/// Whom one trusts within TLS, and by what one is known there.
struct RedisTrust: Sendable {
  /// The path of a file with the certificates that are trusted; nil for those of the system.
  var authorities: String?
  /// The path of one's own certificate; nil for none.
  var certificate: String?
  /// The path of the key of that; nil where it is in the same file.
  var key: String?

  /// Returns what passes on the certificates between one's own and the authority, where the file has some: by itself, the
  /// program takes the first one of a file.
  fileprivate func chain(_ path: String) -> [String] {
    let text = (try? FileSystem.contents(of: path, inside: nil, atMost: 1 << 20)).map {
      String(decoding: $0, as: UTF8.self)
    }
    let count = text?.ranges(of: "-----BEGIN CERTIFICATE-----").count ?? 0
    return count > 1 ? ["-cert_chain", path] : []
  }

  /// Checks that the files are there, and that nobody else can read the key.
  ///
  /// - Throws: `PageStoreError` with the remedy.
  func check() throws(PageStoreError) {
    for (name, path) in [("authorities", authorities), ("certificate", certificate), ("key", key)] {
      guard let path, FileSystem.kind(of: FileSystem.canonical(path) ?? path) != .file else { continue }
      throw PageStoreError("\(path), which is the file of \"\(name)\", is not there, or no file", isAway: true)
    }
    guard let key, FileSystem.isOpenToOthers(key) else { return }
    throw PageStoreError("\(key) can be read by others: run chmod 600 \(key)", isAway: true)
  }
}

extension RedisAddress {
  /// Returns the command by which a server is reached; nil where none is necessary.
  ///
  /// - Parameters:
  ///   - given: The user's own, in which `{host}` and `{port}` stand for those of the server.
  ///   - trust: Whom one trusts where none is given.
  func command(_ given: [String], _ trust: RedisTrust) -> [String]? {
    guard case .host(let host, let port, let isSecure) = self, isSecure || !given.isEmpty else { return nil }
    if !given.isEmpty {
      return given.map { $0.replacing("{host}", with: host).replacing("{port}", with: "\(port)") }
    }
    let isNumeric = host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }
    // An option that it does not know ends it, so nothing is ever sent to a server whose certificate was not verified.
    return [
      "openssl", "s_client", "-quiet", "-nocommands", "-verify_quiet", "-verify_return_error",
      isNumeric ? "-verify_ip" : "-verify_hostname", host,
    ] + (isNumeric ? [] : ["-servername", host])
      + (trust.authorities.map { ["-CAfile", $0, "-no-CApath", "-no-CAstore"] } ?? [])
      // With a pass phrase, which is none, nobody is asked for one.
      + (trust.certificate.map { ["-cert", $0] + trust.chain($0) + ["-key", trust.key ?? $0, "-pass", "pass:"] } ?? [])
      + ["-connect", host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"]
  }
}
