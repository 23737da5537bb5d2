vim9script

# The documentation of the item that is selected, in the popup beside the menu.

import './answers.vim'
import './items.vim'
import './log.vim'
import './rpc.vim'

# The reference of the item whose documentation is awaited.
var awaited: list<number> = []

# Shows the documentation of the entry that is selected now.
export def Follow(entry: dict<any>)
  Forget()
  const reference = items.Reference(entry)
  if empty(reference) || stridx(&completeopt, 'popup') < 0
    return
  endif
  const item = items.Item(reference)
  awaited = reference
  if has_key(item, 'documentation')
    # The popup is there once this event is over.
    timer_start(0, (_) => Show(reference, item))
  elseif has_key(item, 'data')
    rpc.Request('completionItem/resolve', item, (_, reply) => OnResolved(reference, reply))
  endif
enddef

# Shows nothing that is awaited.
export def Forget()
  awaited = []
enddef

def OnResolved(reference: list<number>, reply: dict<any>)
  try
    if has_key(reply, 'result') && type(reply.result) == v:t_dict
      const item = answers.WithoutNulls(reply.result)
      items.Replace(reference, item)
      Show(reference, item)
    endif
  catch
    log.AddException()
  endtry
enddef

def Show(reference: list<number>, item: dict<any>)
  try
    if awaited isnot reference || !pumvisible()
      return
    endif
    const documentation = get(item, 'documentation', '')
    const text: string = type(documentation) == v:t_dict ? get(documentation, 'value', '') : documentation
    const popup = popup_findinfo()
    if popup == 0 || text =~ '^\_s*$'
      return
    endif
    popup_settext(popup, split(text, '\r\=\n', 1))
    popup_show(popup)
  catch
    log.AddException()
  endtry
enddef
