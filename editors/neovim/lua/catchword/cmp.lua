-- nvim-cmp beside our server: a list that is empty ends its menu.
--
-- By itself nvim-cmp goes on with the list before, which still has the word that has been typed in full; where Enter takes the
-- first item, no line begins then.

local M = {}

-- True for a list in which nothing is.
local function is_empty(result)
  return type(result) == 'table' and #(result.items or result) == 0
end

-- Has nvim-cmp forget what it had from a client. What it calls them by is its own, and may change.
local function forget(client)
  local cmp = package.loaded['cmp']
  if not cmp then
    return
  end
  pcall(function()
    local view = cmp.core.view
    -- As nvim-cmp itself does: what the user has moved to stays.
    if view and view.get_active_entry and view:get_active_entry() then
      return
    end
    local has_changed = false
    for _, source in pairs(cmp.core.sources) do
      local asked = source.source and source.source.client
      if asked and asked.id == client.id and #source.entries > 0 then
        source:reset()
        has_changed = true
      end
    end
    if has_changed and cmp.visible() then
      cmp.core:filter()
    end
  end)
end

-- Looks at the answers to a client's completion requests, whoever asks.
function M.watch(client)
  local request = client.request
  local newest = 0
  client.request = function(...)
    local arguments, count = { ... }, select('#', ...)
    -- From 0.11 on, the client itself is the first.
    local first = type(arguments[1]) == 'table' and 2 or 1
    local handler = arguments[first + 2]
    if arguments[first] == 'textDocument/completion' and type(handler) == 'function' then
      newest = newest + 1
      local number = newest
      arguments[first + 2] = function(err, result, ...)
        local returned = handler(err, result, ...)
        if not err and is_empty(result) then
          -- Behind what nvim-cmp has put off; where it asks again meanwhile, what comes then counts.
          vim.schedule(function()
            if number == newest then
              forget(client)
            end
          end)
        end
        return returned
      end
    end
    return request(unpack(arguments, 1, count))
  end
end

return M
