-- The keys of ghost text: mapped while it is there, and then given back.

local M = {}

local actions = { 'line', 'word', 'next', 'dismiss' }
-- What was mapped: { bufnr = ..., before = what the buffer had mapped, by key }.
local mapped

M.defaults = { line = '<C-l>', word = { '<C-Right>', '<M-Right>' }, next = '<C-Down>', dismiss = '<C-]>' }

local function keys_for(own, action)
  local keys = own and own[action]
  if keys == nil then
    keys = M.defaults[action]
  end
  keys = type(keys) == 'table' and keys or { keys }
  return vim.tbl_filter(function(key)
    return type(key) == 'string' and key ~= ''
  end, keys)
end

-- Maps again what maparg() told of. Neovim 0.7 has no mapset().
local function restore(bufnr, key, before)
  local rhs = (before.rhs or ''):gsub('<SID>', '<SNR>' .. before.sid .. '_')
  vim.api.nvim_buf_set_keymap(bufnr, 'i', key, before.callback and '' or rhs, {
    callback = before.callback,
    expr = before.expr == 1,
    noremap = before.noremap == 1,
    nowait = before.nowait == 1,
    silent = before.silent == 1,
    script = before.script == 1 or nil,
    replace_keycodes = before.replace_keycodes == 1 or nil,
  })
end

-- Maps the keys in this buffer, unless they are.
function M.map(own, act)
  local bufnr = vim.api.nvim_get_current_buf()
  if mapped and mapped.bufnr == bufnr then
    return
  end
  M.unmap()
  mapped = { bufnr = bufnr, before = {} }
  for _, action in ipairs(actions) do
    for _, key in ipairs(keys_for(own, action)) do
      local before = vim.fn.maparg(key, 'i', false, true)
      mapped.before[key] = before.buffer == 1 and before or false
      -- Taken text can be undone by itself.
      local step = (action == 'dismiss' or action == 'next') and '' or '<C-g>u'
      local call = ([[<Cmd>lua require('catchword.ghost').act('%s')<CR>]]):format(action)
      vim.api.nvim_buf_set_keymap(bufnr, 'i', key, step .. call .. step, { noremap = true, nowait = true, silent = true })
    end
  end
end

-- True while a key is mapped to what M.map() maps it to.
local function is_ours(bufnr, key)
  return vim.api.nvim_buf_call(bufnr, function()
    return vim.fn.maparg(key, 'i'):find("require('catchword.ghost').act(", 1, true) ~= nil
  end)
end

-- Gives the keys back, unless somebody has mapped them meanwhile.
function M.unmap()
  local was = mapped
  mapped = nil
  if not was or not vim.api.nvim_buf_is_valid(was.bufnr) then
    return
  end
  for key, before in pairs(was.before) do
    if is_ours(was.bufnr, key) then
      pcall(vim.api.nvim_buf_del_keymap, was.bufnr, 'i', key)
      if before then
        pcall(restore, was.bufnr, key, before)
      end
    end
  end
end

-- Maps keys to Neovim's own ghost text; those that are mapped already are left alone. Without ghost text they do what they did.
function M.map_builtin(bufnr, own, accept_word)
  local accept = { line = {}, word = { on_accept = accept_word } }
  for action, how in pairs(accept) do
    for _, key in ipairs(keys_for(own, action)) do
      local is_mapped = vim.api.nvim_buf_call(bufnr, function()
        return vim.fn.maparg(key, 'i') ~= ''
      end)
      if not is_mapped then
        vim.keymap.set('i', key, function()
          return vim.lsp.inline_completion.get(how) and '' or key
        end, { buffer = bufnr, expr = true, replace_keycodes = true })
      end
    end
  end
end

return M
