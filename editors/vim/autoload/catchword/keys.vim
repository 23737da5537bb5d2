vim9script

# The keys of ghost text: mapped in the buffer for as long as some is shown, so
# that nothing is in the way of what they do otherwise.

const defaults = {line: '<C-l>', word: ['<C-Right>', '<M-Right>'], next: '<C-Down>', dismiss: '<C-]>'}

# The buffer's own mappings by key, each a dictionary as of maparg() or empty.
var mapped: dict<dict<any>> = {}

# Maps the keys in the current buffer, unless they are mapped already.
export def Map()
  if !empty(mapped)
    return
  endif
  for action in keys(defaults)
    for key in KeysFor(action)
      const before = maparg(key, 'i', false, true)
      mapped[key] = get(before, 'buffer', 0) ? before : {}
      # Taken text can be undone by itself.
      const [begin, end] = index(['dismiss', 'next'], action) >= 0 ? ['', ''] : ['<C-g>u', '<C-g>u']
      execute 'inoremap <buffer> <nowait> <silent> ' .. key .. ' ' .. begin
        .. '<Cmd>call catchword#ghost#Do("' .. action .. '")<CR>' .. end
    endfor
  endfor
enddef

# Restores the keys of a buffer, if it is the current one.
export def Unmap(number: number)
  if empty(mapped)
    return
  endif
  const keys = mapped
  mapped = {}
  if bufnr() != number
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

def KeysFor(action: string): list<string>
  const own = get(g:, 'catchword_ghost_text_keys', {})
  const keys = get(type(own) == v:t_dict ? own : {}, action, defaults[action])
  return filter(type(keys) == v:t_list ? copy(keys) : [keys], (_, key) => type(key) == v:t_string && key != '')
enddef
