vim9script

# Inline completion: requests for the text that may come after the cursor.

import './answers.vim'
import './capabilities.vim'
import './documents.vim'
import './log.vim'
import './position.vim'
import './rpc.vim'
import './server.vim'

# Asks for the text that may come after the cursor.
#
# "Callback" gets the request and the text, which is '' if there is none or the
# cursor has moved.  Returns the request: a place; empty if the server could not
# be asked.
export def Ask(Callback: func(dict<any>, string)): dict<any>
  if !server.IsRunning() || !capabilities.HasInlineCompletion() || !documents.Open(bufnr())
    return {}
  endif
  documents.Flush(bufnr())
  var place = position.Here()
  place.sent = position.Length(place.before)
  const params = position.Params(place, {triggerKind: 2})
  place.id = rpc.Request('textDocument/inlineCompletion', params, (_, reply) => OnAnswer(place, reply, Callback))
  return place
enddef

export def Cancel(place: dict<any>)
  rpc.Notify('$/cancelRequest', {id: place.id})
enddef

def OnAnswer(place: dict<any>, reply: dict<any>, Callback: func(dict<any>, string))
  try
    Callback(place, position.IsHere(place) && has_key(reply, 'result') ? Continuation(reply.result, place) : '')
  catch
    log.AddException()
  endtry
enddef

# The text of the first item that goes on with what is before the cursor.
def Continuation(result: any, place: dict<any>): string
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
    if text != ''
      return text
    endif
  endfor
  return ''
enddef
