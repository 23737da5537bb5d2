vim9script

# <CR> while our menu is there: mapped meanwhile, where the user has not mapped
# it.
#
# Vim itself closes a menu with it and begins no line when a letter has narrowed
# that menu and <CR> came in the same moment: a slow connection, typed ahead.

# The buffer in which it is mapped; 0 for none.
var mapped = 0
# What the menu is made of: start, typed (what stood there then), words.
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

# Gives the key back, unless somebody has mapped it meanwhile.  What is left in a
# buffer that is not the current one does what <CR> does.
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

# What it does.
export def Keys(): string
  try
    return KeysInMenu()
  catch
    catchword#Note(v:exception .. ' in ' .. v:throwpoint)
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
