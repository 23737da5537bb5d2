vim9script

# CTRL-X CTRL-O: completion by hand, which waits for the server.

import './answers.vim'
import './buffers.vim'
import './completion.vim'
import './documents.vim'
import './items.vim'
import './log.vim'
import './messages.vim'
import './options.vim'
import './position.vim'
import './rpc.vim'
import './server.vim'

# The time, in milliseconds, for which the server is asked again while it has
# found nothing or does not answer: that which it gives to a source.
const emptyPatience = 5000
# The time, in milliseconds, after which an empty answer means that the server
# has waited for something that is still on its way.
const lateAnswer = 250

# The sources that a request is limited to, and the text for which it is.
var only: list<string> = []
var onlyAt: list<number> = []

# Has the next request ask for what some sources have, by their names, if it is
# about the text as it is now.
export def Only(names: list<string>)
  only = names
  onlyAt = [bufnr(), b:changedtick]
enddef

# The entries between the two calls.
var found: list<dict<any>> = []

# The function for 'omnifunc'.
#
# Vim narrows the menu by itself as the word goes on, also where the list is not
# complete: told to ask again ("refresh"), it takes the menu away at a letter.
export def Complete(findstart: number, _base: string): any
  if findstart == 0
    return found
  endif
  try
    return FindStart()
  catch
    log.AddException()
    return -3
  endtry
enddef

# Asks, waits, and keeps the entries for the second call.
def FindStart(): number
  found = []
  var context: dict<any> = {triggerKind: 1}
  if !empty(only) && onlyAt == [bufnr(), b:changedtick]
    context.sources = only
  endif
  only = []
  completion.Cancel()
  if !server.WaitUntilRunning(true) || !buffers.IsWanted(bufnr()) || !documents.Open(bufnr())
    return -3
  endif
  documents.Flush(bufnr())
  var place = position.Here()
  place.sent = position.Length(place.before)
  const params = position.Params(place, context)
  const begin = reltime()
  var list: dict<any> = {}
  var isPending = true
  while isPending
    const asked = reltime()
    const reply = rpc.Evaluate('textDocument/completion', params)
    const isAnswered = !empty(reply)
    if isAnswered && !has_key(reply, 'result')
      return -3
    endif
    list = isAnswered ? answers.List(reply.result) : {}
    isPending = !isAnswered || empty(get(list, 'items', [])) && !empty(get(list, 'isIncomplete', false))
      && Milliseconds(asked) >= lateAnswer
    const isOver = Milliseconds(begin) >= emptyPatience
    if isPending && isOver && isAnswered
      break
    endif
    if isPending && (isOver || getchar(1) != 0)
      # Of an empty list, Vim would say that there is no such word.
      if isOver
        messages.SaySoon('The server does not answer.')
      endif
      return -3
    endif
  endwhile
  options.BorrowLooks()
  const [start, entries] = items.Entries(list, place, &completeopt)
  # Entries that do not begin as typed are dropped as the word goes on.
  found = mapnew(entries, (_, entry) => extendnew(entry, {equal: 0}))
  return start
enddef

def Milliseconds(since: list<any>): float
  return reltimefloat(reltime(since)) * 1000
enddef
