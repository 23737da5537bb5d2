-- CTRL-C while a function of Neovim runs only ends that function: the key is used up, and Insert mode goes on.

local M = {}

-- Calls a function; false if it has failed. CTRL-C that has ended it does what it would have done a moment later.
function M.call(callee, ...)
  local is_done, message = pcall(callee, ...)
  if not is_done and tostring(message):find('Keyboard interrupt', 1, true) then
    vim.api.nvim_feedkeys('\3', 'n', false)
  end
  return is_done
end

return M
