-- One server for all buffers: starting it, telling it of buffers, starting it again when it dies.
--
-- Nothing here may put an error message in the way of typing: without a server there are no completions, and that is all.

local interrupt = require('catchword.interrupt')
local unnamed = require('catchword.unnamed')

local M = {}

-- A server that dies is started again after these milliseconds, and then no more.
local delays = { 500, 2000, 8000 }
-- A server that has lived as long as this did not die of its start.
local healthy_seconds = 60

local has_start = vim.lsp.start ~= nil
local has_methods = vim.fn.has('nvim-0.11') == 1
-- Before 0.9, Neovim told servers neither of a buffer's new name nor, correctly, that a buffer was emptied.
local is_old = vim.fn.has('nvim-0.9') == 0

local options
local client_id
-- The client that ended last: Neovim forgets it a moment after it says so.
local ended_id
local started_at = 0
local deaths = 0
-- 'off', 'running', 'waiting' before it is started again, 'failed' when it will not be, 'leaving' as Neovim exits.
local phase = 'off'
local problem
local has_notified = false
-- By buffer, what the server knows it by: { uri = ..., language = ... }.
local documents = {}
-- By client and path: the projects that a server knows.
local projects = {}

-- What the server has logged last.
local log = {}
local has_warned = false

-- Says something in one line: a message that fills the line makes Neovim wait for Enter.
local function say(message)
  local remedy = ' (:CatchwordStatus)'
  local room = math.max(0, vim.v.echospace - #('catchword: ' .. remedy) - 1)
  -- However long others have made it, this is all that can be shown of it.
  local text = vim.fn.strtrans(vim.fn.strcharpart(message, math.max(0, vim.fn.strchars(message) - room - 1)))
  -- What is wrong stands at the end, behind the name of a file.
  if vim.fn.strdisplaywidth(text) > room then
    while text ~= '' and vim.fn.strdisplaywidth(text) > room - 3 do
      text = vim.fn.strcharpart(text, 1)
    end
    text = '...' .. text
  end
  vim.notify('catchword: ' .. text .. remedy, vim.log.levels.INFO)
end

-- Says something now, or when Insert mode is left, where "-- INSERT --" would be written over it.
local function say_soon(message)
  vim.schedule(function()
    if vim.api.nvim_get_mode().mode:match('^[iR]') then
      vim.api.nvim_create_autocmd('InsertLeave', {
        once = true,
        callback = function()
          vim.schedule(function()
            say(message)
          end)
        end,
      })
    else
      say(message)
    end
  end)
end

local function notify_once(message)
  problem = message
  if not has_notified then
    has_notified = true
    say_soon(message)
  end
end

-- What the server logs is kept for the status; the first thing that it warns of, a mistake in the settings for example, is said.
local function on_log_message(_, params, ...)
  local message = type(params) == 'table' and params.message
  if type(message) == 'string' then
    table.insert(log, message)
    if #log > 10 then
      table.remove(log, 1)
    end
    if (params.type or 4) <= 2 and not has_warned then
      has_warned = true
      say_soon(message)
    end
  end
  local default = vim.lsp.handlers['window/logMessage']
  return default and default(_, params, ...)
end

-- Neovim warns of each server that ends with an error. It does so right after calling on_exit, from the same queue as
-- vim.schedule: so for as long as that takes, exactly this warning is dropped.
local function drop_exit_warning()
  local notify = vim.notify
  local function filter(message, ...)
    if type(message) == 'string' and message:match('^Client .* quit with exit code') then
      return
    end
    return notify(message, ...)
  end
  vim.notify = filter
  vim.schedule(function()
    if vim.notify == filter then
      vim.notify = notify
    end
  end)
end

local function died()
  if os.time() - started_at >= healthy_seconds then
    deaths = 0
  end
  deaths = deaths + 1
  local delay = delays[deaths]
  if not delay then
    phase = 'failed'
    notify_once('the server keeps ending')
    return
  end
  phase = 'waiting'
  vim.defer_fn(function()
    if phase == 'waiting' then
      phase = 'off'
      M.attach_all()
    end
  end, delay)
end

-- When the last client of a buffer is gone and the buffer changes, Neovim from 0.8 on stops listening to the buffer but
-- believes that it still does, and a new client would hear of no change. A client that only waits keeps it listening.
local waiting_id

local function wait_in_process(dispatchers)
  local is_closing = false
  return {
    request = function()
      return true, 1
    end,
    notify = function()
      return true
    end,
    is_closing = function()
      return is_closing
    end,
    terminate = function()
      if not is_closing then
        is_closing = true
        dispatchers.on_exit(0, 0)
      end
    end,
  }
end

local function keep_listening()
  if not has_start then
    return
  end
  local config = { name = 'catchword (waiting)', cmd = wait_in_process }
  local function is_waiting(client)
    return client.id == waiting_id
  end
  for bufnr in pairs(documents) do
    -- To what we tell of ourselves, Neovim does not listen.
    if vim.api.nvim_buf_is_loaded(bufnr) and not unnamed.knows(bufnr) then
      local is_started, id = pcall(vim.lsp.start, config, { bufnr = bufnr, reuse_client = is_waiting })
      waiting_id = is_started and id or waiting_id
    end
  end
end

local function stop_waiting()
  local client = waiting_id and vim.lsp.get_client_by_id(waiting_id)
  waiting_id = nil
  if client then
    vim.lsp.stop_client(client.id, true)
  end
end

-- Neovim's own menu waits for the answers of all clients that it was enabled for, also for those of a client that is gone.
local function leave_builtin_menus(id)
  if not M.uses_builtin_menu() then
    return
  end
  for bufnr in pairs(documents) do
    if vim.api.nvim_buf_is_valid(bufnr) then
      pcall(vim.lsp.completion.enable, false, id, bufnr)
    end
  end
end

local function on_exit(_, _, id)
  vim.schedule(function()
    drop_exit_warning()
    if id ~= client_id then
      return
    end
    if phase ~= 'leaving' then
      keep_listening()
      leave_builtin_menus(id)
    end
    ended_id = id
    client_id = nil
    documents = {}
    unnamed.forget_all()
    require('catchword.ghost').stop()
    if phase == 'restarting' then
      phase = 'off'
      M.attach_all()
    elseif phase == 'running' then
      died()
    end
  end)
end

-- With another server in the same buffer, Neovim up to 0.10 warns unless all count columns alike, so no encoding is
-- offered unless the user asks for one. From 0.11 on, Neovim offers all three by itself.
local function capabilities()
  local mine = options.capabilities and vim.deepcopy(options.capabilities) or vim.lsp.protocol.make_client_capabilities()
  -- For what is accepted and banned.
  mine.workspace = mine.workspace or {}
  mine.workspace.executeCommand = mine.workspace.executeCommand or { dynamicRegistration = false }
  if options.ghost_text then
    mine.textDocument = mine.textDocument or {}
    mine.textDocument.inlineCompletion = mine.textDocument.inlineCompletion or { dynamicRegistration = false }
  end
  if not M.uses_builtin_menu() then
    mine.experimental = vim.tbl_deep_extend('keep', mine.experimental or {}, { catchword = { completionsChanged = true } })
  end
  if options.capabilities then
    return mine
  end
  if options.encoding then
    mine.general = mine.general or {}
    mine.general.positionEncodings = { options.encoding }
  end
  if not M.uses_builtin_menu() then
    -- Our window beside the menu shows text as it is.
    mine.textDocument.completion.completionItem.documentationFormat = { 'plaintext' }
    -- From 0.10 on, Neovim says by itself what it resolves, and documentation is not in it.
    mine.textDocument.completion.completionItem.resolveSupport = { properties = { 'documentation' } }
    -- From 0.11 on, Neovim says that it takes snippets; our menu inserts text.
    mine.textDocument.completion.completionItem.snippetSupport = false
  else
    -- Items that can be resolved can be told of when they are accepted.
    local resolved = (mine.textDocument.completion.completionItem or {}).resolveSupport
    if resolved and not vim.tbl_contains(resolved.properties, 'documentation') then
      table.insert(resolved.properties, 'documentation')
    end
  end
  return mine
end

local function on_init(client, result)
  local encoding = result and result.capabilities and result.capabilities.positionEncoding
  if encoding then
    client.offset_encoding = encoding
  end
  if not options.auto then
    require('catchword.cmp').watch(client)
  end
  -- Those without a name wait for this.
  vim.schedule(function()
    M.attach_all()
    stop_waiting()
  end)
end

-- Called when the server would answer with another list by now; the menu sets it.
M.on_completions_changed = function() end

local function client_config()
  local init_options = vim.deepcopy(options.init_options or {})
  if options.lists then
    init_options.lists = options.lists
  end
  return {
    name = 'catchword',
    cmd = options.cmd,
    cmd_env = options.cmd_env,
    init_options = next(init_options) and init_options or nil,
    capabilities = capabilities(),
    handlers = {
      ['$/catchword/completionsChanged'] = interrupt.callback(function(_, changed)
        M.on_completions_changed(changed)
      end),
      ['window/logMessage'] = on_log_message,
    },
    on_init = on_init,
    on_attach = M.on_attach,
    on_exit = on_exit,
  }
end

local function is_ours(client)
  return client.name == 'catchword' and client.id ~= ended_id
end

-- Starts the server if it does not run, for a buffer that is told of by us alone.
local function start_alone()
  if client_id then
    return client_id
  end
  if has_methods then
    return vim.lsp.start(client_config(), { attach = false, reuse_client = is_ours })
  end
  return vim.lsp.start_client(client_config())
end

-- Starts the server if it does not run, and tells it of a buffer.
local function start_and_attach(bufnr)
  local id
  if has_start then
    id = vim.lsp.start(client_config(), { bufnr = bufnr, reuse_client = is_ours })
  else
    id = client_id or vim.lsp.start_client(client_config())
    if id then
      -- When the last client of a buffer dies, 0.7 stops listening to the buffer but believes that it still does, and a new
      -- client would hear of no change. A number that is no client's keeps it listening.
      vim.lsp.buf_attach_client(bufnr, -1)
      vim.lsp.buf_attach_client(bufnr, id)
    end
  end
  return id
end

local function language_of(bufnr)
  return vim.api.nvim_buf_get_option(bufnr, 'filetype')
end

M.language = language_of

local function is_wanted(bufnr)
  if not vim.api.nvim_buf_is_valid(bufnr) or not vim.api.nvim_buf_is_loaded(bufnr) then
    return false
  end
  if vim.api.nvim_buf_get_option(bufnr, 'buftype') ~= '' then
    return false
  end
  return not options.filetypes or vim.tbl_contains(options.filetypes, language_of(bufnr))
end

-- Neovim names every buffer without a name alike, so the server can know only one of them at a time.
local function is_taken(uri, bufnr)
  for other, document in pairs(documents) do
    if other ~= bufnr and document.uri == uri then
      return true
    end
  end
  return false
end

local function full_text(bufnr)
  local ending = ({ dos = '\r\n', mac = '\r' })[vim.api.nvim_buf_get_option(bufnr, 'fileformat')] or '\n'
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), ending)
  return vim.api.nvim_buf_get_option(bufnr, 'eol') and text .. ending or text
