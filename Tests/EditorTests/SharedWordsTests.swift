import Foundation
import TestSupport
import TestTraits
import Testing

/// Words of a team, on a server, in the menu of a real editor.
@Suite(.serialized, .blocking) struct SharedWordsTests {
  @Test func vimOffersWhatATeamHasPublished() throws {
    let place = try TemporaryFolder()
    guard let server = try RedisServer(place.url) else { return }
    let settings = #"{"shared": {"acme": {"server": "\#(server.address)", "namespaces": ["acme/app"]}}}"#
    try place.write(settings, to: "config/catchword/config.json")
    try place.write("kestrelCount\nkestrelFlight\t7\n", to: "birds.txt")
    let published = try Program.run("catchword", ["publish", "birds.txt", "--to", "acme:acme/app"], home: place)
    #expect(published.code == 0, "\(published)")
    guard let vim = try Vim("first\n", files: [".config/catchword/config.json": settings]) else { return }
    vim.type("Gokestr")
    try vim.wait(for: "the menu") { $0.contains("kestrelFlight acme") && $0.contains("kestrelCount  acme") }
    // The server goes away, and the menu stays.
    server.kill()
    vim.type("elF")
    try vim.wait(for: "the same menu, narrowed") { $0.contains("kestrelFlight acme") && !$0.contains("kestrelCount") }
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nkestrelFlight\n")
  }
}
