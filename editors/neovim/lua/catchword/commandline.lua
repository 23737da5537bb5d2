-- CTRL-X CTRL-O in the command line and in searches: words of the server's.

local edits = require('catchword.edits')
local position = require('catchword.position')
local server = require('catchword.server')

local M = {}

-- The document as which the server is told of a command line, while it is asked.
local uri = 'untitled:command-line'

-- What the keys go through: the command lines, from the one that was typed on, each with its cursor, and the index of the
-- present one.
local lines = {}
local present = 1

-- A command line with the text of an item in it, and the cursor behind that; nil if the item is not for this line.
local function with(item, line, encoding)
  local start, text = edits.start(item, 1, line.text, encoding), edits.text(item)
  if not start or text:find('%c') then
    return nil
  end
  local head = line.text:sub(1, math.min(start, line.cursor - 1)) .. text
  return { text = head .. line.text:sub(line.cursor), cursor = #head + 1 }
end

-- The command lines with the words that the server has found.
local function found(line)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = server.client(bufnr)
  if not client or vim.fn.match(line.text:sub(1, line.cursor - 1), '\\k$') < 0 then
    return {}
  end
  server.notify(client, 'textDocument/didOpen', {
    textDocument = { uri = uri, languageId = server.language(bufnr), version = 1, text = line.text },
  })
  local result = server.evaluate(client, 'textDocument/completion', {
    textDocument = { uri = uri },
    position = { line = 0, character = position.column(line.text, line.cursor - 1, client.offset_encoding) },
    context = { triggerKind = 1, sources = { 'words', 'workspace', 'lists', 'prediction' } },
  }, bufnr) or {}
  server.notify(client, 'textDocument/didClose', { textDocument = { uri = uri } })
  local items = result.items or result
  edits.apply_defaults(items, result.itemDefaults)
  local others = {}
  for _, item in ipairs(items) do
    table.insert(others, with(item, line, client.offset_encoding))
  end
  return others
end

-- Goes on to the next word.
local function advance(line)
  if present == 1 or not vim.deep_equal(lines[present], line) then
    lines, present = { line }, 1
    vim.list_extend(lines, found(line))
  end
  present = present % #lines + 1
  return lines[present]
end

-- The command line with the next word in the place of the one before the cursor, for CTRL-\ e. It is left as it is if there is
-- none.
function M.next()
  local line = { text = vim.fn.getcmdline(), cursor = vim.fn.getcmdpos() }
  local is_right, other = pcall(advance, line)
  other = is_right and other or line
  vim.fn.setcmdpos(other.cursor)
  return other.text
end

return M
