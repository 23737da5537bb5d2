import Foundation
import TestSupport
import TestTraits
import Testing

/// Whatever menus and ghost text come up meanwhile, what is in the file is what was typed.
@Suite(.blocking) struct TypingTests {
  @Test(arguments: TypedText.seeds)
  func everyFileIsEqualToWhatWasTypedInVim(seed: UInt64) throws {
    guard let vim = try Vim("first\n", files: TypedText.files) else { return }
    // Without a server, which what is typed first starts, nothing comes up that could change what is typed.
    vim.type("ix")
    try vim.wait(untilTrue: "catchword#Status().phase == 'running'")
    var random = SeededRandom(seed: seed)
    for (name, text) in TypedText.all {
      vim.type(":edit! project/\(name)\ri")
      try vim.wait(for: "Insert mode") { $0.contains("INSERT") }
      try TypedText.type(text, into: vim.terminal, &random)
      #expect(try vim.text() == text + "\n", "\(name)")
    }
    let status = try vim.value(of: "string(catchword#Status())")
    #expect(try vim.value(of: "catchword#Status().requests > 20") == "1", "\(status)")
  }

  @Test(arguments: TypedText.seeds)
  func everyFileIsEqualToWhatWasTypedInNeovim(seed: UInt64) throws {
    let plain = "on_set_up = vim.cmd('filetype plugin indent off | set noautoindent'),"
    guard let neovim = try Neovim(text: "first\n", options: plain, files: TypedText.files) else { return }
    var random = SeededRandom(seed: seed)
    for (index, (name, text)) in TypedText.all.enumerated() {
      neovim.terminal.press("Escape")
      neovim.terminal.type(":edit! project/\(name)")
      neovim.terminal.press("Enter")
      try neovim.waitUntilReady(times: index + 2)
      neovim.terminal.type("i")
      try neovim.terminal.wait(for: "Insert mode") { $0.contains("INSERT") }
      try TypedText.type(text, into: neovim.terminal, &random)
      try neovim.expect(text: text + "\n")
    }
  }
}
