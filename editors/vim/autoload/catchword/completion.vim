vim9script

# The completion requests that are sent while the user types.

import './answers.vim'
import './capabilities.vim'
import './documents.vim'
import './items.vim'
import './log.vim'
import './menu.vim'
import './position.vim'
import './rpc.vim'
import './server.vim'
import './settings.vim'
import './typing.vim'

# The time after which an empty answer is asked for once more, in milliseconds.
const repeatDelay = 150

# The request whose answer is awaited: a place with id, isTriggered (by a
# trigger character), isRepeated, and version (of the text).
var pending: dict<any> = {}
var repeatTimer = 0
# The request that was answered last.
var answered: dict<any> = {}
# The place where a menu was accepted or dismissed; it does not come back there.
var settled: dict<any> = {}
# The number of requests that were sent.
var requests = 0

export def Requests(): number
  return requests
enddef

# True when a menu by itself is welcome here and now.
def IsMenuWelcome(): bool
  return settings.IsOn('auto', true) && typing.IsGoingOn()
enddef

# ---------------------------------------------------------------------------
# Asking

# Asks for the word at the cursor, if there is one long enough.
export def Ask(isRepeated = false)
  Cancel()
  if !IsMenuWelcome() || !server.IsRunning() || !documents.Open(bufnr())
    return
  endif
  var place = position.Here()
  if position.IsHere(settled)
    return
  endif
  settled = {}
  const tail = strpart(place.before, max([0, place.column - 400]))
  const character = matchstr(tail, '.$')
  place.isRepeated = isRepeated
  place.isTriggered = capabilities.IsTriggerCharacter(character) && character !~ '\k'
  # The server knows best what a word is; this only spares it idle questions.
  const word = matchstr(tail, '\k\%(\k\|[-''?!]\)*$')
  # A word behind such a character, as in a path, is asked for from its first
  # letter.
  const isBehindTrigger = word != ''
    && capabilities.IsTriggerCharacter(matchstr(strpart(tail, 0, strlen(tail) - strlen(word)), '.$'))
  if !place.isTriggered && !isBehindTrigger && strdisplaywidth(word) < settings.Value('minimum_length', 2)
    menu.Close()
    return
  endif
  documents.Flush(bufnr())
  place.sent = position.Length(place.before)
  place.version = documents.Version(bufnr())
  # Not kind 1, by hand: it brings all that could be meant.
  var context: dict<any> = {triggerKind: 3}
  if place.isTriggered
    context = {triggerKind: 2, triggerCharacter: character}
  endif
  requests += 1
  const params = position.Params(place, context)
  place.id = rpc.Request('textDocument/completion', params, (_, reply) => OnAnswer(place, reply))
  pending = place
enddef

# Asks once more for a word for which there was nothing, for the sake of a
# server that has begun to look but has not found anything in time.
def AskLater(place: dict<any>)
  repeatTimer = timer_start(repeatDelay, (_) => AskOnceMore(place))
enddef

def AskOnceMore(place: dict<any>)
  repeatTimer = 0
  try
    if position.IsHere(place)
      Ask(true)
    endif
  catch
    log.AddException()
  endtry
enddef

# Asks again if the server would answer the last request with another list by
# now; "changed" are the parameters of its notification.
export def OnCompletionsChanged(changed: dict<any>)
  if !empty(pending) || !position.IsHere(answered) || !IsMenuWelcome() || menu.WouldDisturb()
      || !documents.IsOpen(answered.number)
    return
  endif
  const list = {
    textDocument: {uri: documents.Uri(answered.number), version: answered.version},
    position: {line: answered.line - 1, character: answered.sent},
  }
  if changed == list
    Ask(true)
  endif
enddef

# ---------------------------------------------------------------------------
# Cancelling

# Cancels the request whose answer is awaited, and the one that is to be sent.
export def Cancel()
  if repeatTimer != 0
    timer_stop(repeatTimer)
    repeatTimer = 0
  endif
  if !empty(pending)
    rpc.Notify('$/cancelRequest', {id: pending.id})
    pending = {}
  endif
enddef

# Forgets the request whose answer is awaited: there is no server to give one.
export def Forget()
  pending = {}
enddef

# Lets no menu come up where the cursor is before more is typed.
export def Settle()
  Cancel()
  settled = position.Here()
enddef

# Lets menus come up at any place again.
export def Unsettle()
  settled = {}
enddef

# ---------------------------------------------------------------------------
# Answers

def OnAnswer(place: dict<any>, reply: dict<any>)
  try
    if pending isnot place
      return
    endif
    pending = {}
    answered = place
    if !has_key(reply, 'result') || !position.IsHere(place) || !IsMenuWelcome() || menu.WouldDisturb()
      return
    endif
    const list = answers.List(reply.result)
    var [start, entries] = items.Entries(list, place, menu.Completeopt())
    const typed = strpart(place.before, start)
    if empty(entries) && !place.isRepeated && !empty(get(list, 'isIncomplete', false))
      AskLater(place)
    endif
    if !place.isTriggered && strdisplaywidth(typed) < settings.Value('minimum_length', 2)
      # A path has begun before its last part.
      filter(entries, (_, entry) => items.IsPath(entry))
    endif
    if empty(entries)
      menu.Close()
    else
      menu.Show(start, entries)
    endif
  catch
    log.AddException()
  endtry
enddef
