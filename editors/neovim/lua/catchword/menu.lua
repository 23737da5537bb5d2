-- The menu while typing, for Neovim without vim.lsp.completion: asks the server, shows what it says.
--
-- An answer is shown only if nothing has happened since it was asked for; typing on asks anew.

local documentation = require('catchword.documentation')
local enter = require('catchword.enter')
local edits = require('catchword.edits')
local interrupt = require('catchword.interrupt')
local position = require('catchword.position')
local server = require('catchword.server')

local M = {}

-- An empty answer that is incomplete may be one that was not ready: after a large paste, for example. It is asked for again
-- after these milliseconds, for as long as nothing else happens.
local patience = { 100, 200, 400, 800 }

local minimum_length = 2
-- The request that is under way.
local pending
-- The request that was answered last.
local answered
-- What is in the menu: { bufnr, start = byte offset, tick = the buffer's when it was made, is_incomplete, entries,
-- items = by entry, client }.
local shown
-- Where a menu was just closed: it does not come back by itself until the cursor has moved on.
local closed_at
-- The buffer and its changedtick when a menu was closed or Insert mode was entered: nothing has been typed since, also if
-- TextChangedI comes.
local untouched = {}
-- True while we call complete(), which first ends the completion before.
local is_showing = false
-- True between the first and the last part of a paste that comes in several: a menu in between would eat some of it.
local is_pasting = false
-- The user's options that a menu needs otherwise: { completeopt = { theirs, ours }, ... }.
local borrowed = {}

local function borrow(name, ours)
  local theirs = borrowed[name] and borrowed[name].theirs or vim.o[name]
  borrowed[name] = { theirs = theirs, ours = ours(theirs) }
  vim.o[name] = borrowed[name].ours
end

local function give_back_options()
  for name, values in pairs(borrowed) do
    -- Unless somebody has set it meanwhile.
    if vim.o[name] == values.ours then
      vim.o[name] = values.theirs
    end
  end
  borrowed = {}
end

local function prefers_first(completeopt)
  return completeopt:find('noinsert') and not completeopt:find('noselect')
end

-- True if the user wants the first item selected.
local function user_prefers_first()
  return prefers_first(borrowed.completeopt and borrowed.completeopt.theirs or vim.o.completeopt)
end

-- As many rows as leave the text in sight, unless the user has said how many.
local function menu_height(theirs)
  return theirs == 0 and 10 or theirs
end

local function quiet_messages(theirs)
  return theirs:find('c', 1, true) and theirs or theirs .. 'c'
end

local function cursor()
  local row, byte_offset = unpack(vim.api.nvim_win_get_cursor(0))
  return { bufnr = vim.api.nvim_get_current_buf(), row = row, byte_offset = byte_offset }
end

local function is_same_place(one, other)
  return one and one.bufnr == other.bufnr and one.row == other.row and one.byte_offset == other.byte_offset
end

local function forget_request()
  server.cancel(pending and pending.request)
  pending = nil
end

local function is_inserting()
  return vim.api.nvim_get_mode().mode:sub(1, 1) == 'i'
end

-- A menu that is not ours: CTRL-X CTRL-F, for example.
local function is_foreign_menu()
  return vim.fn.pumvisible() == 1 and not shown
end

-- True if the user has moved to an item of our menu, or from the first, which was selected to begin with, to none. With
-- "noinsert" one is selected to begin with, but not inserted.
local function is_choosing()
  if not shown or vim.fn.pumvisible() == 0 then
    return false
  end
  local info = vim.fn.complete_info({ 'selected', 'items' })
  local word = info.selected >= 0 and info.items[info.selected + 1].word
  local typed = vim.api.nvim_get_current_line():sub(shown.start + 1, cursor().byte_offset)
  if not word then
    return shown.left_at == typed
  end
  if not prefers_first(vim.o.completeopt) then
    return true
  end
  -- The first item is reached by one more letter, too.
  local is_typed_out = info.selected == 0
    and vim.startswith(typed, shown.typed)
    and vim.fn.strchars(typed) <= vim.fn.strchars(shown.typed) + 1
  return typed == word and not is_typed_out
