import CatchwordFiles
import Foundation
import TestSupport
import Testing

/// Files as they are on a disk.
struct FileAccessTests {
  private let folder: TemporaryFolder
  private let disk = FileAccess.disk

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// Many people's configuration is links to files that are kept elsewhere.
  @Test func aLinkChangesWhenItsFileDoes() throws {
    try folder.write("one", to: "file")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("file"))
    let before = disk.stamp(path("link"))
    try folder.write("one\ntwo", to: "file")
    #expect(before != nil && disk.stamp(path("link")) != before)
    var bytes: [UInt8] = []
    try disk.read(path("link")) { bytes += $0 }
    #expect(bytes == Array("one\ntwo".utf8))
  }

  @Test(arguments: ["/", "/dev/zero", "/nowhere/at/all"])
  func whatIsNoFileIsNotRead(target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: target)
    for path in [target, path("link")] {
      let error = #expect(throws: (any Error).self) { try disk.read(path) { _ in } }
      #expect(error.map { "\($0)".contains("Cocoa") } == false)
    }
  }
}
