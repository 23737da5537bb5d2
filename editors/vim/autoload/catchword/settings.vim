vim9script

# The user's settings: variables that begin with "g:catchword_".

# The value of a setting, or the default where the user's is of another type.
export def Value(name: string, default: any): any
  const value = get(g:, 'catchword_' .. name, default)
  return type(value) == type(default) ? value : default
enddef

# True if a setting is on: "1", or what is neither a string nor empty.
export def IsOn(name: string, default: bool): bool
  const value = get(g:, 'catchword_' .. name, default)
  return type(value) == v:t_string ? value ==# '1' : !empty(value)
enddef

# The server's program and its arguments.
export def Command(): list<string>
  const value = get(g:, 'catchword_command', ['catchword'])
  return type(value) == v:t_string ? [value] : value
enddef
