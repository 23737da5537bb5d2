-- Enter while our menu is there: mapped meanwhile, where the user has not mapped it.
--
-- Neovim itself closes a menu with it and begins no line, when a letter has narrowed that menu and Enter came in the same
-- moment: a slow connection, typed ahead.

local M = {}

local description = 'A new line, also while the menu of Catchword is there'
-- The buffer in which Enter is mapped.
local mapped

-- What Enter does. Mapped keys expand no abbreviation by themselves.
--
-- "is_whole" tells whether another word than the selected one has been typed out since the menu was made.
function M.keys(typed, is_whole)
  local info = vim.fn.complete_info({ 'pum_visible', 'selected', 'items' })
  if info.pum_visible == 0 then
    return '<C-]><CR>'
  end
  local item = info.selected >= 0 and info.items[info.selected + 1] or nil
  if item and item.word == typed then
    -- The user has moved to it, or typed it.
    return '<C-y><CR>'
  end
  return (not item or is_whole) and '<C-e><C-]><CR>' or '<CR>'
end

-- Maps the key in this buffer; "state" tells what has been typed of a word, and whether that is a whole one.
function M.map(state)
  local bufnr = vim.api.nvim_get_current_buf()
  if mapped == bufnr then
    return
  end
  M.unmap()
  if vim.fn.maparg('<CR>', 'i') ~= '' then
    return
  end
  mapped = bufnr
  vim.keymap.set('i', '<CR>', function()
    return M.keys(state())
  end, { buffer = bufnr, expr = true, replace_keycodes = true, desc = description })
end

-- Gives the key back, unless somebody has mapped it meanwhile.
function M.unmap()
  if mapped and vim.api.nvim_buf_is_valid(mapped) then
    for _, mapping in ipairs(vim.api.nvim_buf_get_keymap(mapped, 'i')) do
      if mapping.lhs == '<CR>' and mapping.desc == description then
        vim.api.nvim_buf_del_keymap(mapped, 'i', '<CR>')
      end
    end
  end
  mapped = nil
end

return M
