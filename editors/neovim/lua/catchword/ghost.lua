-- Ghost text: what may come after the cursor, shown dimmed there until it is taken or something else is typed.
--
-- Keys are mapped in the buffer for as long as something is shown, and only then, so that nothing is in the way of what they
-- do otherwise. Neovim 0.12 has ghost text of its own; then this only turns it on, and maps keys to it.

local interrupt = require('catchword.interrupt')
local keys = require('catchword.keys')
local menu = require('catchword.menu')
local position = require('catchword.position')
local server = require('catchword.server')

local M = {}

-- How long nothing must have been typed before the server is asked, in milliseconds.
local pause = 50
-- More than this is not shown.
local maximum_lines = 20
local maximum_bytes = 4000

local namespace = vim.api.nvim_create_namespace('catchword_ghost')
local has_inline = vim.fn.has('nvim-0.10') == 1

local options
-- What is shown: { bufnr, row, before, after = the text around the cursor when it was asked for, text, rest = what of the text
-- is still to come, is_manual = whether the text, or what it is the rest of, was asked for by hand, texts = those that were
-- asked for at that place, text among them }.
local shown
-- The question that is put or about to be; one by hand has presses = how often the key for another text has been pressed.
local question

local function cursor()
  local row, byte_offset = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  return {
    bufnr = vim.api.nvim_get_current_buf(),
    row = row,
    before = line:sub(1, byte_offset),
    after = line:sub(byte_offset + 1),
  }
end

-- True while text is typed, outside of macros and mappings, and no item of a menu is chosen, which may say otherwise.
local function is_welcome()
  local now = vim.api.nvim_get_mode()
  return (now.mode == 'i' or now.mode == 'ic')
    and not now.blocking
    and not vim.o.paste
    and vim.fn.reg_recording() == ''
    and vim.fn.reg_executing() == ''
    and not (vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'selected' }).selected >= 0)
end

-- Text as it will look when it is there: tabs are spaces.
local function visible(text, column)
  if not text:find('%c') then
    return text
  end
  local result = ''
  for plain, tab in text:gmatch('([^\t]*)(\t?)') do
    result = result .. vim.fn.strtrans(plain)
    if tab ~= '' then
      local begin = column + vim.fn.strdisplaywidth(result, column)
      result = result .. (' '):rep(vim.fn.strdisplaywidth('\t', begin))
    end
  end
  return result
end

