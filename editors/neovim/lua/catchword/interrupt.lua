-- CTRL-C while a function of Neovim runs only ends that function: the key is used up, and Insert mode goes on. Whatever Neovim
-- calls of ours while text is typed is called through here, so that the key does what it would have done a moment later.

local M = {}

-- Calls a function; false, and the message, if it has failed. CTRL-C that has ended it is pressed again.
function M.call(callee, ...)
  local is_done, message = pcall(callee, ...)
  local is_interrupted = not is_done and tostring(message):find('Keyboard interrupt', 1, true) ~= nil
  if is_interrupted then
    vim.api.nvim_feedkeys('\3', 'n', false)
  end
  return is_done, message, is_interrupted
end

-- The same function for Neovim to call. Any failure but that of CTRL-C goes on to Neovim.
function M.callback(callee)
  return function(...)
    local is_done, message, is_interrupted = M.call(callee, ...)
    if not is_done and not is_interrupted then
      error(message, 0)
    end
  end
end

-- As vim.schedule.
function M.schedule(callee)
  vim.schedule(M.callback(callee))
end

-- As vim.defer_fn.
function M.defer(callee, delay)
  vim.defer_fn(M.callback(callee), delay)
end

return M
