vim9script

# Ghost text: what may come after the cursor, shown dimmed there until it is
# taken or something else is typed.

import './completion.vim'
import './inline_completion.vim'
import './keys.vim'
import './log.vim'
import './settings.vim'
import './typing.vim'

# Virtual text came with 9.0.0067, and was drawn where it belongs soon after.
const isPossible = has('textprop') && has('patch-9.0.0185')
# The time without typing after which the server is asked, in milliseconds.
const pause = 50
# The limits of what is shown.
const maximumLines = 20
const maximumBytes = 4000

const propertyType = 'CatchwordGhostText'

# The text that is shown: number (of the buffer), line, before and after (the
# text around the cursor when it was asked for), text, rest (the part of it that
# is still to come), drawn (the number of text properties), isByHand (the text,
# or what it is the rest of, was asked for by hand), texts (those that were asked
# for at that place, "text" among them).
var shown: dict<any> = {}
# The request whose answer is awaited; one by hand has presses (how often the key
# for another text has been pressed).
var request: dict<any> = {}
var timer = 0

def IsOn(): bool
  return isPossible && settings.IsOn('ghost_text', true)
enddef

# ---------------------------------------------------------------------------
# Asking

# Follows a change of the text at the cursor: shows what still agrees, and asks
# soon.
export def OnTextChanged()
  OnCursorMoved()
  AskSoon()
enddef

# Hides what no longer agrees with the text at the cursor, which has moved.
export def OnCursorMoved()
  if !empty(shown) && !Follow()
    Hide()
  endif
enddef

# Asks when nothing has been typed for a moment; not while a text that was asked
# for by hand agrees with what is typed: the user has chosen it.
export def AskSoon()
  Forget()
  if get(shown, 'isByHand', false) && Follow()
    return
  endif
  if IsOn() && typing.IsGoingOn()
    timer = timer_start(pause, (_) => Ask())
  endif
enddef

def Ask()
  timer = 0
  try
    if IsWelcome()
      request = inline_completion.Ask(false, OnAnswer)
    endif
  catch
    log.AddException()
  endtry
enddef

def IsWelcome(): bool
  # Not halfway in a mapping, and not beside a menu's item that says otherwise.
  return IsOn() && typing.IsGoingOn() && state('m') == ''
    && !(pumvisible() && complete_info(['selected']).selected >= 0)
enddef

def OnAnswer(asked: dict<any>, texts: list<string>)
  if request isnot asked
    return
  endif
  request = {}
  # The text that is shown still agrees, or it would be hidden: it stays until
  # there is something better.
  if !empty(texts) && IsShort(texts[0]) && IsWelcome()
    ShowAt(asked, texts[0], [])
  endif
enddef

# Shows the text that the key was pressed for: each press is one text further.
def OnOthers(asked: dict<any>, all: list<string>)
  if request isnot asked
    return
  endif
  request = {}
  const texts = filter(copy(all), (_, text) => IsShort(text))
  if !empty(texts) && IsWelcome()
    const present = empty(shown) ? -1 : index(texts, shown.rest)
    ShowAt(asked, texts[(present + asked.presses) % len(texts)], texts)
  endif
enddef

def IsShort(text: string): bool
  return strlen(text) <= maximumBytes && count(text, "\n") < maximumLines
enddef

def ShowAt(asked: dict<any>, text: string, texts: list<string>)
  const after = strpart(getline('.'), asked.column)
  Show({
    number: asked.number, line: asked.line, before: asked.before, after: after, text: text, rest: text,
    isByHand: !empty(texts), texts: texts,
  })
enddef

# Cancels what is asked or about to be asked.
def Forget()
  if timer != 0
    timer_stop(timer)
    timer = 0
  endif
  if !empty(request)
    inline_completion.Cancel(request)
    request = {}
  endif
enddef

# Hides what is shown and asks for nothing more.
export def Stop()
  Forget()
  Hide()
enddef

# ---------------------------------------------------------------------------
# Showing

def Show(what: dict<any>)
  if !empty(shown) && shown.number == what.number && shown.line == what.line && shown.rest ==# what.rest
      && !empty(prop_list(what.line, {types: [propertyType]}))
    shown = what
    return
  endif
  Erase()
  shown = what
  Draw()
  keys.Map()
enddef

# Reduces what is shown to what is left of it after typing; false if nothing is
# left, or something else was typed.
def Follow(): bool
  if bufnr() != shown.number || line('.') != shown.line
    return false
  endif
  const column = col('.') - 1
  const text = getline('.')
  const begin = strlen(shown.before)
  if column < begin || strpart(text, column) !=# shown.after || strpart(text, 0, begin) !=# shown.before
    return false
  endif
  const typed = strpart(text, begin, column - begin)
  if typed ==# shown.text || strpart(shown.text, 0, strlen(typed)) !=# typed
    return false
  endif
  const rest = strpart(shown.text, strlen(typed))
  if rest !=# shown.rest
    shown.rest = rest
    Erase()
    Draw()
  endif
  return true
