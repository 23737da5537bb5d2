-- The edits of a server's items: where each begins, and what it inserts.

local position = require('catchword.position')

local M = {}

-- Where an item's edit begins, as a byte offset into the line; nil if it has none on this line.
function M.start(item, row, line, encoding)
  local edit = item.textEdit
  local range = edit and (edit.range or edit.insert)
  if range and range.start.line == row - 1 then
    return position.byte_offset(line, range.start.character, encoding)
  end
end

-- Gives items what the server says once for all of them; which that may be, Neovim tells the server from 0.10 on.
function M.apply_defaults(items, defaults)
  if not defaults then
    return
  end
  local range = defaults.editRange
  for _, item in ipairs(items) do
    if range and not item.textEdit then
      item.textEdit = { newText = item.textEditText or item.label, range = range.start and range, insert = range.insert }
    end
    for _, key in ipairs { 'data', 'insertTextFormat', 'insertTextMode' } do
      if item[key] == nil then
        item[key] = defaults[key]
      end
    end
  end
end

-- The text that an item inserts.
function M.text(item)
  return item.textEdit and item.textEdit.newText or item.insertText or item.label
end

return M
