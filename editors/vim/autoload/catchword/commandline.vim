vim9script

# CTRL-X CTRL-O in the command line and in searches: words of the server's.

import './answers.vim'
import './documents.vim'
import './log.vim'
import './position.vim'
import './rpc.vim'
import './server.vim'

# The document as which the server is told of a command line, while it is asked.
const uri = 'untitled:command-line'

# What the keys go through: the command lines, from the one that was typed on,
# each with its cursor, and the index of the present one.
var lines: list<dict<any>> = []
var present = 0

# The command line with the next word in the place of the one before the cursor,
# for CTRL-\ e.  It is left as it is if there is none.
export def Next(): string
  const line = {text: getcmdline(), cursor: getcmdpos()}
  try
    if present == 0 || lines[present] != line
      [lines, present] = [[line] + Found(line), 0]
    endif
    present = (present + 1) % len(lines)
    setcmdpos(lines[present].cursor)
    return lines[present].text
  catch
    log.AddException()
    return line.text
  endtry
enddef

# The command lines with the words that the server has found.
def Found(line: dict<any>): list<dict<any>>
  const before = strpart(line.text, 0, line.cursor - 1)
  if before !~ '\k$' || !server.WaitUntilRunning()
    return []
  endif
  documents.FlushAll()
  const place = {line: 1, column: strlen(before), before: before, sent: position.Length(before)}
  rpc.Notify('textDocument/didOpen', {textDocument: {
    uri: uri, languageId: documents.LanguageId(bufnr()), version: 1, text: line.text,
  }})
  const reply = rpc.Evaluate('textDocument/completion', {
    textDocument: {uri: uri},
    position: {line: 0, character: place.sent},
    context: {triggerKind: 1, sources: ['words', 'workspace', 'lists', 'prediction']},
  })
  rpc.Notify('textDocument/didClose', {textDocument: {uri: uri}})
  return answers.Edits(answers.List(get(reply, 'result', v:null)), place)
    ->filter((_, edit) => edit.text !~ '[[:cntrl:]]')
    ->map((_, edit) => With(edit, line))
enddef

# A command line with the text of an edit in it, and the cursor behind that.
def With(edit: dict<any>, line: dict<any>): dict<any>
  const head = strpart(line.text, 0, edit.start) .. edit.text
  return {text: head .. strpart(line.text, line.cursor - 1), cursor: strlen(head) + 1}
enddef
