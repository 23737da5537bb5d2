vim9script

# The choice of the buffers that the server is told about.

import './settings.vim'

# True for a buffer that is loaded, listed and normal, and that no setting
# leaves out.
export def IsWanted(number: number): bool
  if !bufloaded(number) || !buflisted(number) || getbufvar(number, '&buftype') != ''
    return false
  endif
  if empty(getbufvar(number, 'catchword_enabled', 1))
    return false
  endif
  const filetype: string = getbufvar(number, '&filetype')
  const wanted: list<string> = settings.Value('filetypes', [])
  if !empty(wanted) && index(wanted, filetype) < 0
    return false
  endif
  return index(settings.Value('excluded_filetypes', []), filetype) < 0
enddef

export def IsTooLarge(number: number): bool
  const bytes = number == bufnr() ? line2byte(line('$') + 1) : getfsize(fnamemodify(bufname(number), ':p'))
  return bytes > settings.Value('maximum_bytes', 50000000)
enddef
