-- Enter while our menu is there: mapped meanwhile, where the user has not mapped it.
--
-- Neovim itself closes a menu with it and begins no line, when a letter has narrowed that menu and Enter came in the same
-- moment: a slow connection, typed ahead.

local M = {}

-- The buffer in which Enter is mapped.
local mapped

-- What Enter does: where nothing is selected, or the user has typed a whole word, it begins a line as it does without a menu.
function M.keys(is_typed)
  local info = vim.fn.complete_info({ 'pum_visible', 'selected', 'items' })
  local item = info.selected >= 0 and info.items[info.selected + 1] or nil
  if info.pum_visible == 0 or (item and not is_typed(item.word)) then
    return '<CR>'
  end
  -- Mapped keys expand no abbreviation by themselves.
  return '<C-e><C-]><CR>'
end

function M.map(is_typed)
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
    return M.keys(is_typed)
  end, { buffer = bufnr, expr = true, replace_keycodes = true, desc = 'A new line, also while the menu of Catchword is there' })
end

-- Gives the key back.
function M.unmap()
  if mapped and vim.api.nvim_buf_is_valid(mapped) then
    pcall(vim.api.nvim_buf_del_keymap, mapped, 'i', '<CR>')
  end
  mapped = nil
end

return M
