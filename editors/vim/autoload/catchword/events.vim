vim9script

# The events of Vim that the client follows.  No error may be shown while the
# user types, so each handler logs it instead.

import './accept.vim'
import './buffers.vim'
import './completion.vim'
import './documentation.vim'
import './documents.vim'
import './ghost.vim'
import './log.vim'
import './menu.vim'
import './messages.vim'
import './server.vim'
import './settings.vim'

# The buffer's "b:changedtick" when a menu was closed or Insert mode was
# entered: nothing has been typed since, also if TextChangedI comes.
var untouchedTick = -1

export def OnInsertEnter()
  try
    completion.Unsettle()
    untouchedTick = b:changedtick
    if !menu.IsThere()
      menu.Restore()
    endif
    if !buffers.IsWanted(bufnr())
      return
    endif
    if &l:omnifunc == ''
      &l:omnifunc = 'catchword#OmniFunc'
    endif
    # Later versions of Vim 9.1 have a menu of their own.
    if settings.IsOn('auto', true) && exists('+autocomplete')
      setlocal noautocomplete
    endif
    if server.IsRunning()
      documents.OpenWanted()
      documents.FlushAll()
    elseif settings.IsOn('auto', true)
      server.StartAutomatically()
    endif
  catch
    log.AddException()
  endtry
enddef

def OnTextChanged()
  try
    if b:changedtick == untouchedTick
      return
    endif
    ghost.OnTextChanged()
    completion.Ask()
  catch
    log.AddException()
  endtry
enddef

# Follows a change of the text with a menu: more was typed, or an entry was
# inserted.
def OnTextChangedWithMenu()
  try
    ghost.OnTextChanged()
    const change = menu.OnTextChanged()
    if change == 'taken'
      completion.Cancel()
    elseif change == 'typed'
      completion.Ask()
    endif
  catch
    log.AddException()
  endtry
enddef

def OnSelectionChanged()
  try
    documentation.Forget()
    const entry = v:event.completed_item
    if empty(entry)
      menu.OnSelectNone()
    else
      ghost.Stop()
      documentation.Follow(entry)
    endif
  catch
    log.AddException()
  endtry
enddef

def OnCompleteDone()
  try
    # Another menu takes the place of this one.
    if menu.IsShowing()
      return
    endif
    ghost.AskSoon()
    completion.Cancel()
    documentation.Forget()
    const wasTyped = menu.WasTyped(get(v:completed_item, 'word', ''))
    menu.Forget()
    accept.OnCompleteDone(v:completed_item, wasTyped)
    completion.Settle()
    untouchedTick = b:changedtick
    menu.Restore()
  catch
    log.AddException()
  endtry
enddef

# Ends what goes on in Insert mode.
def OnInsertLeave()
  try
    messages.OnInsertLeave()
    ghost.Stop()
    completion.Cancel()
    documentation.Forget()
    menu.Forget()
    menu.Restore()
  catch
    log.AddException()
  endtry
enddef

def OnCursorMoved()
  try
    ghost.OnCursorMoved()
  catch
    log.AddException()
  endtry
enddef

# Hides ghost text before another window or buffer becomes the current one.
def OnPlaceLeft()
  try
    ghost.Stop()
  catch
    log.AddException()
  endtry
enddef

# Closes the document of a buffer that is unloaded or has got another name.
def OnBufferGone(number: number)
  try
    documents.Close(number)
  catch
    log.AddException()
  endtry
enddef

def OnFileType(number: number)
  try
    documents.OnFileType(number)
  catch
    log.AddException()
  endtry
enddef

def OnRead(number: number)
  try
    documents.OnRead(number)
  catch
    log.AddException()
  endtry
enddef

def OnLeave()
  try
    server.ShutDown(150)
  catch
  endtry
enddef

augroup catchword_client
  autocmd!
  autocmd TextChangedI * OnTextChanged()
  autocmd TextChangedP * OnTextChangedWithMenu()
  autocmd CursorMovedI * OnCursorMoved()
  autocmd BufLeave,WinLeave * OnPlaceLeft()
  autocmd CompleteChanged * OnSelectionChanged()
  autocmd CompleteDone * OnCompleteDone()
  autocmd InsertLeave * OnInsertLeave()
  # CTRL-C leaves Insert mode without InsertLeave.
  autocmd ModeChanged i*:n* OnInsertLeave()
  autocmd BufUnload,BufDelete,BufWipeout,BufFilePost * OnBufferGone(str2nr(expand('<abuf>')))
  autocmd FileType * OnFileType(str2nr(expand('<abuf>')))
  autocmd BufReadPost,FileChangedShellPost * OnRead(str2nr(expand('<abuf>')))
  autocmd VimLeavePre * OnLeave()
augroup END
