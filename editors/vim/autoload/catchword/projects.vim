vim9script

# The projects that buffers are in, as workspace folders: the server reads their
# files.

import './rpc.vim'
import './uris.vim'

# The projects that the server knows, by path.
var known: dict<bool> = {}

# Tells the server of the project that a buffer is in.
export def Open(number: number)
  const folder = Folder(number)
  if folder == '' || has_key(known, folder)
    return
  endif
  known[folder] = true
  const added = [{uri: uris.OfPath(folder), name: fnamemodify(folder, ':t')}]
  rpc.Notify('workspace/didChangeWorkspaceFolders', {event: {added: added, removed: []}})
enddef

# Forgets all projects: the server is gone.
export def Forget()
  known = {}
enddef

# The nearest folder above a buffer's file that has a repository or settings of
# Catchword; '' when there is none.
def Folder(number: number): string
  if uris.OfBuffer(number) !~ '^file:'
    return ''
  endif
  var folder = fnamemodify(bufname(number), ':p:h')
  for _ in range(64)
    for mark in ['.git', '.catchword.json']
      if !empty(getftype(folder .. '/' .. mark))
        return folder
      endif
    endfor
    const above = fnamemodify(folder, ':h')
    if above ==# folder
      break
    endif
    folder = above
  endfor
  return ''
enddef