end

local function notify_server(client, method, params)
  if has_methods then
    return client:notify(method, params)
  end
  return client.notify(method, params)
end

M.notify = notify_server

-- Closes a document and opens it under the buffer's present name and language.
local function reopen(client, bufnr, document, uri, language)
  notify_server(client, 'textDocument/didClose', { textDocument = { uri = document.uri } })
  notify_server(client, 'textDocument/didOpen', {
    textDocument = {
      uri = uri,
      languageId = language,
      version = vim.api.nvim_buf_get_changedtick(bufnr),
      text = full_text(bufnr),
    },
  })
  documents[bufnr] = { uri = uri, language = language, is_renamed = document.is_renamed or uri ~= document.uri }
end

-- Calls the server's attention to a buffer's new name or language, which Neovim does not do by itself.
local function update(bufnr)
  local client = M.client(bufnr)
  local document = documents[bufnr]
  if not client or not document then
    return
  end
  local uri = is_old and M.uri(bufnr) or document.uri
  local language = language_of(bufnr)
  if uri ~= document.uri or language ~= document.language then
    reopen(client, bufnr, document, uri, language)
  end
end

-- When all lines of a buffer are deleted, old Neovim tells servers that the last line end is gone too, which it is not; what
-- is written then would be off by a line. So the document is opened anew.
local function reopen_when_emptied(bufnr)
  vim.api.nvim_buf_attach(bufnr, false, {
    -- Without it, ":edit" would end this.
    on_reload = function() end,
    on_lines = function(_, _, _, first, _, new_last)
      local document = documents[bufnr]
      if not document then
        return true
      end
      if first == 0 and new_last == 0 and vim.api.nvim_buf_line_count(bufnr) == 1 then
        vim.schedule(function()
          local client = M.client(bufnr)
          if client and documents[bufnr] == document then
            reopen(client, bufnr, document, document.uri, document.language)
          end
        end)
      end
    end,
  })
