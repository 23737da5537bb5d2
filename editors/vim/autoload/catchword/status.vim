vim9script

# The state of the client, as the user may see it.

import './buffers.vim'
import './capabilities.vim'
import './completion.vim'
import './documents.vim'
import './log.vim'
import './rpc.vim'
import './server.vim'
import './settings.vim'

# The state as a dictionary; the manual says what is in it.
export def Status(): dict<any>
  return {
    phase: server.Phase(), problem: server.Problem(), command: settings.Command(),
    server: capabilities.ServerName(), encoding: capabilities.Encoding(),
    pid: rpc.ProcessId(), restarts: server.Restarts(), requests: completion.Requests(),
    documents: documents.Uris(), log: log.Lines(),
  }
enddef

export def Show()
  const status = Status()
  echo 'Catchword: ' .. status.phase .. (status.problem == '' ? '' : '. ' .. status.problem)
  echo 'Command:   ' .. join(status.command)
  if status.pid != 0
    echo 'Server:    ' .. status.server .. ', process ' .. status.pid .. ', ' .. status.encoding
  endif
  echo 'Documents: ' .. len(status.documents) .. ', completions asked for: ' .. status.requests
  const number = bufnr()
  echo 'This buffer: '
    .. (documents.IsOpen(number) ? documents.Uri(number) : buffers.IsWanted(number) ? 'not open yet' : 'left out')
  for line in status.log[-10 :]
    echo '  ' .. line
  endfor
enddef
