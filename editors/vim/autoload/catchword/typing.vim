vim9script

# Tells whether the user is typing text.

import './buffers.vim'

# True when the user is typing text, so that what is offered is welcome.
export def IsGoingOn(): bool
  # 'i' is plain Insert mode, 'ic' with a menu; not Replace, not CTRL-X.
  return index(['i', 'ic'], mode(1)) >= 0 && !&paste && reg_recording() == '' && reg_executing() == ''
    && getcmdwintype() == '' && buffers.IsWanted(bufnr())
enddef
