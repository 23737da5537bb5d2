vim9script

# JSON-RPC with the server's process, over a channel in "lsp" mode.

import './log.vim'

# The time that Evaluate() waits for a reply, in milliseconds.
const patience = 1000

# The server's process, which may have ended.
var process = null_job

# Starts a process, in place of the one before; false if it does not run then.
#
# "OnMessage" gets the messages that are no replies, and replies that came too
# late.  "OnExit" gets the status of the process when it has ended, unless
# another one has taken its place by then.
export def Start(command: list<string>, OnMessage: func(any), OnExit: func(number)): bool
  # Writing must not block: a server that does not read would stop Vim.
  process = job_start(command, {
    in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', noblock: 1, stoponexit: 'term',
    out_cb: (_, message) => OnMessage(message),
    err_cb: (_, line) => log.Add(line),
    exit_cb: (ended, status) => OnProcessExit(ended, status, OnExit),
  })
  return IsRunning()
enddef

def OnProcessExit(ended: job, status: number, OnExit: func(number))
  if ended == process
    OnExit(status)
  endif
enddef

export def IsRunning(): bool
  return job_status(process) == 'run'
enddef

export def Process(): job
  return process
enddef

# The number of the process; 0 if it does not run.
export def ProcessId(): number
  return IsRunning() ? job_info(process).process : 0
enddef

# Waits for the process to end, and kills it after so many milliseconds.
export def WaitForExit(milliseconds: number)
  const begin = reltime()
  while IsRunning() && reltimefloat(reltime(begin)) * 1000 < milliseconds
    sleep 2m
  endwhile
  if IsRunning()
    Kill()
  endif
enddef

export def Kill()
  job_stop(process, 'kill')
enddef

# Drops the process: its end is not told any more.
export def Drop()
  process = null_job
enddef

export def Notify(method: string, params: any)
  Send(Message(method, params))
enddef

# Sends a request; returns its id, or 0 if it could not be sent.
export def Request(method: string, params: any, Callback: func): number
  return Send(Message(method, params), Callback)
enddef

# Sends a request and waits for the reply, which is empty if there is none.
export def Evaluate(method: string, params: any): dict<any>
  const reply: any = ch_evalexpr(process, Message(method, params), {timeout: patience})
  return type(reply) == v:t_dict ? reply : {}
enddef

# Tells the server that a request of its own is not supported.
export def Refuse(id: any)
  Send({id: id, error: {code: -32601, message: 'Not supported.'}})
enddef

def Message(method: string, params: any): dict<any>
  return params == v:null ? {method: method} : {method: method, params: params}
enddef

# Sends a message; returns its id if a reply is expected, else 0.
def Send(message: dict<any>, Callback: func = null_function): number
  # A server may end at any time.  A failure is not reported: OnExit is called.
  try
    if !IsRunning() || ch_status(process) != 'open'
      return 0
    endif
    if Callback == null_function
      ch_sendexpr(process, message)
      return 0
    endif
    return get(ch_sendexpr(process, message, {callback: Callback}), 'id', 0)
  catch
    log.AddException()
    return 0
  endtry
enddef
