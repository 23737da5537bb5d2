import TestSupport
import TestTraits
import Testing

/// The client for Neovim beside nvim-cmp, which is played by what of it the client touches: distributions have no package of it.
@Suite(.serialized, .blocking) struct NvimCmpTests {
  /// A source with an entry, and a key that asks as nvim-cmp does.
  private static let options = """
    auto = false,
    capabilities = {
      textDocument = { completion = { completionItem = { insertReplaceSupport = true, commitCharactersSupport = true } } },
    },
    on_set_up = (function()
      package.loaded['cmp'] = {
        visible = function() return true end,
        core = {
          view = { get_active_entry = function() return vim.g.active end },
          filter = function() vim.fn.writefile({ 'filtered' }, 'filtered', 'a') end,
          sources = {
            { entries = { 1 }, source = {}, reset = function() vim.fn.writefile({ 'other' }, 'filtered', 'a') end },
            { entries = { 1 }, source = { client = { id = 1 } }, reset = function(self) self.entries = {} end },
          },
        },
      }
      function Ask()
        local client = vim.lsp.get_client_by_id(1)
        local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
        client.request('textDocument/completion', params, function(_, result)
          vim.fn.writefile({ tostring(#result.items) }, 'answers', 'a')
        end)
      end
      vim.api.nvim_set_keymap('i', '<C-b>', '<Cmd>lua Ask()<CR>', {})
    end)(),
    """

  /// By itself it goes on with the list before, in which the word still is that has been typed in full by now.
  @Test func anEmptyListEndsItsMenu() throws {
    guard let neovim = try Neovim(text: "first\n", options: Self.options) else { return }
    neovim.terminal.type("fir")
    neovim.terminal.press("C-b")
    try neovim.terminal.wait(forFile: neovim.path("answers")) { $0 == "1\n" }
    neovim.terminal.type("st")
    neovim.terminal.press("C-b")
    try neovim.terminal.wait(forFile: neovim.path("answers")) { $0 == "1\n0\n" }
    try neovim.terminal.wait(forFile: neovim.path("filtered")) { $0 == "filtered\n" }
  }

  /// What the user has moved to is not taken from under him.
  @Test func anEmptyListLeavesAMenuInWhichAnItemIsChosen() throws {
    guard let neovim = try Neovim(text: "first\n", options: Self.options + "on_chosen = vim.cmd('let g:active = 1'),")
    else { return }
    neovim.terminal.type("first")
    neovim.terminal.press("C-b")
    try neovim.terminal.wait(forFile: neovim.path("answers")) { $0 == "0\n" }
    // What is put off until then is done by now.
    neovim.terminal.press("Escape")
    neovim.execute(":lua vim.schedule(function() vim.fn.writefile({ 'later' }, 'filtered', 'a') end)")
    try neovim.terminal.wait(forFile: neovim.path("filtered")) { $0 == "later\n" }
  }
}
