vim9script

# The menu that comes up while typing, made by complete().

import './enter.vim'
import './log.vim'
import './options.vim'
import './settings.vim'

# The menu that is there: number (of the buffer), start (byte index), entries
# (those of the answer), typed (the text behind "start" that it is for),
# prefersFirst (the first entry is selected to begin with), isTaken (the text of
# an entry was inserted), isLeft (the user has moved on from the first entry to
# none).  Empty when there is none.
var menu: dict<any> = {}
# True while complete() runs, which ends the menu before it.
var isShowing = false
# The word that was there already when it was one of the entries, of this menu or
# of the one before it; later lists may leave it out.
var lastWhole = ''

# The value of 'completeopt' while the menu is there.
export def Completeopt(): string
  return settings.Value('completeopt', 'menuone,noselect,popuphidden')
enddef

export def IsThere(): bool
  return !empty(menu)
enddef

# True while a menu takes the place of another one.
export def IsShowing(): bool
  return isShowing
enddef

# ---------------------------------------------------------------------------
# Showing

export def Show(start: number, entries: list<dict<any>>)
  const typed = Typed(start)
  const others = filter(copy(entries), (_, entry) => entry.word !=# typed)
  # Where the first entry is selected, a word that is there already would only
  # swallow <CR>, and another one replace it.
  if len(others) < len(entries) || HasEntry(start, typed)
    lastWhole = typed
  endif
  const isWhole = typed ==# lastWhole
  const prefersFirst = stridx(Completeopt(), 'noselect') < 0
  if prefersFirst && isWhole && empty(others)
    Close()
    return
  endif
  options.Borrow(prefersFirst && isWhole ? substitute(Completeopt(), 'noinsert', 'noselect', '') : Completeopt())
  isShowing = true
  menu = {number: bufnr(), start: start, entries: entries, typed: typed, prefersFirst: prefersFirst && !isWhole}
  enter.Map(start, typed, mapnew(entries, (_, entry) => entry.word))
  try
    complete(start + 1, prefersFirst ? others : entries)
  finally
    isShowing = false
  endtry
enddef

# True if the menu that is there, if any, has a word that begins at "start".
def HasEntry(start: number, word: string): bool
  return !empty(menu) && menu.start == start && !empty(filter(copy(menu.entries), (_, entry) => entry.word ==# word))
enddef

# Shows what is left of a menu that Vim has narrowed; "narrowed" is the menu as
# it was.
#
# In a menu that Vim has narrowed, <CR> only closes the menu.  The server may be
# busy, so its answer is not waited for.
def ShowRest(narrowed: dict<any>)
  try
    if menu isnot narrowed || !pumvisible() || WouldDisturb()
      return
    endif
    const typed = tolower(Typed(menu.start))
    const rest = filter(copy(menu.entries), (_, entry) => entry.equal == 1 || stridx(tolower(entry.word), typed) == 0)
    if empty(rest)
      Close()
    else
      Show(menu.start, rest)
      if !empty(menu)
        menu.entries = narrowed.entries
      endif
    endif
  catch
    log.AddException()
  endtry
enddef

# ---------------------------------------------------------------------------
# Closing

# Closes our menu, and no other.
export def Close()
  if empty(menu) || isShowing
    return
  endif
  # Also where it has narrowed to nothing, and Vim still waits for it to widen.
  if state('a') != '' && mode() ==# 'i' && complete_info(['mode']).mode ==# 'eval' && !IsChoosing()
    isShowing = true
    try
      complete(col('.'), [])
    finally
      isShowing = false
    endtry
  endif
  Forget()
  Restore()
enddef

# Forgets a menu that is closed already.
export def Forget()
  menu = {}
enddef

# Restores the user's options and <CR>.
export def Restore()
  enter.Unmap()
  options.Restore()
enddef

# ---------------------------------------------------------------------------
# Use

# True when a menu would be in the way of what the user is doing.
export def WouldDisturb(): bool
  # In a mapping, in a wait of ours, or after CTRL-V, CTRL-R, CTRL-K.  The
  # completion mode that our menu has left is not in the way.
  if state('mw') != '' || empty(menu) && !pumvisible() && state('S') != '' && !HasEmptyMenu()
    return true
  endif
  if !pumvisible()
    return false
  endif
  # Another completion's menu, or an entry of ours that the user has moved to.
  return empty(menu) || complete_info(['mode']).mode !=# 'eval' || IsChoosing()
enddef

# True in the completion mode that a menu of ours leaves until the next key.
def HasEmptyMenu(): bool
  if state('a') == ''
    return false
  endif
  const info = complete_info(['mode', 'items'])
  return info.mode ==# 'eval' && empty(info.items)
enddef

# True when the user has moved to an entry of our menu.
def IsChoosing(): bool
  const selected = complete_info(['selected']).selected
  if selected < 0
    return IsLeft()
  endif
  # With "noinsert" the first entry is selected to begin with.
  const begins = get(menu, 'prefersFirst', false) ? 0 : -1
  return selected != begins || get(menu, 'isTaken', false)
enddef

# True when the first entry was selected to begin with, and the user has moved
# on to none.
def IsLeft(): bool
  return get(menu, 'isLeft', false) && Typed(menu.start) ==# menu.typed
enddef

# Notes that no entry is selected any more.
export def OnSelectNone()
  if !isShowing && get(menu, 'prefersFirst', false)
    menu.isLeft = true
  endif
enddef

# Follows a change of the text with the menu: 'taken' if an entry was inserted,
# 'typed' if the user types on, and '' where nothing is to be done.
export def OnTextChanged(): string
  if empty(menu) || complete_info(['mode']).mode !=# 'eval'
    return ''
  endif
  if complete_info(['selected']).selected >= 0 && IsEntryInserted() && !IsTypedOut()
    menu.isTaken = true
    return 'taken'
  endif
  menu.isTaken = false
  if IsLeft()
    return ''
  endif
  menu.isLeft = false
  menu.typed = Typed(menu.start)
  const narrowed = menu
  # Not here: complete() does not work well within TextChangedP.
  timer_start(0, (_) => ShowRest(narrowed))
  return 'typed'
enddef

# True when the text at the cursor is that of the selected entry.
def IsEntryInserted(): bool
  const info = complete_info(['selected', 'items'])
  const word: string = info.items[info.selected].word
  return Typed(menu.start) ==# word
enddef

# True when the first entry, which is selected to begin with, was reached by one
# more letter.
def IsTypedOut(): bool
  const typed = Typed(menu.start)
  return menu.prefersFirst && complete_info(['selected']).selected == 0
    && stridx(typed, menu.typed) == 0 && strchars(typed) == strchars(menu.typed) + 1
enddef

# True if a word is what the user has typed, and was not inserted by the menu.
export def WasTyped(word: string): bool
  return get(menu, 'typed', '') ==# word && !get(menu, 'isTaken', false)
enddef

# The text from a byte index up to the cursor.
def Typed(start: number): string
  return strpart(getline('.'), start, col('.') - 1 - start)
enddef
