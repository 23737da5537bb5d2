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
  made = {start: start, typed: typed, words: words}
  if mapped == bufnr()
    return
  endif
  Unmap()
  if maparg('<CR>', 'i') != ''
    return
  endif
  made = {start: start, typed: typed, words: words}
  mapped = bufnr()
  inoremap <buffer> <expr> <silent> <CR> catchword#enter#Keys()
enddef

# Gives the key back.
export def Unmap()
  if mapped != 0 && mapped == bufnr()
    silent! iunmap <buffer> <CR>
  endif
  mapped = 0
  made = {}
enddef

# What it does.  Mapped keys expand no abbreviation by themselves.
export def Keys(): string
  const info = complete_info(['pum_visible', 'selected', 'items'])
  if empty(made) || !info.pum_visible
    return "\<C-]>\<CR>"
  endif
  const typed = strpart(getline('.'), made.start, col('.') - 1 - made.start)
  if info.selected < 0
    return "\<C-e>\<C-]>\<CR>"
  endif
  # The word that the user has moved to, or typed.
  if info.items[info.selected].word ==# typed
    return "\<C-y>\<CR>"
  endif
  # Another one has become a whole word since the menu was made.
  if typed !=# made.typed && index(made.words, typed) >= 0
    return "\<C-e>\<C-]>\<CR>"
  endif
  return "\<CR>"
enddef
