vim9script

# The effects of a server's start, messages and end on the rest of the client.

import './completion.vim'
import './documentation.vim'
import './documents.vim'
import './ghost.vim'
import './log.vim'
import './menu.vim'
import './messages.vim'
import './rpc.vim'

# True once a warning of the server's has been shown: only the first is.
var hasWarned = false

# Tells a server that is initialized of the buffers, and asks for what was typed
# in the meantime.
export def OnRunning()
  documents.OpenWanted()
  if mode(1) ==# 'i'
    completion.Ask()
    ghost.AskSoon()
  endif
enddef

# Handles a notification or a request of the server's; replies that are awaited
# no more come here too.
export def OnMessage(message: any)
  try
    if type(message) != v:t_dict || !has_key(message, 'method')
      return
    endif
    if message.method ==# 'window/logMessage'
      OnLogMessage(get(message, 'params', {}))
    elseif message.method ==# '$/catchword/completionsChanged'
      completion.OnCompletionsChanged(get(message, 'params', {}))
    elseif has_key(message, 'id')
      rpc.Refuse(message.id)
    endif
  catch
    log.AddException()
  endtry
enddef

def OnLogMessage(params: dict<any>)
  log.Add(get(params, 'message', ''))
  # Errors and warnings: a mistake in the settings, for example.
  if get(params, 'type', 4) <= 2 && !hasWarned
    hasWarned = true
    messages.SaySoon(get(params, 'message', ''))
  endif
enddef

# Forgets what a server that is gone has known and was asked.
export def OnEnd()
  completion.Forget()
  documentation.Forget()
  documents.Forget()
  menu.Close()
  ghost.Stop()
enddef
