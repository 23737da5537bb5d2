---@brief
---
--- @URL@
---
--- Completion server for any text: words of documents and files, lists, paths, snippets, in one ranked list.
---
--- It serves every file type; the client in its repository has a menu and ghost text of its own.

---@type vim.lsp.Config
return {
  cmd = { 'catchword' },
  root_markers = { '.git', '.catchword.json' },
}