end

-- Completion by menu is Neovim's own where it has it, unless the user prefers ours.
function M.uses_builtin_menu()
  return options.builtin ~= false and vim.lsp.completion ~= nil and vim.lsp.completion.enable ~= nil
end

-- So is ghost text.
function M.uses_builtin_ghost_text()
  return (not options or options.builtin ~= false) and vim.lsp.inline_completion ~= nil
end

-- Buffers without a name are told of by us where the menu is ours too: Neovim knows them all by one name.
local function is_ours_alone(bufnr)
  return options.auto and not M.uses_builtin_menu() and vim.api.nvim_buf_get_name(bufnr) == ''
end

-- The name by which the server knows a buffer.
function M.uri(bufnr)
  return unnamed.uri(bufnr) or vim.uri_from_bufnr(bufnr)
end

-- The nearest folder above a buffer's file that has a repository or settings of ours; nil when there is none.
local function project_of(bufnr)
  if not vim.startswith(vim.uri_from_bufnr(bufnr), 'file:///') then
    return nil
  end
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':p:h')
  for _ = 1, 64 do
    for _, mark in ipairs { '.git', '.catchword.json' } do
      if vim.loop.fs_stat(folder .. '/' .. mark) then
        return folder
      end
    end
    local above = vim.fn.fnamemodify(folder, ':h')
    if above == folder then
      return nil
    end
    folder = above
  end
