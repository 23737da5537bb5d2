vim9script

# Inline completion: requests for the text that may come after the cursor.

import './answers.vim'
import './capabilities.vim'
import './documents.vim'
import './log.vim'
import './position.vim'
import './rpc.vim'
import './server.vim'

# Asks for the texts that may come after the cursor: for one while typing, for
# several lines and for others when "isByHand" is true.
#
# "Callback" gets the request and the texts, the best first; none if the cursor
# has moved.  Returns the request: a place; empty if the server could not be
# asked.
export def Ask(isByHand: bool, Callback: func(dict<any>, list<string>)): dict<any>
  if !server.IsRunning() || !capabilities.HasInlineCompletion() || !documents.Open(bufnr())
    return {}
  endif
  documents.Flush(bufnr())
  var place = position.Here()
  place.sent = position.Length(place.before)
  const params = position.Params(place, {triggerKind: isByHand ? 1 : 2})
  place.id = rpc.Request('textDocument/inlineCompletion', params, (_, reply) => OnAnswer(place, reply, Callback))
  return place
enddef

export def Cancel(place: dict<any>)
  rpc.Notify('$/cancelRequest', {id: place.id})
enddef

def OnAnswer(place: dict<any>, reply: dict<any>, Callback: func(dict<any>, list<string>))
  try
    Callback(place, position.IsHere(place) && has_key(reply, 'result') ? Continuations(reply.result, place) : [])
  catch
    log.AddException()
  endtry
enddef

# The texts of the items that go on with what is before the cursor.
def Continuations(result: any, place: dict<any>): list<string>
  final texts: list<string> = []
  for item in get(answers.List(result), 'items', [])
    var text = get(item, 'insertText', '')
    if type(text) != v:t_string
      # A snippet.
      continue
    endif
    const range = get(item, 'range', {})
    if !empty(range)
      const edit = answers.Edit({textEdit: {newText: text, range: range}}, {}, place)
      const typed = strpart(place.before, max([0, edit.start]))
      if edit.start < 0 || range.end != {line: place.line - 1, character: place.sent} || stridx(text, typed) != 0
        continue
      endif
      text = strpart(text, strlen(typed))
    endif
    text = substitute(text, '\r\n\=', "\n", 'g')
    if text != '' && index(texts, text) < 0
      add(texts, text)
    endif
  endfor
  return texts
enddef
