vim9script

# The values of LSP in a server's answers, in one form: servers may leave out
# much, and write some of it in several ways.

import './position.vim'

# A list of items.  A bare array is a list that is complete.
export def List(result: any): dict<any>
  if type(result) == v:t_list
    return {isIncomplete: false, items: result}
  endif
  return type(result) == v:t_dict ? result : {isIncomplete: true, items: []}
enddef

# A value without what is null in it: some servers send that for what they leave
# out.
export def WithoutNulls(value: dict<any>): dict<any>
  return filter(copy(value), (_, member) => type(member) != v:t_none)
enddef

# The edits of a list's items at a place, as Edit() has them.  An item that is
# not valid, or not for this place, is left out; the others stay.
export def Edits(list: dict<any>, place: dict<any>): list<dict<any>>
  const default = get(get(WithoutNulls(list), 'itemDefaults', {}), 'editRange', {})
  var edits: list<dict<any>> = []
  for item in get(list, 'items', [])
    try
      const edit = Edit(WithoutNulls(item), default, place)
      if edit.start >= 0 && edit.text != ''
        add(edits, edit)
      endif
    catch
    endtry
  endfor
  return edits
enddef

# The edit of an item at a place: item, text, and start (the byte index where
# the text goes, or -1 if that is not before the cursor in its line).  "default"
# is the range for an item without one.
export def Edit(item: dict<any>, default: dict<any>, place: dict<any>): dict<any>
  const own = get(item, 'textEdit', {})
  var text: string = get(own, 'newText', get(item, 'textEditText', get(item, 'insertText', get(item, 'label', ''))))
  const range = get(own, 'range', get(default, 'insert', default))
  if empty(range)
    return {item: item, text: text, start: place.column - strlen(matchstr(place.before, '\k*$'))}
  endif
  if range.start.line != place.line - 1 || range.start.character > place.sent
    return {item: item, text: text, start: -1}
  endif
  return {item: item, text: text, start: position.ByteIndex(place, range.start.character)}
enddef