end

-- Tells the server of the project that a buffer is in: its files are read.
local function open_project(client, bufnr)
  local folder = project_of(bufnr)
  local key = folder and client.id .. ' ' .. folder
  if key and not projects[key] then
    projects[key] = true
    local added = { { uri = vim.uri_from_fname(folder), name = vim.fn.fnamemodify(folder, ':t') } }
    notify_server(client, 'workspace/didChangeWorkspaceFolders', { event = { added = added, removed = {} } })
  end
end

-- Tells the server of what is accepted in Neovim's own menu.
local function tell_builtin_acceptances(client, bufnr)
  vim.api.nvim_create_autocmd('CompleteDone', {
    group = vim.api.nvim_create_augroup('catchword_accepted_' .. bufnr, {}),
    buffer = bufnr,
    callback = interrupt.callback(function()
      local completed = vim.v.completed_item or {}
      local lsp = vim.tbl_get(completed, 'user_data', 'nvim', 'lsp') or {}
      if vim.v.event.reason == 'accept' and lsp.client_id == client.id and lsp.completion_item then
        M.tell_accepted(client, lsp.completion_item, bufnr)
      end
    end),
  })
end

-- Remembers what the server knows a buffer by.
local function note_document(bufnr)
  documents[bufnr] = { uri = M.uri(bufnr), language = language_of(bufnr) }
  if is_old and not unnamed.knows(bufnr) then
    reopen_when_emptied(bufnr)
  end
end

