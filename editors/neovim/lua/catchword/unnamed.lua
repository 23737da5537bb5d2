-- Buffers without a name: Neovim's client would tell servers of all of them under one, so they are told of here.
--
-- Every line goes out with a newline at its end and no other line break in it, so that lines and columns are Neovim's.

local M = {}

-- By buffer: { uri = ..., notify = how its server is told }.
local documents = {}

local function text_of(bufnr, first, last)
  local lines = vim.api.nvim_buf_get_lines(bufnr, first, last, false)
  return #lines == 0 and '' or ((table.concat(lines, '\n') .. '\n'):gsub('\r', ' '))
end

local function change(bufnr, document, tick, edit)
  document.notify('textDocument/didChange', {
    textDocument = { uri = document.uri, version = tick },
    contentChanges = { edit },
  })
end

local function watch(bufnr, document)
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, tick, first, last, new_last)
      if documents[bufnr] ~= document then
        return true
      end
      if new_last == 0 and vim.api.nvim_buf_line_count(bufnr) == 1 then
        -- All lines are deleted, which leaves one.
        return change(bufnr, document, tick, { text = text_of(bufnr, 0, -1) })
      end
      change(bufnr, document, tick, {
        range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } },
        text = text_of(bufnr, first, new_last),
      })
    end,
    on_reload = function()
      if documents[bufnr] == document then
        change(bufnr, document, vim.api.nvim_buf_get_changedtick(bufnr), { text = text_of(bufnr, 0, -1) })
      end
    end,
  })
end

-- Tells a server of a buffer, and from then on of its changes.
function M.open(bufnr, language, notify)
  local document = { uri = 'untitled:buffer-' .. bufnr, notify = notify }
  documents[bufnr] = document
  notify('textDocument/didOpen', {
    textDocument = {
      uri = document.uri,
      languageId = language,
      version = vim.api.nvim_buf_get_changedtick(bufnr),
      text = text_of(bufnr, 0, -1),
    },
  })
  watch(bufnr, document)
end

function M.knows(bufnr)
  return documents[bufnr] ~= nil
end

-- The name by which the server knows a buffer; nil if it is not told of here.
function M.uri(bufnr)
  return documents[bufnr] and documents[bufnr].uri
end

-- Tells no more of a buffer; false if none was told.
function M.close(bufnr)
  local document = documents[bufnr]
  documents[bufnr] = nil
  if document then
    document.notify('textDocument/didClose', { textDocument = { uri = document.uri } })
  end
  return document ~= nil
end

-- The server has ended.
function M.forget_all()
  documents = {}
end

return M