local function draw()
  local lines = vim.split(shown.rest, '\n', { plain = true })
  local mark = { id = 1, hl_mode = 'combine', virt_lines = {} }
  local place = cursor()
  if lines[1] ~= '' then
    mark.virt_text = { { visible(lines[1], vim.fn.virtcol('.') - 1), 'CatchwordGhostText' } }
    mark.virt_text_pos = has_inline and 'inline' or 'overlay'
    if not has_inline and place.after ~= '' then
      -- What is written over is shown again behind.
      table.insert(mark.virt_text, { visible(place.after, 0), 'Normal' })
    end
  end
  for index = 2, #lines do
    table.insert(mark.virt_lines, { { visible(lines[index], 0), 'CatchwordGhostText' } })
  end
  vim.api.nvim_buf_set_extmark(shown.bufnr, namespace, shown.row - 1, #place.before, mark)
end

local function hide()
  if not shown then
    return
  end
  if vim.api.nvim_buf_is_valid(shown.bufnr) then
    vim.api.nvim_buf_clear_namespace(shown.bufnr, namespace, 0, -1)
  end
  keys.unmap()
  shown = nil
end

-- Takes what is shown for what is left of it after typing; false if that is nothing, or something else was typed.
local function follow()
  local place = cursor()
  if place.bufnr ~= shown.bufnr or place.row ~= shown.row or place.after ~= shown.after then
    return false
  end
  if place.before:sub(1, #shown.before) ~= shown.before then
    return false
  end
  local typed = place.before:sub(#shown.before + 1)
  if typed == shown.text or shown.text:sub(1, #typed) ~= typed then
    return false
  end
  local rest = shown.text:sub(#typed + 1)
  if rest ~= shown.rest then
    shown.rest = rest
    draw()
  end
  return true
end

local function show(place, text, is_manual, texts)
  shown = vim.tbl_extend('force', place, { text = text, rest = text, is_manual = is_manual, texts = texts or {} })
  draw()
  keys.map(options.ghost_text_keys, M.act)
end

-- The texts of the items that go on with what is before the cursor, without those that are too long.
local function continuations(result, place, encoding)
  local column = position.column(place.before, #place.before, encoding)
  local texts = {}
  for _, item in ipairs(result.items or result) do
    local text, range = item.insertText, item.range
    local typed = ''
    if range then
      typed = place.before:sub(position.byte_offset(place.before, range.start.character, encoding) + 1)
    end
    local is_here = not range
      or range.start.line == place.row - 1
        and range['end'].line == place.row - 1
        and range['end'].character == column
    -- A table is a snippet.
    if type(text) == 'string' and is_here and #text > #typed and text:sub(1, #typed) == typed then
      text = text:sub(#typed + 1):gsub('\r\n?', '\n')
      local is_short = #text <= maximum_bytes and select(2, text:gsub('\n', '')) < maximum_lines
      if is_short and not vim.tbl_contains(texts, text) then
        table.insert(texts, text)
      end
    end
  end
  return texts
end

local function forget()
  if question then
    server.cancel(question.request)
    question = nil
  end
end

local function index_of(texts, text)
  for index, other in ipairs(texts) do
    if other == text then
      return index
    end
  end
end

local function answered(asked, result)
  if asked ~= question then
    return
  end
  question = nil
  local texts = result and continuations(result, asked.place, asked.client.offset_encoding) or {}
  -- What is shown still agrees, or it would be hidden: it stays until there is something better.
  if #texts == 0 or not is_welcome() or not vim.deep_equal(asked.place, cursor()) then
    return
  end
  if not asked.presses then
    return show(asked.place, texts[1], false)
  end
  -- Each press is one text further.
  local present = shown and index_of(texts, shown.rest) or 0
  show(asked.place, texts[(present + asked.presses - 1) % #texts + 1], true, texts)
end

local function ask(asked)
  local place = cursor()
  local client = server.client(place.bufnr)
  if asked ~= question or not is_welcome() then
    return
  end
  if not client or not client.server_capabilities.inlineCompletionProvider then
    return
  end
  asked.place, asked.client = place, client
  local params = {
    textDocument = { uri = server.uri(place.bufnr) },
    position = {
      line = place.row - 1,
      character = position.column(place.before, #place.before, client.offset_encoding),
    },
    context = { triggerKind = asked.presses and 1 or 2 },
  }
  asked.request = server.request(client, 'textDocument/inlineCompletion', params, function(err, result)
    answered(asked, not err and type(result) == 'table' and result or nil)
  end, place.bufnr)
end

-- Asks when nothing has been typed for a moment; not while a text that was asked for by hand agrees with what is typed: the
-- user has chosen it.
local function ask_soon()
  forget()
  if shown and shown.is_manual and follow() or not is_welcome() then
    return
  end
  local asked = {}
  question = asked
  interrupt.defer(function()
    ask(asked)
  end, pause)
end

local function on_cursor_moved()
  if shown and not follow() then
    hide()
  end
end

local function on_text_changed()
  on_cursor_moved()
  ask_soon()
end

-- Hides what is shown and asks for nothing more.
function M.stop()
  forget()
  hide()
end

-- The white space and the marks before a word, and the word.
local function next_word(text)
  local word = vim.fn.matchstr(text, [[^\_s*\%(\k\@!\S\)*\k*]])
  return word == '' and text or word
end

-- Puts text at the cursor, as it is: no indenting, no abbreviations.
local function insert(text)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local lines = vim.split(text, '\n', { plain = true })
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column, lines)
  vim.api.nvim_win_set_cursor(0, { row + #lines - 1, (#lines == 1 and column or 0) + #lines[#lines] })
  menu.settle()
end

-- Shows the next of the texts that were asked for by hand, or asks for them.
local function show_next()
  if shown.rest == shown.text and #shown.texts > 1 then
    return show(shown, shown.texts[index_of(shown.texts, shown.text) % #shown.texts + 1], true, shown.texts)
  end
  if question and question.presses then
    question.presses = question.presses + 1
    return
  end
  forget()
  question = { presses = 1 }
  ask(question)
  if not question.request then
    question = nil
  end
end

-- What a key does: 'line' takes all that is shown, 'word' its next word, 'next' shows another text in its place, 'dismiss'
-- hides it.
function M.act(action)
  if not shown or not follow() then
    return hide()
  end
  if action == 'dismiss' then
    return M.stop()
  elseif action == 'next' then
    return show_next()
  end
  local rest, is_manual = shown.rest, shown.is_manual
  local text = action == 'word' and next_word(rest) or rest
  insert(text)
  if #text == #rest then
    return hide()
  end
  vim.api.nvim_buf_clear_namespace(shown.bufnr, namespace, 0, -1)
  show(cursor(), rest:sub(#text + 1), is_manual)
end

local function define_highlight()
  vim.cmd('highlight default CatchwordGhostText ctermfg=244 guifg=#808080')
end

-- Sets up ghost text, unless it is Neovim's own.
function M.enable(new_options)
  options = new_options
  local group = vim.api.nvim_create_augroup('catchword_ghost', {})
  if not options.ghost_text then
    return
  end
  local function on(events, callback, pattern)
    vim.api.nvim_create_autocmd(events, { group = group, callback = interrupt.callback(callback), pattern = pattern })
  end
  define_highlight()
  on('ColorScheme', define_highlight)
  on({ 'TextChangedI', 'TextChangedP' }, on_text_changed)
  on('CursorMovedI', on_cursor_moved)
  on('CompleteChanged', function()
    if next(vim.v.event.completed_item or {}) then
      M.stop()
    end
  end)
  -- Who typed before the server was there gets an answer when it is.
  on('CompleteDone', ask_soon)
  on('User', ask_soon, 'CatchwordReady')
  -- CTRL-C leaves Insert mode without InsertLeave: then one of the others comes next.
  on({ 'InsertLeave', 'BufLeave', 'WinLeave', 'CursorMoved' }, M.stop)
  on('CmdlineEnter', M.stop, { ':', '/', '?' })
end

-- Turns Neovim's own ghost text on for a client, and maps the keys that do nothing else yet to it.
function M.enable_builtin(client, bufnr, own_keys)
  vim.lsp.inline_completion.enable(true, { client_id = client.id })
  keys.map_builtin(bufnr, own_keys, function(item)
    local start = item.range and (item.range.start and item.range.start.col or item.range.start_col)
    local typed = start and vim.api.nvim_win_get_cursor(0)[2] - start or 0
    insert(next_word(item.insert_text:sub(typed + 1)))
  end)
end

return M