enddef

def Draw()
  if empty(prop_type_get(propertyType))
    prop_type_add(propertyType, {highlight: 'CatchwordGhostText', priority: 100})
  endif
  const lines = split(shown.rest, "\n", 1)
  const first = Visible(lines[0], virtcol([shown.line, col('.')]) - 1)
  if first != ''
    prop_add(shown.line, col('.'), {type: propertyType, text: first})
  endif
  shown.drawn = (first == '' ? 0 : 1) + len(lines) - 1
  for line in lines[1 :]
    const text = Visible(line, 0)
    prop_add(shown.line, 0, {type: propertyType, text: text == '' ? ' ' : text, text_align: 'below', text_wrap: 'truncate'})
  endfor
enddef

# A text as it will look when it is there: tabs are spaces.
def Visible(text: string, column: number): string
  if text !~ '[[:cntrl:]]'
    return text
  endif
  var visible = ''
  for part in split(text, '\t\zs')
    const plain = strtrans(trim(part, "\t", 2))
    const begin = column + strdisplaywidth(visible)
    const gap = part[-1] == "\t" ? strdisplaywidth(plain .. "\t", begin) - strdisplaywidth(plain, begin) : 0
    visible ..= plain .. repeat(' ', gap)
  endfor
  return visible
enddef

def Erase()
  if empty(shown) || !bufexists(shown.number) || empty(prop_type_get(propertyType))
    return
  endif
  const ours = {type: propertyType, bufnr: shown.number, all: true}
  # Without a line Vim goes through all lines, of which there may be a million.
  if shown.number == bufnr() && shown.line <= line('$') && prop_remove(ours, shown.line) >= get(shown, 'drawn', 0)
    return
  endif
  prop_remove(ours)
enddef

def Hide()
  if empty(shown)
    return
  endif
  Erase()
  keys.Unmap(shown.number)
  shown = {}
enddef

# ---------------------------------------------------------------------------
# Taking

# Does what a key is for: 'line' takes all that is shown, 'word' its next word,
# 'next' shows another text in its place, 'dismiss' hides it.
export def Do(action: string)
  try
    if empty(shown) || !Follow()
      Hide()
    elseif action == 'dismiss'
      Stop()
    elseif action == 'next'
      ShowNext()
    else
      Take(action == 'word' ? NextWord(shown.rest) : shown.rest)
    endif
  catch
    log.AddException()
  endtry
enddef

# Shows the next of the texts that were asked for by hand, or asks for them.
def ShowNext()
  if shown.rest ==# shown.text && len(get(shown, 'texts', [])) > 1
    const next = (index(shown.texts, shown.text) + 1) % len(shown.texts)
    Show(extend({text: shown.texts[next], rest: shown.texts[next]}, shown, 'keep'))
  elseif has_key(request, 'presses')
    request.presses += 1
  else
    Forget()
    request = inline_completion.Ask(true, OnOthers)
    if !empty(request)
      request.presses = 1
    endif
  endif
enddef

# The white space and the marks before a word, and the word.
def NextWord(text: string): string
  const word = matchstr(text, '^\_s*\%(\k\@!\S\)*\k*')
  return word == '' ? text : word
enddef

# Puts text at the cursor, as it is: no indenting, no abbreviations.
def Take(text: string)
  const taken = shown
  Erase()
  const lines = split(text, "\n", 1)
  const before = strpart(getline('.'), 0, col('.') - 1)
  const after = strpart(getline('.'), col('.') - 1)
  const last = taken.line + len(lines) - 1
  if len(lines) == 1
    setline(taken.line, before .. text .. after)
    cursor(last, strlen(before .. text) + 1)
  else
    append(taken.line, lines[1 : -2] + [lines[-1] .. after])
    setline(taken.line, before .. lines[0])
    cursor(last, strlen(lines[-1]) + 1)
  endif
  completion.Settle()
  const rest = strpart(taken.rest, strlen(text))
  if rest == ''
    Hide()
    return
  endif
  shown = {
    number: taken.number, line: last, before: strpart(getline('.'), 0, col('.') - 1), after: after, text: rest, rest: rest,
    isByHand: get(taken, 'isByHand', false),
  }
  Draw()
enddef

# ---------------------------------------------------------------------------
# Looks

def DefineHighlight()
  if has('gui_running') || &termguicolors || str2nr(&t_Co) >= 256
    highlight default CatchwordGhostText ctermfg=244 guifg=#808080
  else
    highlight default link CatchwordGhostText Comment
  endif
enddef

DefineHighlight()

augroup catchword_ghost
  autocmd!
  autocmd ColorScheme * DefineHighlight()
augroup END
