import Foundation
import TestSupport
import TestTraits
import Testing

/// Shared words on a server that speaks within TLS, through a program as on a user's machine: nothing is sent to a server
/// that is not the one that was meant.
@Suite(.serialized, .blocking) struct RedisEncryptionTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  private func path(_ name: String) -> String { "\(home.url.path)/\(name)" }

  private func openssl(_ arguments: String...) throws {
    let outcome = try Program.run("/usr/bin/openssl", arguments, home: home)
    try #require(outcome.code == 0, "\(outcome)")
  }

  /// Makes an authority and a certificate by it for a host.
  private func makeCertificate(_ name: String, for host: String) throws {
    try openssl(
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=authority \(name)", "-keyout",
      path("\(name)-ca.key"), "-out", path("\(name)-ca.crt"))
    try openssl(
      "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(host)", "-keyout", path("\(name).key"), "-out",
      path("\(name).csr"))
    try home.write("subjectAltName=DNS:\(host)\n", to: "\(name).ext")
    try sign(name, by: "\(name)-ca")
  }

  private func sign(_ name: String, by authority: String) throws {
    try openssl(
      "x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(authority).crt"), "-CAkey", path("\(authority).key"),
      "-CAcreateserial", "-days", "2", "-extfile", path("\(name).ext"), "-out", path("\(name).crt"))
  }

  /// Makes a certificate by one that is by an authority, and a file of both, as a company's are.
  private func makeChain(_ name: String, to authority: String) throws {
    for (name, options) in [("\(name)-between", "basicConstraints=CA:TRUE\n"), (name, "basicConstraints=CA:FALSE\n")] {
      try openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(name)", "-keyout", path("\(name).key"), "-out",
        path("\(name).csr"))
      try home.write(options, to: "\(name).ext")
    }
    try sign("\(name)-between", by: authority)
    try sign(name, by: "\(name)-between")
    try home.write([name, "\(name)-between"].compactMap { home.read("\($0).crt") }.joined(), to: "\(name)-chain.crt")
  }

  /// Starts a server with a certificate at some port of this machine.
  private func server(_ name: String) throws -> (server: RedisServer, port: Int)? {
    try RedisServer.atSomePort(home.url) { port in
      [
        "--tls-port", "\(port)", "--bind", "127.0.0.1", "--tls-cert-file", path("\(name).crt"), "--tls-key-file",
        path("\(name).key"), "--tls-ca-cert-file", path("\(name)-ca.crt"), "--tls-auth-clients", "no",
      ]
    }
  }

  private func set(_ place: String) throws {
    try home.write(
      #"{"shared": {"acme": {\#(place), "passwordFile": "~/password", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
  }

  @Test func onlyTheServerThatIsMeantIsSpokenTo() throws {
    guard try requiredPrograms(["openssl"]) != nil else { return }
    try makeCertificate("ours", for: "localhost")
    guard let (server, port) = try server("ours") else { return }
    try makeCertificate("other", for: "localhost")
    try home.write("secret\n", to: "password")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("password"))
    try home.write("kestrelCount\nkestrel\t7\n", to: "birds.txt")
    try home.write("let a = kes\n", to: "a.swift")
    // It has no password yet, and says so to whoever sends one.
    try set(#""server": "unix:\#(server.socket)""#)
    #expect(try run("shared", "test", "acme").errors.contains("the server has no password: leave out"))

    let right = #""server": "rediss://localhost:\#(port)", "authorities": "~/ours-ca.crt""#
    for (place, message) in [
      (#""server": "rediss://localhost:\#(port)", "authorities": "~/other-ca.crt""#, "is refused: "),
      (#""server": "rediss://localhost:\#(port)""#, "is refused: "),
      (#""server": "rediss://127.0.0.1:\#(port)", "authorities": "~/ours-ca.crt""#, "is refused: IP address mismatch"),
      (
        #""server": "rediss://localhost:\#(port)", "authorities": "~/nothing""#,
        "/nothing, which is the file of \"authorities\", is not there"
      ),
      (#""server": "rediss://localhost:1""#, "connection refused; is a server running there?"),
      (#""server": "rediss://nowhere.invalid:1""#, "the host of the server is not found"),
      (#""server": "redis://127.0.0.1:\#(port)""#, "connection"),
    ] {
      try set(place)
      let test = try run("shared", "test", "acme")
      #expect(test.code == 69 && test.errors.contains(message), "\(place): \(test)")
    }
    // The password that was sent to the socket is the only one that came.
    let commands = try redis(server, "info", "commandstats")
    #expect(commands.contains("cmdstat_auth:calls=1,") && !commands.contains("cmdstat_hget"), "\(commands)")

    try set(right)
    #expect(try redis(server, "config", "set", "requirepass", "secret") == "OK\n")
    #expect(try run("publish", "birds.txt", "--to", "acme:acme/app").output == "published: 2 words as acme:acme/app\n")
    #expect(try run("complete", "a.swift:1:12").output == "kestrel       acme\nkestrelCount  acme\n")
    #expect(try run("shared", "verify", "acme:acme/app").code == 0)

    // A server that asks for a certificate of the reader's, as it does by default.
    #expect(try redis(server, hasPassword: true, "config", "set", "tls-auth-clients", "yes") == "OK\n")
    try openssl("rsa", "-aes128", "-passout", "pass:x", "-in", path("ours.key"), "-out", path("locked.key"))
    try home.write(home.read("ours.key") ?? "", to: "open.key")
    let unreadable = "the file of \"certificate\" or \"key\" cannot be read"
    for (own, message) in [
      ("", "asks for a certificate of yours"),
      (#", "certificate": "~/nothing""#, "/nothing, which is the file of \"certificate\", is not there"),
      (#", "certificate": "~/ours.crt", "key": "~/open.key""#, "run chmod 600"),
      (#", "certificate": "~/ours.crt""#, unreadable),
      (#", "certificate": "~/ours.crt", "key": "~/locked.key""#, unreadable),
      (#", "certificate": "~/ours.crt", "key": "~/other.key""#, "the key of another certificate"),
      (#", "certificate": "~/other.crt", "key": "~/other.key""#, "does not trust your certificate"),
    ] {
      try set(right + own)
      let test = try run("shared", "test", "acme")
      #expect(test.code == 69 && test.errors.contains(message), "\(own): \(test)")
    }
    try makeChain("mine", to: "ours-ca")
    for (certificate, key) in [("ours.crt", "ours.key"), ("mine-chain.crt", "mine.key")] {
      try set(right + #", "certificate": "~/\#(certificate)", "key": "~/\#(key)""#)
      let test = try run("shared", "test", "acme")
      #expect(test.code == 0, "\(test)")
    }
    #expect(try redis(server, hasPassword: true, "config", "set", "tls-auth-clients", "no") == "OK\n")

    // The same through a command of the user's own.
    let command = [
      "openssl", "s_client", "-quiet", "-verify_quiet", "-verify_return_error", "-CAfile", path("ours-ca.crt"),
      "-connect", "{host}:{port}",
    ]
    let through = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
    try set(#""server": "redis://localhost:\#(port)", "through": \#(through)"#)
    #expect(try run("shared", "test", "acme").code == 0)
    try set(#""server": "redis://localhost:\#(port)", "through": ["nowhere/openssl"]"#)
    let missing = try run("shared", "test", "acme")
    #expect(missing.code == 69 && missing.errors.contains("nowhere/openssl cannot be started: "), "\(missing)")
    // Nothing is left of what was started.
    let left = try Program.run("/usr/bin/pgrep", ["-f", "s_client.*:\(port)"], home: home)
    #expect(left.output == "")
  }

  private func redis(_ server: RedisServer, hasPassword: Bool = false, _ arguments: String...) throws -> String {
    let own = ["-s", server.socket] + (hasPassword ? ["-a", "secret", "--no-auth-warning"] : [])
    return try Program.run("/usr/bin/redis-cli", own + arguments, home: home).output
  }
}