-- What a buffer gets once the server knows it. Also called from lsp/catchword.lua, where nothing was set up.
function M.on_attach(client, bufnr)
  open_project(client, bufnr)
  if M.uses_builtin_ghost_text() and (not options or options.ghost_text) then
    require('catchword.ghost').enable_builtin(client, bufnr, options and options.ghost_text_keys)
  end
  if options then
    -- From 0.8 on, Neovim has set its own by now.
    if vim.api.nvim_buf_get_option(bufnr, 'omnifunc') == '' then
      vim.api.nvim_buf_set_option(bufnr, 'omnifunc', "v:lua.require'catchword'.omnifunc")
    end
    note_document(bufnr)
    vim.schedule(function()
      pcall(vim.api.nvim_exec_autocmds, 'User', { pattern = 'CatchwordReady', modeline = false })
    end)
    if not options.auto or not M.uses_builtin_menu() then
      return
    end
  end
  if vim.lsp.completion and vim.lsp.completion.enable then
    tell_builtin_acceptances(client, bufnr)
    vim.lsp.completion.enable(true, client.id, bufnr, { autotrigger = true })
    -- Otherwise Neovim inserts the first word as one types.
    if not vim.o.completeopt:find('noselect') and not vim.o.completeopt:find('noinsert') then
      vim.bo[bufnr].completeopt = vim.o.completeopt .. ',menuone,noselect'
    end
  end
end

-- Attaches the server to a buffer, starting it first if need be.
function M.attach(bufnr)
  if phase ~= 'off' and phase ~= 'running' then
    return
  end
  if not is_wanted(bufnr) or vim.fn.executable(options.cmd[1]) == 0 then
    if is_wanted(bufnr) then
      notify_once(('no program "%s"; set cmd'):format(options.cmd[1]))
    end
    return
  end
  local alone = is_ours_alone(bufnr)
  if unnamed.knows(bufnr) and not alone then
    M.forget(bufnr)
  end
  if client_id and (vim.lsp.buf_is_attached(bufnr, client_id) or unnamed.knows(bufnr)) then
    -- ":edit" has unloaded it, and Neovim has told of it anew.
    if not documents[bufnr] and not unnamed.knows(bufnr) then
      note_document(bufnr)
    end
    return update(bufnr)
  end
  local uri = vim.uri_from_bufnr(bufnr)
  if not alone and is_taken(uri, bufnr) then
    return
  end
  local is_started, id = pcall(alone and start_alone or start_and_attach, bufnr)
  if not is_started or not id then
    phase = 'failed'
    notify_once('the server cannot be started')
    return
  end
  if id ~= client_id then
    client_id = id
    phase = 'running'
    problem = nil
    started_at = os.time()
  end
  if alone then
    local client = vim.lsp.get_client_by_id(id)
    if client and client.initialized then
      unnamed.open(bufnr, language_of(bufnr), function(method, params)
        notify_server(client, method, params)
      end)
      M.on_attach(client, bufnr)
    end
    return
  end
  documents[bufnr] = documents[bufnr] or { uri = uri, language = language_of(bufnr) }
end

-- Attaches the server to all buffers that are there.
function M.attach_all()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    M.attach(bufnr)
  end
end

-- A buffer is gone. Neovim closes the document under the name that it was opened with, so a later one is closed here.
function M.forget(bufnr)
  local document = documents[bufnr]
  local client = document and document.is_renamed and M.client(bufnr)
  documents[bufnr] = nil
  if unnamed.close(bufnr) then
    return
  end
  if client then
    notify_server(client, 'textDocument/didClose', { textDocument = { uri = document.uri } })
  end
end

-- The client that a buffer is attached to; nil if there is none or it is not ready.
function M.client(bufnr)
  local client = client_id and vim.lsp.get_client_by_id(client_id)
  if client and client.initialized and (unnamed.knows(bufnr) or vim.lsp.buf_is_attached(bufnr, client_id)) then
    return client
  end
end

-- Sends a request. Returns what cancels it, nil if it could not be sent.
function M.request(client, method, params, handler, bufnr)
  local is_sent, id
  handler = interrupt.callback(handler)
  if has_methods then
    is_sent, id = client:request(method, params, handler, bufnr)
  else
    is_sent, id = client.request(method, params, handler, bufnr)
  end
  return is_sent and { client = client, id = id } or nil
end