end

local function by_sort_text(one, other)
  local first, second = one.sortText or one.label, other.sortText or other.label
  if first ~= second then
    return first < second
  end
  return one.label < other.label
end

-- A menu's word has one line: for a text of several its name stands in the menu, and is replaced once it is accepted.
local function has_lines(text)
  return text:find('[\r\n]') ~= nil
end

-- A line whose tabs behind the indentation are so many spaces.
local function with_spaces(text, indentation)
  local kept = vim.startswith(text, indentation) and indentation or ''
  local tabs, rest = text:sub(#kept + 1):match('^(\t*)(.*)$')
  return kept .. (' '):rep(#tabs * vim.fn.shiftwidth()) .. rest
end

-- Puts the text of an item where its name was accepted, and the cursor behind it, if it has several lines.
--
-- The server has given them the indentation of the first; what they have beyond that becomes spaces where the user wants those.
local function unfold(item)
  local text = edits.text(item)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local start = column - #item.label
  if not has_lines(text) or start < 0 or line:sub(start + 1, column) ~= item.label then
    return
  end
  local lines = vim.split(text:gsub('\r\n?', '\n'), '\n', { plain = true })
  local indentation = line:match('^%s*')
  for index = 2, vim.bo.expandtab and #lines or 1 do
    lines[index] = with_spaces(lines[index], indentation)
  end
  vim.api.nvim_buf_set_text(0, row - 1, start, row - 1, column, lines)
  vim.api.nvim_win_set_cursor(0, { row + #lines - 1, #lines[#lines] })
end

-- True for a file or a folder.
local function is_path(item)
  return item.kind == 17 or item.kind == 19
end

-- The entry of the menu for an item.
local function entry(item, index, text_before)
  local text = edits.text(item)
  return {
    word = text_before .. (has_lines(text) and item.label or text),
    abbr = item.label,
    menu = item.detail,
    icase = 1,
    dup = 1,
    user_data = { catchword = index },
  }
end

-- Turns items into entries that all begin at the same place.
local function entries_of(items, place, line, encoding)
  local word_start = vim.fn.match(line:sub(1, place.byte_offset), '\\k*$')
  local starts = {}
  local start
  for index, item in ipairs(items) do
    starts[index] = edits.start(item, place.row, line, encoding) or word_start
    start = math.min(start or starts[index], starts[index])
  end
  local entries = {}
  for index, item in ipairs(items) do
    table.insert(entries, entry(item, index, line:sub(start + 1, starts[index])))
  end
  return entries, start
end

-- Puts entries in the menu, in place of those that are in it.
local function call_complete(start, entries)
  is_showing = true
  local is_shown = interrupt.call(vim.fn.complete, start + 1, entries)
  is_showing = false
  return is_shown
end

-- The word that was there already when it was one of the items, of this menu or of the one before it; later lists may leave it
-- out.
local last_whole

local function has_word(entries, word)
  return #vim.tbl_filter(function(candidate)
    return candidate.word == word
  end, entries) > 0
end

-- What has been typed of the word that our menu is for, and true if that has become one of its words since it was made.
local function typed_word()
  if not shown then
    return '', false
  end
  local typed = vim.api.nvim_get_current_line():sub(shown.start + 1, cursor().byte_offset)
  return typed, typed ~= shown.typed and has_word(shown.entries, typed)
end

-- Puts entries in the menu for what is typed; false if there is nothing to be shown.
--
-- Nothing may be inserted by itself, and a menu of one word is still a menu. Who has chosen "noinsert" keeps it, but for a word
-- that is there already: it would only swallow Enter, and another one replace it.
local function put_in_menu(start, entries, typed)
  local first = user_prefers_first()
  if first then
    local others = vim.tbl_filter(function(candidate)
      return candidate.word ~= typed
    end, entries)
    if #others < #entries then
      last_whole = typed
    end
    first = typed ~= last_whole
    entries = others
  end
  borrow('completeopt', function()
    return 'menuone,' .. (first and 'noinsert' or 'noselect')
  end)
  borrow('shortmess', quiet_messages)
  borrow('pumheight', menu_height)
  enter.map(typed_word)
  shown.typed = typed
  return #entries > 0 and call_complete(start, entries)
end

-- Forgets our menu, which is gone or about to be.
local function forget_menu()
  shown = nil
  enter.unmap()
  documentation.close()
  give_back_options()
end

local function close_menu()
  if not shown then
    return
  end
  if vim.fn.pumvisible() == 1 then
    call_complete(cursor().byte_offset, {})
  end
  forget_menu()
end

local function show(asked, result)
  local items = result.items or result
  local client = asked.client
  edits.apply_defaults(items, result.itemDefaults)
  table.sort(items, by_sort_text)
  local line = vim.api.nvim_get_current_line()
  local entries, start = entries_of(items, asked.place, line, client.offset_encoding)
  local prefix = line:sub(start + 1, asked.place.byte_offset)
  -- Cells, not characters: one Chinese character says as much as two letters. A path has begun before its last part.
  if not asked.is_manual and not asked.trigger_character and vim.fn.strdisplaywidth(prefix) < minimum_length then
    entries = vim.tbl_filter(function(candidate)
      return is_path(items[candidate.user_data.catchword])
    end, entries)
  end
  if #entries == 0 then
    return close_menu()
  end
  if shown and shown.start == start and has_word(shown.entries, prefix) then
    last_whole = prefix
  end
  shown = {
    bufnr = asked.place.bufnr,
    start = start,
    is_incomplete = result.isIncomplete == true,
    entries = entries,
    items = items,
    client = client,
  }
  if not put_in_menu(start, entries, prefix) then
    return close_menu()
  end
  shown.tick = vim.api.nvim_buf_get_changedtick(shown.bufnr)
end

-- True if all is as it was when something was asked.
local function is_current(asked)
  return is_inserting()
    and not is_pasting
    and is_same_place(asked.place, cursor())
    and asked.tick == vim.api.nvim_buf_get_changedtick(asked.place.bufnr)
    and not is_foreign_menu()
    and not is_choosing()
end

-- The character before the cursor if it is one after which the server wants to be asked although no word has begun.
local function trigger(client, place)
  local provider = (client.server_capabilities or {}).completionProvider or {}
  local before = vim.api.nvim_get_current_line():sub(1, place.byte_offset)
  local character = vim.fn.matchstr(before, '.$')
  return vim.tbl_contains(provider.triggerCharacters or {}, character) and character or nil
end

-- The sources that a request by hand is limited to while it is made.
local only

local function ask(client, place, is_manual, trigger_character, attempt, sources)
  forget_request()
  local asked = {
    client = client,
    place = place,
    tick = vim.api.nvim_buf_get_changedtick(place.bufnr),
    is_manual = is_manual,
    trigger_character = trigger_character,
    attempt = attempt or 1,
    sources = sources or only,
  }
  pending = asked
  local params = {
    textDocument = { uri = server.uri(place.bufnr) },
    position = {
      line = place.row - 1,
      character = position.column(vim.api.nvim_get_current_line(), place.byte_offset, client.offset_encoding),
    },
    -- By hand all that could be meant is wanted.
    context = { triggerKind = is_manual and 1 or 3, sources = asked.sources },
  }
  if trigger_character then
    params.context = { triggerKind = 2, triggerCharacter = trigger_character }
  end
  asked.params = params
  asked.request = server.request(client, 'textDocument/completion', params, function(err, result)
    M.answered(asked, err, result)
  end, place.bufnr)
end

local function ask_again_later(asked)
  local delay = patience[asked.attempt]
  if not delay then
    return
  end
  -- Still pending, so that whatever makes the request obsolete ends this too.
  pending = asked
  interrupt.defer(function()
    if asked ~= pending then
      return
    end
    pending = nil
    if is_current(asked) and server.client(asked.place.bufnr) == asked.client then
      ask(asked.client, asked.place, asked.is_manual, asked.trigger_character, asked.attempt + 1, asked.sources)
    end
  end, delay)
end

function M.answered(asked, err, result)
  if asked ~= pending then
    return
  end
  pending = nil
  answered = asked
  if err or type(result) ~= 'table' or not is_current(asked) then
    return
  end
  if result.isIncomplete and #(result.items or {}) == 0 then
    close_menu()
    return ask_again_later(asked)
  end
  show(asked, result)
end

-- A late source has brought more than is in the list that we have.
local function on_changed(changed)
  local asked = answered
  if not asked or pending or type(changed) ~= 'table' or not is_current(asked) then
    return
  end
  local is_same = vim.deep_equal(changed.position, asked.params.position)
    and (changed.textDocument or {}).uri == asked.params.textDocument.uri
  if is_same and server.client(asked.place.bufnr) == asked.client then
    ask(asked.client, asked.place, asked.is_manual, asked.trigger_character, nil, asked.sources)
  end
end

-- True if the menu is as we have made it, or the user has moved to an item of it. After typing on it is asked for anew, also
-- if the server has said all that it knows.
local function is_menu_good(place)
  if not shown or shown.bufnr ~= place.bufnr or vim.fn.pumvisible() == 0 then
    return false
  end
  return shown.tick == vim.api.nvim_buf_get_changedtick(place.bufnr) or is_choosing()
end

-- Neovim narrows a menu as one types on, and then Enter would only close it. So the menu is made anew of what is left, without
-- waiting for a server that may be busy, and later: complete() does not work well within TextChangedP.
local function narrow_soon()
  local narrowed = shown
  if not narrowed then
    return
  end
  interrupt.schedule(function()
    if narrowed ~= shown or vim.fn.pumvisible() == 0 or not is_inserting() or is_pasting then
      return
    end
    local place = cursor()
    if is_menu_good(place) then
      return
    end
    local typed = vim.api.nvim_get_current_line():sub(shown.start + 1, place.byte_offset)
    local lowered = vim.fn.tolower(typed)
    local left = vim.tbl_filter(function(candidate)
      return vim.startswith(vim.fn.tolower(candidate.word), lowered)
    end, shown.entries)
    if #left == 0 or not put_in_menu(shown.start, left, typed) then
      return close_menu()
    end
    shown.tick = vim.api.nvim_buf_get_changedtick(place.bufnr)
  end)
end

local function note_untouched()
  local bufnr = vim.api.nvim_get_current_buf()
  untouched = { bufnr = bufnr, tick = vim.api.nvim_buf_get_changedtick(bufnr) }
end

local function on_text_changed()
  local place = cursor()
  if untouched.bufnr == place.bufnr and untouched.tick == vim.api.nvim_buf_get_changedtick(place.bufnr) then
    return
  end
  local client = server.client(place.bufnr)
  if not client or is_pasting or is_foreign_menu() or is_same_place(closed_at, place) then
    return
  end
  closed_at = nil
  if vim.api.nvim_get_mode().mode == 'ix' or is_menu_good(place) then
    return
  end
  -- What is recorded with a menu would be replayed without it.
  if vim.fn.reg_recording() ~= '' or vim.fn.reg_executing() ~= '' then
    return
  end
  narrow_soon()
  if vim.fn.match(vim.api.nvim_get_current_line():sub(1, place.byte_offset), '\\k$') >= 0 then
    return ask(client, place, false)
  end
  local character = trigger(client, place)
  if not character then
    return forget_request()
  end
  ask(client, place, false, character)
end

local function on_complete_changed()
  if not shown then
    return
  end
  local entry_now = vim.v.event.completed_item or {}
  local data = entry_now.user_data
  local item = type(data) == 'table' and shown.items[data.catchword]
  if item then
    documentation.show(shown.client, item, shown.bufnr)
  else
    documentation.close()
    if not is_showing and prefers_first(vim.o.completeopt) and next(entry_now) == nil then
      shown.left_at = shown.typed
    end
  end
end

-- The item that a finished completion has put before the cursor; nil if it has put none there.
local function accepted_item(completed)
  local data = completed.user_data
  local item = type(data) == 'table' and shown.items[data.catchword]
  local word = completed.word or ''
  if not item or word == '' or vim.api.nvim_get_current_buf() ~= shown.bufnr then
    return nil
  end
  local before = vim.api.nvim_get_current_line():sub(1, cursor().byte_offset)
  return before:sub(-#word) == word and item or nil
end

local function on_complete_done()
  if is_showing then
    return
  end
  if shown then
    local completed = vim.v.completed_item or {}
    local item = accepted_item(completed)
    if item then
      unfold(item)
      if completed.word ~= shown.typed then
        server.tell_accepted(shown.client, item, shown.bufnr)
      end
    end
    closed_at = cursor()
    note_untouched()
    forget_request()
  end
  forget_menu()
end

local function on_insert_leave()
  -- Should a paste have been broken off.
  is_pasting = false
  forget_request()
  forget_menu()
  closed_at = nil
end

-- No InsertLeave comes when Insert mode is left by CTRL-C, nor any other event in old Neovim.
local function on_normal_mode()
  if pending or shown then
    on_insert_leave()
  end
end

-- Tells when a paste begins and ends. Phase 1 is the first part of several, 2 one in the middle, 3 the last, -1 the only one.
local function watch_pastes()
  local paste = vim.paste
  vim.paste = function(lines, phase)
    is_pasting = phase == 1 or phase == 2
    forget_request()
    return paste(lines, phase)
  end
end

-- Asks for what some sources have, by their names; for all without any.
function M.complete(sources)
  only = sources
  local is_right, result = pcall(M.omnifunc, 1)
  only = nil
  if not is_right then
    error(result, 0)
  end
  return result ~= -3
end

-- For 'omnifunc': asks, whatever was typed. The answer comes later.
function M.omnifunc(find_start)
  if find_start ~= 1 then
    return {}
  end
  local place = cursor()
  local client = server.client(place.bufnr)
  if not client then
    return -3
  end
  ask(client, place, true)
  return -2
end

-- No menu comes up where the cursor is before more is typed.
function M.settle()
  forget_request()
  closed_at = cursor()
end

-- Sets up the menu: by itself while typing, or only for 'omnifunc'.
function M.enable(options)
  minimum_length = options.minimum_length
  local group = vim.api.nvim_create_augroup('catchword_menu', {})
  local function on(events, callback, pattern)
    vim.api.nvim_create_autocmd(events, { group = group, callback = interrupt.callback(callback), pattern = pattern })
  end
  watch_pastes()
  server.on_completions_changed = on_changed
  if options.auto then
    on({ 'TextChangedI', 'TextChangedP' }, on_text_changed)
    -- Who typed before the server was there gets an answer when it is.
    on('User', function()
      if is_inserting() then
        on_text_changed()
      end
    end, 'CatchwordReady')
  end
  on('CompleteChanged', on_complete_changed)
  on('CompleteDone', on_complete_done)
  on('InsertEnter', note_untouched)
  on('InsertLeave', on_insert_leave)
  on('CursorMoved', on_normal_mode)
  on('CmdlineEnter', on_normal_mode, { ':', '/', '?' })
end

return M
