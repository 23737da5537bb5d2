vim9script

# The documents that the server knows: buffers, whose changes it is sent.

import './buffers.vim'
import './log.vim'
import './projects.vim'
import './rpc.vim'
import './uris.vim'

# By buffer number: uri, version, languageId, lines (their number), listener,
# and the line last sent alone (lastLine, lastText).
var documents: dict<dict<any>> = {}

# True if the server knows a buffer.
export def IsOpen(number: number): bool
  return has_key(documents, number)
enddef

export def Uri(number: number): string
  return documents[number].uri
enddef

export def Version(number: number): number
  return documents[number].version
enddef

# The URIs of all documents.
export def Uris(): list<string>
  return mapnew(values(documents), (_, document) => document.uri)
enddef

# ---------------------------------------------------------------------------
# Opening and closing

# Opens the buffers that are wanted, and closes those that no longer are.
export def OpenWanted()
  for key in keys(documents)
    if !buffers.IsWanted(str2nr(key))
      Close(str2nr(key))
    endif
  endfor
  for buffer in getbufinfo({bufloaded: 1, buflisted: 1})
    if buffers.IsWanted(buffer.bufnr)
      Open(buffer.bufnr)
    endif
  endfor
enddef

# Opens a buffer that is not open; true if the server knows it then.
export def Open(number: number): bool
  if has_key(documents, number)
    return true
  elseif buffers.IsTooLarge(number)
    return false
  endif
  projects.Open(number)
  # Changes that are pending would come to the new listener as well.
  listener_flush(number)
  const lines = getbufline(number, 1, '$')
  final document = {
    uri: uris.OfBuffer(number), version: 1, languageId: LanguageId(number), lines: len(lines),
    listener: listener_add(OnLinesChanged, number), lastLine: 0, lastText: '',
  }
  documents[number] = document
  rpc.Notify('textDocument/didOpen', {textDocument: {
    uri: document.uri, languageId: document.languageId, version: document.version, text: Text(lines),
  }})
  return true
enddef

export def Close(number: number)
  if !has_key(documents, number)
    return
  endif
  final document = remove(documents, number)
  listener_remove(document.listener)
  rpc.Notify('textDocument/didClose', {textDocument: {uri: document.uri}})
enddef

# Closes a document whose language has changed; it is opened with the new one.
export def OnFileType(number: number)
  if has_key(documents, number) && documents[number].languageId !=# LanguageId(number)
    Close(number)
  endif
enddef

# Forgets all documents: the server is gone.
export def Forget()
  for key in keys(documents)
    listener_remove(documents[key].listener)
  endfor
  documents = {}
  projects.Forget()
enddef

export def LanguageId(number: number): string
  const filetype: string = getbufvar(number, '&filetype')
  return filetype == '' ? 'plaintext' : filetype
enddef

# ---------------------------------------------------------------------------
# Changing

# Sends the changes of a buffer that are not sent yet.
export def Flush(number: number)
  listener_flush(number)
  # In rare cases a listener is called in the middle of a command and not at its
  # end (:sort of sorted lines, with other changes pending).
  if has_key(documents, number) && documents[number].lines != LineCount(number)
    SendWhole(number)
  endif
enddef

# Sends the changes of all documents: those in buffers that are not shown are
# still pending.
export def FlushAll()
  for key in keys(documents)
    Flush(str2nr(key))
  endfor
enddef

# Sends a buffer that was read anew: no listener is told of that.
export def OnRead(number: number)
  if has_key(documents, number)
    SendWhole(number)
  endif
enddef

# Puts the changes together into one: lines "first" up to before "oldEnd" are
# now those up to before "newEnd".
#
# Vim tells which lines were changed, in the order of the changes; each is
# counted in the lines as they were when it was made.
def OnLinesChanged(number: number, _start: number, _end: number, _added: number, changes: list<any>)
  try
    if !has_key(documents, number) || empty(changes)
      return
    endif
    var first: number = changes[0].lnum
    var oldEnd: number = changes[0].end
    var newEnd = oldEnd
    for change in changes
      first = min([first, change.lnum])
      if change.end > newEnd
        oldEnd += change.end - newEnd
        newEnd = change.end
      endif
      newEnd += change.added
    endfor
    SendChange(number, first, oldEnd, newEnd)
  catch
    log.AddException()
  endtry
enddef

def SendChange(number: number, first: number, oldEnd: number, newEnd: number)
  final document = documents[number]
  const lines = LineCount(number)
  if document.lines + newEnd - oldEnd != lines || newEnd < first
    # Vim has told something else (deleting all lines leaves one).
    SendWhole(number)
    return
  endif
  const text = newEnd > first ? Text(getbufline(number, first, newEnd - 1)) : ''
  if oldEnd == first + 1 && newEnd == oldEnd
    # Menus take text out and put it back; the server need not know.
    if document.lastLine == first && document.lastText ==# text
      return
    endif
    document.lastLine = first
    document.lastText = text
  else
    document.lastLine = 0
    document.lastText = ''
  endif
  document.lines = lines
  DidChange(document, {
    range: {start: {line: first - 1, character: 0}, end: {line: oldEnd - 1, character: 0}}, text: text,
  })
enddef

def SendWhole(number: number)
  final document = documents[number]
  const lines = getbufline(number, 1, '$')
  document.lines = len(lines)
  document.lastLine = 0
  document.lastText = ''
  DidChange(document, {text: Text(lines)})
enddef

def DidChange(document: dict<any>, change: dict<any>)
  document.version += 1
  rpc.Notify('textDocument/didChange', {
    textDocument: {uri: document.uri, version: document.version}, contentChanges: [change],
  })
enddef

# The text of lines as the server gets it: every line ends in one newline,
# whatever 'fileformat' and 'endofline' are, so that line numbers and columns
# are Vim's.  A NUL (a newline in Vim's memory) and a carriage return inside a
# line would be line breaks to the server; a space is as long as they are.
def Text(lines: list<string>): string
  if empty(lines)
    return ''
  endif
  const text = join(lines, "\n") .. "\n"
  if stridx(text, "\r") < 0 && count(text, "\n") == len(lines)
    return text
  endif
  return lines->mapnew((_, line) => tr(line, "\r\n", '  '))->join("\n") .. "\n"
enddef

def LineCount(number: number): number
  return number == bufnr() ? line('$') : getbufinfo(number)[0].linecount
enddef
