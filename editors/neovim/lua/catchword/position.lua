-- Columns: Neovim counts bytes, a language server counts what was agreed upon.
--
-- Written out here because vim.str_utfindex and vim.str_byteindex changed their arguments between 0.7 and 0.11.

local M = {}

-- How many units the character takes that begins with this byte; none if the byte continues a character.
local function units_of(byte, encoding)
  if byte >= 0x80 and byte < 0xC0 then
    return 0
  end
  return (encoding == 'utf-16' and byte >= 0xF0) and 2 or 1
end

-- The column of a byte offset into a line.
function M.column(line, byte_offset, encoding)
  if encoding == 'utf-8' then
    return byte_offset
  end
  local column = 0
  for index = 1, math.min(byte_offset, #line) do
    column = column + units_of(line:byte(index), encoding)
  end
  return column
end

-- The byte offset of a column of a line; the line's end if the column lies beyond it.
function M.byte_offset(line, column, encoding)
  if encoding == 'utf-8' then
    return math.min(column, #line)
  end
  local seen = 0
  for index = 1, #line do
    local units = units_of(line:byte(index), encoding)
    if units > 0 and seen >= column then
      return index - 1
    end
    seen = seen + units
  end
  return #line
end

return M
