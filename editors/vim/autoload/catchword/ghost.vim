vim9script

# Ghost text: what may come after the cursor, shown dimmed there until it is
# taken or something else is typed.  The client calls what is exported, within
# try; this file asks by the client's functions.
#
# Keys are mapped in the buffer for as long as something is shown, and only
# then, so that nothing is in the way of what they do otherwise.

# Virtual text came with 9.0.0067, and was drawn where it belongs soon after.
const isPossible = has('textprop') && has('patch-9.0.0185')
# How long nothing must have been typed before the server is asked, in
# milliseconds.
const pause = 50
# More than this is not shown.
const maximumLines = 20
const maximumBytes = 4000

const propertyType = 'CatchwordGhostText'
const defaultKeys = {line: '<C-l>', word: ['<C-Right>', '<M-Right>'], dismiss: '<C-]>'}

# What is shown: number (of the buffer), line, before and after (the text around
# the cursor when it was asked for), text, rest (what of it is still to come).
var shown: dict<any> = {}
# The question whose answer is awaited.
var question: dict<any> = {}
var timer = 0
# What the keys did before: {key: a dictionary as of maparg(), or empty}.
var mapped: dict<dict<any>> = {}

def IsOn(): bool
  const value = get(g:, 'catchword_ghost_text', true)
  return isPossible && (type(value) == v:t_string ? value ==# '1' : !empty(value))
enddef

# ---------------------------------------------------------------------------
# Asking

# The text at the cursor has changed: shows what still agrees, and asks soon.
export def OnTextChanged()
  OnCursorMoved()
  AskSoon()
enddef

# The cursor has moved, maybe because something was typed.
export def OnCursorMoved()
  if !empty(shown) && !Follow()
    Hide()
  endif
enddef

# Asks when nothing has been typed for a moment.
export def AskSoon()
  Forget()
  if IsOn() && catchword#IsTypingFreely()
    timer = timer_start(pause, (_) => Ask())
  endif
enddef

def Ask()
  timer = 0
  try
    if IsWelcome()
      question = catchword#AskForContinuation(OnAnswer)
    endif
  catch
    catchword#Note(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def IsWelcome(): bool
  # Not halfway in a mapping, and not beside a menu's item that says otherwise.
  return IsOn() && catchword#IsTypingFreely() && state('m') == ''
    && !(pumvisible() && complete_info(['selected']).selected >= 0)
enddef

def OnAnswer(asked: dict<any>, text: string)
  if question isnot asked
    return
  endif
  question = {}
  # What is shown still agrees, or it would be hidden: it stays until there is
  # something better.
  if text == '' || strlen(text) > maximumBytes || count(text, "\n") >= maximumLines || !IsWelcome()
    return
  endif
  const after = strpart(getline('.'), asked.column)
  Show({number: asked.number, line: asked.line, before: asked.before, after: after, text: text, rest: text})
enddef

# Gives up what is asked or about to be asked.
def Forget()
  if timer != 0
    timer_stop(timer)
    timer = 0
  endif
  if !empty(question)
    catchword#CancelQuestion(question)
    question = {}
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
  MapKeys()
enddef

# Takes what is shown for what is left of it after typing; false if that is
# nothing, or something else was typed.
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

# Text as it will look when it is there: tabs are spaces.
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
  # Without a line Vim goes through all of them, of which there may be a million.
  if shown.number == bufnr() && shown.line <= line('$') && prop_remove(ours, shown.line) >= get(shown, 'drawn', 0)
    return
  endif
  prop_remove(ours)
enddef

export def Hide()
  if empty(shown)
    return
  endif
  Erase()
  UnmapKeys()
  shown = {}
enddef

# ---------------------------------------------------------------------------
# Keys

def KeysFor(action: string): list<string>
  const own = get(g:, 'catchword_ghost_text_keys', {})
  const keys = get(type(own) == v:t_dict ? own : {}, action, defaultKeys[action])
  return filter(type(keys) == v:t_list ? copy(keys) : [keys], (_, key) => type(key) == v:t_string && key != '')
enddef

def MapKeys()
  if !empty(mapped)
    return
  endif
  for action in keys(defaultKeys)
    for key in KeysFor(action)
      const before = maparg(key, 'i', false, true)
      mapped[key] = get(before, 'buffer', 0) ? before : {}
      # Taken text can be undone by itself.
      const [begin, end] = action == 'dismiss' ? ['', ''] : ['<C-g>u', '<C-g>u']
      execute 'inoremap <buffer> <nowait> <silent> ' .. key .. ' ' .. begin
        .. '<Cmd>call catchword#ghost#Do("' .. action .. '")<CR>' .. end
    endfor
  endfor
enddef

def UnmapKeys()
  if empty(mapped)
    return
  endif
  const keys = mapped
  mapped = {}
  if bufnr() != shown.number
    return
  endif
  for [key, before] in items(keys)
    # Unless somebody has mapped it meanwhile.
    if maparg(key, 'i') !~# 'catchword#ghost#Do('
      continue
    endif
    execute 'silent! iunmap <buffer> ' .. key
    if !empty(before)
      mapset('i', false, before)
    endif
  endfor
enddef

# What a key does: 'line' takes all that is shown, 'word' its next word.
export def Do(action: string)
  try
    if empty(shown) || !Follow()
      Hide()
    elseif action == 'dismiss'
      Stop()
    else
      Take(action == 'word' ? NextWord(shown.rest) : shown.rest)
    endif
  catch
    catchword#Note(v:exception .. ' in ' .. v:throwpoint)
  endtry
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
  catchword#Settle()
  const rest = strpart(taken.rest, strlen(text))
  if rest == ''
    Hide()
    return
  endif
  shown = {number: taken.number, line: last, before: strpart(getline('.'), 0, col('.') - 1), after: after, text: rest, rest: rest}
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
