vim9script

# The items of the last answer, and the entries of a menu that are made of them.
#
# An entry refers to its item by its "user_data": {catchword: [generation,
# index]}.

import './answers.vim'
import './multiline.vim'

const kindLetters = {
  2: 'f', 3: 'f', 4: 'f', 5: 'm', 6: 'v', 7: 't', 8: 't', 10: 'm', 12: 'v', 13: 't', 14: 'k', 15: 's', 17: 'f', 19: 'f',
  20: 'm', 21: 'd', 22: 't', 25: 't',
}

# The items that the last entries were made of.
var current: list<dict<any>> = []
# The text of each.
var texts: list<string> = []
# The number of answers that entries were made of.
var generation = 0

# The arguments of complete() for a list of items: the byte index where all of
# them start, and the entries.
export def Entries(list: dict<any>, place: dict<any>, completeopt: string): list<any>
  # The text between is valid even if the line before it is not, so columns
  # are counted back from the cursor.
  const edits = answers.Edits(list, place)
  const first = min([place.column] + mapnew(edits, (_, edit) => edit.start))
  generation += 1
  current = []
  texts = []
  const typed = strpart(place.before, first)
  const hasPopup = stridx(completeopt, 'popup') >= 0
  var entries: list<dict<any>> = []
  for edit in edits
    const lead = strpart(place.before, first, edit.start - first)
    const word = lead .. (multiline.HasLines(edit.text) ? get(edit.item, 'label', '') : edit.text)
    try
      add(entries, Entry(edit.item, word, typed, hasPopup, len(entries)))
      add(current, edit.item)
      add(texts, edit.text)
    catch
    endtry
  endfor
  return [first, entries]
enddef

def Entry(item: dict<any>, word: string, typed: string, hasPopup: bool, index: number): dict<any>
  const source: string = get(answers.WithoutNulls(get(item, 'labelDetails', {})), 'description', '')
  const detail: string = get(item, 'detail', '')
  return {
    word: word,
    abbr: get(item, 'label', word),
    kind: get(kindLetters, get(item, 'kind', 1), ''),
    menu: join(filter([Shortened(detail), source], (_, part) => part != ''), '  '),
    icase: 1,
    # Vim would drop a word that does not begin as typed; the server knows more
    # ways to match, and is asked again at once.
    # A number, not a Boolean, which Vim 9.1 does not take.
    equal: stridx(tolower(word), tolower(typed)) == 0 ? 0 : 1,
    dup: 1,
    # Vim makes a popup only where there is some text; it stays hidden until
    # there is more.
    info: hasPopup ? ' ' : '',
    user_data: {catchword: [generation, index]},
  }
enddef

# At most 40 cells of a text, so that the popup has room beside the menu.
def Shortened(text: string): string
  return strdisplaywidth(text) <= 40 ? text : printf('%.37S', text) .. '...'
enddef

# The reference of an entry to its item; [] if there is none, or the item is not
# of the last answer.
export def Reference(entry: dict<any>): list<number>
  const data = get(entry, 'user_data', {})
  if type(data) != v:t_dict || !has_key(data, 'catchword')
    return []
  endif
  const [made, index] = data.catchword
  return made == generation && index < len(current) ? [made, index] : []
enddef

# The item of a reference.
export def Item(reference: list<number>): dict<any>
  return current[reference[1]]
enddef

# The text of the item of a reference.
export def Text(reference: list<number>): string
  return texts[reference[1]]
enddef

# Puts a resolved item in the place of the one that was resolved, unless there
# was another answer meanwhile.
export def Replace(reference: list<number>, item: dict<any>)
  if reference[0] == generation
    current[reference[1]] = item
  endif
enddef

# True for the entry of a file or a folder.
export def IsPath(entry: dict<any>): bool
  return index([17, 19], get(Item(entry.user_data.catchword), 'kind', 1)) >= 0
enddef