-- Sends a request and waits for the result, for a second; nil if there is none.
function M.evaluate(client, method, params, bufnr)
  local reply
  if has_methods then
    reply = client:request_sync(method, params, 1000, bufnr)
  else
    reply = client.request_sync(method, params, 1000, bufnr)
  end
  return reply and reply.result
end

-- Cancels a request that has not been answered.
function M.cancel(request)
  if not request or not request.client.requests[request.id] then
    return
  end
  if has_methods then
    request.client:cancel_request(request.id)
  else
    request.client.cancel_request(request.id)
  end
end

local function takes_command(client, command)
  local provider = (client.server_capabilities or {}).executeCommandProvider or {}
  return vim.tbl_contains(provider.commands or {}, command)
end

-- Tells the server that an item was accepted, for it to come earlier next time. The edits with it are sent before.
function M.tell_accepted(client, item, bufnr)
  if item.data and takes_command(client, 'catchword.accept') then
    local told = { label = item.label, data = item.data, sortText = item.sortText }
    local params = { command = 'catchword.accept', arguments = { told } }
    M.request(client, 'workspace/executeCommand', params, function() end, bufnr)
  end
end

-- Has the server execute a command; says what is wrong if it does not.
local function execute(command, arguments, on_result)
  local client = client_id and vim.lsp.get_client_by_id(client_id)
  if not client or not client.initialized then
    return say(problem or 'the server does not run')
  end
  local params = { command = command, arguments = arguments }
  M.request(client, 'workspace/executeCommand', params, function(err, result)
    if err then
      say(type(err) == 'table' and err.message or tostring(err))
    else
      on_result(result)
    end
  end, vim.api.nvim_get_current_buf())
end

-- Never offers a word again, or offers it again; the word at the cursor if none is given.
function M.ban(is_banned, given)
  local word = given ~= '' and given or vim.fn.expand('<cword>')
  if word == '' then
    return say('there is no word here')
  end
  execute(is_banned and 'catchword.ban' or 'catchword.unban', { word }, function()
    local done = is_banned and 'never offered again; :CatchwordUnban takes that back' or 'offered again'
    vim.api.nvim_echo({ { ('catchword: "%s" is %s'):format(word, done) } }, false, {})
  end)
end

-- Shows which words are banned.
function M.show_bans()
  execute('catchword.bans', nil, function(bans)
    local chunks = { { #bans == 0 and 'catchword: no words are banned' or 'catchword: banned words' } }
    for _, ban in ipairs(bans) do
      table.insert(chunks, { '\n  ' .. ban.word .. (ban.language and ' in ' .. ban.language or '') })
    end
    vim.api.nvim_echo(chunks, false, {})
  end)
end

-- Ends the server and starts it again, however often it died.
function M.restart()
  deaths = 0
  has_notified = false
  has_warned = false
  problem = nil
  local client = client_id and vim.lsp.get_client_by_id(client_id)
  if client and phase == 'running' then
    phase = 'restarting'
    vim.lsp.stop_client(client_id)
  else
    phase = 'off'
    M.attach_all()
  end
end

-- Neovim exits: whatever ends now was meant to.
function M.leave()
  phase = 'leaving'
end

-- Lines that say how things are.
function M.status()
  local client = client_id and vim.lsp.get_client_by_id(client_id)
  local count = 0
  for _ in pairs(documents) do
    count = count + 1
  end
  local lines = { 'catchword: ' .. phase, 'command: ' .. table.concat(options.cmd, ' ') }
  if client then
    table.insert(lines, ('buffers: %d, columns in %s'):format(count, client.offset_encoding))
  end
  table.insert(lines, 'menu: ' .. (not options.auto and 'by hand' or M.uses_builtin_menu() and 'vim.lsp.completion' or 'while typing'))
  if vim.fn.executable(options.cmd[1]) == 0 then
    table.insert(lines, ('"%s" is not on the PATH'):format(options.cmd[1]))
  end
  if problem then
    table.insert(lines, ('%s; died %d times; the log is %s'):format(problem, deaths, vim.lsp.get_log_path()))
  end
  for _, message in ipairs(log) do
    table.insert(lines, '  ' .. vim.fn.strtrans(message))
  end
  return lines
end

function M.configure(new_options)
  options = new_options
end

return M
