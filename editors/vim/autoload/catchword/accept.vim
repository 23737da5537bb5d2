vim9script

# The accepting of an item of a menu.

import './capabilities.vim'
import './documents.vim'
import './items.vim'
import './multiline.vim'
import './rpc.vim'

# Does what follows when a menu has closed with an entry before the cursor.
#
# The server learns from what is accepted, but not from what is typed out.
export def OnCompleteDone(entry: dict<any>, isTypedOut: bool)
  const reference = items.Reference(entry)
  if empty(reference) || !IsBeforeCursor(get(entry, 'word', ''))
    return
  endif
  const item = items.Item(reference)
  const text = items.Text(reference)
  if multiline.HasLines(text)
    multiline.Unfold(get(item, 'label', ''), text)
  endif
  if !isTypedOut
    Tell(item)
  endif
enddef

def IsBeforeCursor(word: string): bool
  const before = strpart(getline('.'), 0, col('.') - 1)
  return word != '' && strpart(before, strlen(before) - strlen(word)) ==# word
enddef

# Tells the server which item was accepted, for it to come earlier next time.
def Tell(item: dict<any>)
  if !capabilities.HasCommand('catchword.accept') || !documents.IsOpen(bufnr()) || !has_key(item, 'data')
    return
  endif
  documents.Flush(bufnr())
  const told = {label: item.label, data: item.data, sortText: get(item, 'sortText', '')}
  rpc.Request('workspace/executeCommand', {command: 'catchword.accept', arguments: [told]}, (_, _) => 0)
enddef
