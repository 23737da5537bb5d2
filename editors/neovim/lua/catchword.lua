-- Catchword in Neovim, 0.7 or later: require('catchword').setup{}. See :help catchword.

local ghost = require('catchword.ghost')
local interrupt = require('catchword.interrupt')
local menu = require('catchword.menu')
local server = require('catchword.server')

local M = {}

local defaults = {
  -- The server and its arguments.
  cmd = { 'catchword' },
  -- Variables for the server, as in vim.lsp.start_client.
  cmd_env = nil,
  -- Word lists: paths, or { path = ..., name = ... }.
  lists = nil,
  -- More initializationOptions for the server.
  init_options = nil,
  -- Where to complete; nil for everywhere.
  filetypes = nil,
  -- A menu while typing. Turn it off if a completion plugin asks the server.
  auto = true,
  -- How many screen cells the word must take before a menu appears by itself.
  minimum_length = 2,
  -- What may come after the cursor, shown there dimmed.
  ghost_text = true,
  -- The keys while it is shown: { line = ..., word = ..., next = ..., dismiss = ... }, each a string or a list, '' for none.
  ghost_text_keys = nil,
  -- Neovim's own menu and ghost text where it has them (0.11, 0.12); false for ours.
  builtin = true,
  -- 'utf-8', 'utf-16' or 'utf-32', to ask for one; nil for what this Neovim does by itself.
  encoding = nil,
  -- Client capabilities, if a completion plugin brings its own.
  capabilities = nil,
}

local function show_status()
  local chunks = {}
  for _, line in ipairs(server.status()) do
    table.insert(chunks, { line .. '\n' })
  end
  vim.api.nvim_echo(chunks, false, {})
end

local function define_autocommands()
  local group = vim.api.nvim_create_augroup('catchword', {})
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, callback = interrupt.callback(callback) })
  end
  on({ 'BufEnter', 'FileType', 'BufFilePost', 'BufWritePost', 'InsertEnter' }, function(event)
    -- Afterwards, so that what comes with these events has been done: a new buffer knows its file type then.
    interrupt.schedule(function()
      server.attach(event.buf)
    end)
  end)
  on('BufUnload', function(event)
    server.forget(event.buf)
  end)
  on('VimLeavePre', server.leave)
end

-- Sets everything up. May be called again.
function M.setup(options)
  options = vim.tbl_extend('force', defaults, options or {})
  if type(options.cmd) == 'string' then
    options.cmd = { options.cmd }
  end
  server.configure(options)
  if not server.uses_builtin_menu() then
    menu.enable(options)
  end
  if not server.uses_builtin_ghost_text() then
    ghost.enable(options)
  end
  define_autocommands()
  if vim.fn.maparg('<C-x><C-o>', 'c') == '' then
    local rhs = [[<C-\>ev:lua.require'catchword.commandline'.next()<CR>]]
    vim.api.nvim_set_keymap('c', '<C-x><C-o>', rhs, { noremap = true })
  end
  vim.api.nvim_create_user_command('CatchwordStatus', show_status, {})
  vim.api.nvim_create_user_command('CatchwordRestart', server.restart, {})
  for name, is_banned in pairs { CatchwordBan = true, CatchwordUnban = false } do
    vim.api.nvim_create_user_command(name, function(command)
      server.ban(is_banned, command.args)
    end, { nargs = '?' })
  end
  vim.api.nvim_create_user_command('CatchwordBans', server.show_bans, {})
  if vim.v.vim_did_enter == 1 then
    server.attach_all()
  end
end

M.omnifunc = menu.omnifunc
M.complete = menu.complete
M.on_attach = server.on_attach

return M
