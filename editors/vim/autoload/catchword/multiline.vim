vim9script

# Texts of several lines.  A menu's word has one line, so the item's name stands
# in the menu, and the text takes its place once it is accepted.

export def HasLines(text: string): bool
  return text =~ '[\n\r]'
enddef

# Puts a text of several lines in the place of its name before the cursor, and
# the cursor behind it.
#
# The server has given the lines the indentation of the first; what they have
# beyond that becomes spaces where the user wants those.
export def Unfold(name: string, text: string)
  const [line, column] = [getline('.'), col('.') - 1]
  if name == '' || strpart(line, column - strlen(name), strlen(name)) !=# name
    return
  endif
  var lines = split(text, '\r\n\|\r\|\n', true)
  const indentation = matchstr(line, '^\s*')
  if &expandtab
    lines = lines[: 0] + mapnew(lines[1 :], (_, below) => WithSpaces(below, indentation))
  endif
  const end = strlen(lines[-1])
  lines[0] = strpart(line, 0, column - strlen(name)) .. lines[0]
  lines[-1] ..= strpart(line, column)
  setline('.', lines[0])
  append('.', lines[1 :])
  cursor(line('.') + len(lines) - 1, end + 1)
enddef

# A line with spaces in place of the tabs behind the indentation.
def WithSpaces(line: string, indentation: string): string
  const kept = stridx(line, indentation) == 0 ? indentation : ''
  const rest = strpart(line, strlen(kept))
  const tabs = matchstr(rest, '^\t*')
  return kept .. repeat(' ', strlen(tabs) * shiftwidth()) .. strpart(rest, strlen(tabs))
enddef
