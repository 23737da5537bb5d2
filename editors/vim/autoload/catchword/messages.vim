vim9script

# The messages that the user sees: each in one line, and never while typing.

# The texts that were given to SaySoon(), each of which is shown once.
var said: dict<bool> = {}
# The texts to show when Insert mode is left: "-- INSERT --" would be written
# over them.
var unsaid: list<string> = []

# Shows that something is wrong, from a timer and once for each text.
export def SaySoon(text: string)
  if !has_key(said, text)
    said[text] = true
    add(unsaid, text)
    timer_start(0, (_) => SayAll())
  endif
enddef

# Shows what has waited for the end of Insert mode.
export def OnInsertLeave()
  if !empty(unsaid)
    timer_start(0, (_) => SayAll())
  endif
enddef

def SayAll()
  if mode() =~# '^[iR]'
    return
  endif
  const texts = unsaid
  unsaid = []
  for text in texts
    Say(text)
  endfor
enddef

# Shows a text, cut to one line: a message that fills the line would make Vim
# wait for Enter.
export def Say(text: string)
  const remedy = ' (:CatchwordStatus)'
  const room = max([0, v:echospace - strdisplaywidth('catchword: ' .. remedy) - 1])
  # A server may have made it very long: no more is looked at than can be shown.
  var line = strtrans(strcharpart(text, max([0, strchars(text) - room - 1])))
  # The end is kept: it names the problem, and the beginning names a file.
  if strdisplaywidth(line) > room
    while line != '' && strdisplaywidth(line) > room - 3
      line = strcharpart(line, 1)
    endwhile
    line = '...' .. line
  endif
  echohl WarningMsg
  echomsg 'catchword: ' .. line .. remedy
  echohl None
enddef
