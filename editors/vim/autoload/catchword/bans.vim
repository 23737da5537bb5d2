vim9script

# The banned words, which are never offered: the server keeps them.

import './messages.vim'
import './rpc.vim'
import './server.vim'

# Bans a word, or unbans it; the word at the cursor if "given" is empty.
export def Ban(isBanned: bool, given: string)
  const word = given == '' ? expand('<cword>') : given
  if word == ''
    messages.Say('There is no word here.')
  elseif !empty(Execute(isBanned ? 'catchword.ban' : 'catchword.unban', [word]))
    echo 'catchword: "' .. word .. '" is '
      .. (isBanned ? 'never offered again; :CatchwordUnban takes that back' : 'offered again')
  endif
enddef

export def Show()
  const reply = Execute('catchword.bans', [])
  if empty(reply)
    return
  endif
  echo empty(reply.result) ? 'catchword: no words are banned' : 'catchword: banned words'
  for ban in reply.result
    echo '  ' .. ban.word .. (has_key(ban, 'language') ? ' in ' .. ban.language : '')
  endfor
enddef

# Has the server execute a command; its reply, or {} with the reason shown.
def Execute(command: string, arguments: list<any>): dict<any>
  if !server.WaitUntilRunning()
    messages.Say(server.Problem() == '' ? 'The server does not run.' : server.Problem())
    return {}
  endif
  const reply = rpc.Evaluate('workspace/executeCommand', {command: command, arguments: arguments})
  if has_key(reply, 'result')
    return reply
  endif
  messages.Say(empty(reply) ? 'The server does not answer.'
    : get(get(reply, 'error', {}), 'message', 'The server has refused.'))
  return {}
enddef
