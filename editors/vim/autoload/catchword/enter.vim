vim9script

# The mapping of <CR> while our menu is there, where the user has not mapped it.
#
# Vim's own <CR> closes a menu and begins no line if a letter has narrowed that
# menu in the same moment: on a slow connection, for example.

import './log.vim'

# The buffer in which it is mapped; 0 for none.
var mapped = 0
# The contents of the menu: start, typed (the text there when the menu was
# made), words.
var made: dict<any> = {}

export def Map(start: number, typed: string, words: list<string>)
  if mapped != bufnr()
    Unmap()
    if maparg('<CR>', 'i') != '' && !IsOurs()
      return
    endif
    mapped = bufnr()
    inoremap <buffer> <expr> <silent> <CR> catchword#enter#Keys()
  endif
  made = {start: start, typed: typed, words: words}
enddef

# Unmaps the key, unless somebody has mapped it meanwhile.  A mapping that is
# left in a buffer that is not the current one does what <CR> does.
export def Unmap()
  if mapped != 0 && mapped == bufnr() && IsOurs()
    iunmap <buffer> <CR>
  endif
  mapped = 0
  made = {}
enddef

def IsOurs(): bool
  return maparg('<CR>', 'i') ==# 'catchword#enter#Keys()'
enddef

# The keys that <CR> stands for.
export def Keys(): string
  try
    return KeysInMenu()
  catch
    log.AddException()
    return "\<CR>"
  endtry
enddef

# Mapped keys expand no abbreviation by themselves.
def KeysInMenu(): string
  const info = complete_info(['pum_visible', 'selected', 'items'])
  if empty(made) || !info.pum_visible
    return "\<C-]>\<CR>"
  endif
  if info.selected < 0
    return "\<C-e>\<C-]>\<CR>"
  endif
  const typed = strpart(getline('.'), made.start, col('.') - 1 - made.start)
  # The word that the user has moved to, or typed.
  if info.items[info.selected].word ==# typed
    return "\<C-y>\<CR>"
  endif
  # Another one has become a whole word since the menu was made.
  const isWhole = typed !=# made.typed && index(made.words, typed) >= 0
  return isWhole ? "\<C-e>\<C-]>\<CR>" : "\<CR>"
enddef
