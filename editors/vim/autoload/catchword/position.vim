vim9script

# Places in the text: the cursor's in Vim, and their positions for the server.

import './capabilities.vim'
import './documents.vim'

# The place of the cursor: number (of the buffer), line, column (byte index) and
# before (the text before it).  "sent", the column as the server counts it, is
# for the caller to add by Length(), as it takes long in a long line.
export def Here(): dict<any>
  const column = col('.') - 1
  return {number: bufnr(), line: line('.'), column: column, before: strpart(getline('.'), 0, column)}
enddef

# True if the cursor is at a place, behind the same text.
export def IsHere(place: dict<any>): bool
  return !empty(place) && place.number == bufnr() && place.line == line('.') && place.column == col('.') - 1
    && place.before ==# strpart(getline('.'), 0, place.column)
enddef

# The length of a text as the server counts it.
#
# Bytes that are not UTF-8 are sent as the characters of their values.
export def Length(text: string): number
  const encoding = capabilities.Encoding()
  if encoding ==# 'utf-32'
    return strchars(text)
  elseif encoding ==# 'utf-16'
    return str2list(text)->reduce((sum, character) => sum + (character > 0xffff ? 2 : 1), 0)
  endif
  return strlen(text) > 5000 ? strlen(text) : strlen(list2str(str2list(text)))
enddef

# The byte index of a character that the server has counted, before a place in
# the same line.
export def ByteIndex(place: dict<any>, character: number): number
  const length = place.sent - character
  const encoding = capabilities.Encoding()
  if encoding ==# 'utf-32'
    return place.column - strlen(strcharpart(place.before, character))
  elseif encoding ==# 'utf-16'
    return place.column - BytesOf(place.before, length)
  endif
  return place.column - length
enddef

# The parameters of a request about a place.
export def Params(place: dict<any>, context: dict<any>): dict<any>
  return {
    textDocument: {uri: documents.Uri(place.number)},
    position: {line: place.line - 1, character: place.sent},
    context: context,
  }
enddef

# The number of bytes of the last "units" UTF-16 units of a text.
def BytesOf(text: string, units: number): number
  var left = units
  var bytes = 0
  for character in str2list(text)->reverse()
    if left <= 0
      break
    endif
    left -= character > 0xffff ? 2 : 1
    bytes += strlen(nr2char(character))
  endfor
  return bytes
enddef
