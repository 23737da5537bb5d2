vim9script

# The options that a menu needs: set while it is there, and then restored.

# The number of rows of a menu, where the user has set none.
const maximumRows = 10
# Beside the menu and without a border, so that the line that is being written
# stays in sight.
const documentationPopup = 'align:menu,border:off'

# The user's options while our menu is there: number (of the buffer),
# completeopt, shortmess.
var saved: dict<any> = {}
# The options of BorrowLooks() that are changed.
var changed: list<string> = []

# Sets the options of a menu that comes up while typing.
export def Borrow(completeopt: string)
  BorrowLooks()
  const ignored = &eventignore
  set eventignore=all
  try
    if empty(saved)
      saved = {number: bufnr(), completeopt: &l:completeopt, shortmess: &shortmess}
      # No "match 1 of 2" at every key.
      set shortmess+=c
    endif
    &l:completeopt = completeopt
  finally
    &eventignore = ignored
  endtry
enddef

# Sets the options of a menu's looks that the user has not set.
export def BorrowLooks()
  const ignored = &eventignore
  set eventignore=all
  try
    if &pumheight == 0
      &pumheight = maximumRows
      add(changed, 'pumheight')
    endif
    if &completepopup == ''
      &completepopup = documentationPopup
      add(changed, 'completepopup')
    endif
  finally
    &eventignore = ignored
  endtry
enddef

# Restores the values of the user.
export def Restore()
  const ignored = &eventignore
  set eventignore=all
  try
    # Unless somebody has set them meanwhile.
    if index(changed, 'pumheight') >= 0 && &pumheight == maximumRows
      &pumheight = 0
    endif
    if index(changed, 'completepopup') >= 0 && &completepopup ==# documentationPopup
      &completepopup = ''
    endif
    changed = []
    if empty(saved)
      return
    endif
    const theirs = saved
    saved = {}
    if bufnr() == theirs.number
      &l:completeopt = theirs.completeopt
    elseif bufexists(theirs.number)
      setbufvar(theirs.number, '&completeopt', theirs.completeopt)
    endif
    &shortmess = theirs.shortmess
  finally
    &eventignore = ignored
  endtry
enddef
