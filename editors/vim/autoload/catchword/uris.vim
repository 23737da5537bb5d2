vim9script

# The URIs of buffers and files.

export def OfBuffer(number: number): string
  const name = bufname(number)
  if name == ''
    return 'untitled:buffer-' .. number
  elseif name =~ '^\a[a-zA-Z0-9+.-]\+:/'
    return name
  endif
  return OfPath(fnamemodify(name, ':p'))
enddef

export def OfPath(path: string): string
  const slashed = has('win32') ? '/' .. tr(path, '\', '/') : path
  return 'file://' .. substitute(slashed, '[^A-Za-z0-9/._~-]', (match) => PercentEncoded(match[0]), 'g')
enddef

def PercentEncoded(character: string): string
  return range(strlen(character))->map((_, index) => printf('%%%02X', char2nr(strpart(character, index, 1), false)))->join('')
enddef
