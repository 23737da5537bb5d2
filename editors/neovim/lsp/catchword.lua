-- For Neovim 0.11 or later: vim.lsp.enable('catchword'), with neither setup() nor a plugin manager.
-- Word lists: vim.lsp.config('catchword', { init_options = { lists = { '/path/to/list' } } })
return {
  cmd = { 'catchword' },
  -- For code actions; Neovim has it, but does not say so.
  capabilities = { workspace = { executeCommand = { dynamicRegistration = false } } },
  on_attach = function(client, bufnr)
    require('catchword').on_attach(client, bufnr)
  end,
}
