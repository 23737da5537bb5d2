vim9script

# The log, whose end :CatchwordStatus shows: the server's messages and the
# client's exceptions.

# The number of lines that are kept.
const maximumLines = 200

var lines: list<string> = []

export def Add(text: string)
  add(lines, strftime('%H:%M:%S ') .. text)
  if len(lines) > maximumLines
    remove(lines, 0)
  endif
enddef

# Adds the exception that is being handled.
export def AddException()
  Add(v:exception .. ' in ' .. v:throwpoint)
enddef

export def Lines(): list<string>
  return copy(lines)
enddef
