vim9script

# The functions that the plugin and the user's settings call.
#
# The client has one server for all buffers.  Its parts are in the folder
# "catchword", and all are loaded with this file: by "import autoload", Vim 9.0
# would load a part anew at each call where that folder is a symbolic link.

import './catchword/bans.vim'
import './catchword/commandline.vim'
import './catchword/events.vim'
import './catchword/messages.vim'
import './catchword/omni.vim'
import './catchword/server.vim'
import './catchword/session.vim'
import './catchword/status.vim'

server.Observe(session.OnRunning, session.OnMessage, session.OnEnd)

export def InsertEnter()
  events.OnInsertEnter()
enddef

# The function for 'omnifunc' or 'completefunc'.
export def OmniFunc(findstart: number, base: string): any
  return omni.Complete(findstart, base)
enddef

# Has the next OmniFunc() offer what some sources have, by their names.
export def Only(names: list<string>)
  omni.Only(names)
enddef

# The command line with the next word before the cursor, for CTRL-\ e.
export def CommandLine(): string
  return commandline.Next()
enddef

# The state of the client, as a dictionary.
export def Status(): dict<any>
  return status.Status()
enddef

export def ShowStatus()
  status.Show()
enddef

# Bans a word, or unbans it; the word at the cursor if "given" is empty.
export def Ban(isBanned: bool, given: string)
  bans.Ban(isBanned, given)
enddef

export def ShowBans()
  bans.Show()
enddef

export def Stop()
  server.Stop()
enddef

export def Restart()
  server.Restart()
enddef

# Shows a text in one line, as what the client has to tell the user is shown.
export def Say(text: string)
  messages.Say(text)
enddef
