-- The documentation of the item that is selected in the menu, in a small window beside it.

local interrupt = require('catchword.interrupt')
local server = require('catchword.server')

local M = {}

local maximum_width = 60
local maximum_height = 12
local minimum_width = 16

local buffer, window
-- The selection that the window belongs to. An answer that comes for an older one is dropped.
local selection = 0
local pending

local function close_window()
  if window and vim.api.nvim_win_is_valid(window) then
    pcall(vim.api.nvim_win_close, window, true)
  end
  window = nil
end

local function lines_of(documentation)
  local text = type(documentation) == 'table' and documentation.value or documentation
  if type(text) ~= 'string' or text:match('^%s*$') then
    return nil
  end
  return vim.split(vim.trim(text), '\r?\n')
end

local function widest(lines)
  local width = 1
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  return math.min(width, maximum_width)
end

local function height_of(lines, width)
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  return height
end

-- Right of the menu if it fits there or there is more room than on the left; nil if there is no room at all.
local function place(lines)
  local menu = vim.fn.pum_getpos()
  if not menu.row then
    return nil
  end
  local right = menu.col + menu.width + (menu.scrollbar and 1 or 0)
  -- Without the space at both sides of the text.
  local room_right, room_left = vim.o.columns - right - 2, menu.col - 3
  local is_right = room_right >= math.min(widest(lines), room_left)
  local width = math.min(widest(lines), is_right and room_right or room_left)
  if width < math.min(minimum_width, widest(lines)) then
    return nil
  end
  -- Above the line that is being written if the menu is, or down to the last line.
  local line = vim.fn.screenrow() - 1
  local room_below = (menu.row < line and line or vim.o.lines - vim.o.cmdheight) - menu.row
  return {
    relative = 'editor',
    style = 'minimal',
    focusable = false,
    noautocmd = true,
    row = menu.row,
    col = is_right and right or menu.col - 3 - width,
    border = { '', '', '', { ' ', 'Pmenu' }, '', '', '', { ' ', 'Pmenu' } },
    width = width,
    height = math.max(1, math.min(height_of(lines, width), maximum_height, room_below)),
  }
end

local function show(documentation)
  local lines = lines_of(documentation)
  if not lines or vim.fn.pumvisible() == 0 then
    return
  end
  local placement = place(lines)
  if not placement then
    return
  end
  if not (buffer and vim.api.nvim_buf_is_valid(buffer)) then
    buffer = vim.api.nvim_create_buf(false, true)
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  close_window()
  window = vim.api.nvim_open_win(buffer, false, placement)
  vim.api.nvim_win_set_option(window, 'wrap', true)
  vim.api.nvim_win_set_option(window, 'linebreak', true)
  vim.api.nvim_win_set_option(window, 'winhighlight', 'Normal:Pmenu')
end

-- Closes the window and forgets what was asked. Windows may not be closed in the middle of CompleteChanged or CompleteDone.
function M.close()
  selection = selection + 1
  server.cancel(pending)
  pending = nil
  interrupt.schedule(function()
    -- Unless something has been selected since.
    if not pending then
      close_window()
    end
  end)
end

-- Shows the documentation of an item, which the server may have to be asked for.
function M.show(client, item, bufnr)
  selection = selection + 1
  local mine = selection
  server.cancel(pending)
  pending = nil
  local function show_if_still_selected(documentation)
    if mine ~= selection then
      return
    end
    close_window()
    show(documentation)
  end
  if item.documentation then
    interrupt.schedule(function()
      show_if_still_selected(item.documentation)
    end)
    return
  end
  pending = server.request(client, 'completionItem/resolve', item, function(err, resolved)
    if mine == selection then
      pending = nil
    end
    if not err and type(resolved) == 'table' then
      item.documentation = resolved.documentation
    end
    show_if_still_selected(item.documentation)
  end, bufnr)
end

return M
