vim9script

# The life of the server, from the start through restarts to the end.

import './capabilities.vim'
import './log.vim'
import './messages.vim'
import './rpc.vim'
import './settings.vim'

# The number of times that a server that ends by itself is started again.
const maximumRestarts = 4
# The lifetime, in seconds, after which the count of restarts begins anew.
const longLife = 60.0
# The time that a server has to answer "initialize", in milliseconds.
const initializePatience = 20000
# The time that WaitUntilRunning() waits, in milliseconds.
const waitPatience = 5000

# 'stopped', 'starting', 'running', 'waiting' (for a restart) or 'failed'.
var phase = 'stopped'
# The reason why it has failed, or ''.
var problem = ''
var startTime = reltime()
var restarts = 0
var restartTimer = 0
# True after :CatchwordStop: the server is not started again unless asked for.
var wasStopped = false

# The functions that Observe() was given.
var OnRunning: func()
var OnMessage: func(any)
var OnEnd: func()

# Sets the functions to call when the server is initialized, with each message
# of its own, and when it is gone.
export def Observe(Running: func(), Message: func(any), End: func())
  OnRunning = Running
  OnMessage = Message
  OnEnd = End
enddef

export def Phase(): string
  return phase
enddef

export def Problem(): string
  return problem
enddef

export def Restarts(): number
  return restarts
enddef

export def IsRunning(): bool
  return phase == 'running'
enddef

# Starts the server for the first time; one that the user has stopped stays
# stopped.
export def StartAutomatically()
  if phase == 'stopped' && !wasStopped
    Start()
  endif
enddef

# Starts a server that is stopped, and waits for it; false if it does not run
# in time, or before a key is typed if "isHasty".
export def WaitUntilRunning(isHasty = false): bool
  if phase == 'stopped'
    wasStopped = false
    Start()
  endif
  const begin = reltime()
  while phase == 'starting' && reltimefloat(reltime(begin)) * 1000 < waitPatience && !(isHasty && getchar(1) != 0)
    sleep 5m
  endwhile
  return phase == 'running'
enddef

# Stops the server until the user asks for it again.
export def Stop()
  wasStopped = true
  try
    ShutDown(200)
    OnEnd()
  catch
    log.AddException()
  endtry
enddef

export def Restart()
  Stop()
  wasStopped = false
  restarts = 0
  rpc.Drop()
  StartOrFail()
enddef

# Shuts the server down, and kills it if it has not ended after so many
# milliseconds.
export def ShutDown(milliseconds: number)
  if restartTimer != 0
    timer_stop(restartTimer)
    restartTimer = 0
  endif
  phase = 'stopped'
  if !rpc.IsRunning()
    return
  endif
  rpc.Request('shutdown', v:null, (_, _) => 0)
  rpc.Notify('exit', v:null)
  rpc.WaitForExit(milliseconds)
enddef

def StartOrFail()
  try
    Start()
  catch
    Fail(v:exception)
  endtry
enddef

def Start()
  if phase == 'starting' || phase == 'running'
    return
  endif
  const command = settings.Command()
  if empty(command) || executable(command[0]) != 1
    Fail('There is no program "' .. get(command, 0, '') .. '"; set g:catchword_command.')
    return
  endif
  phase = 'starting'
  problem = ''
  startTime = reltime()
  if !rpc.Start(command, OnMessage, OnExit)
    Fail('"' .. command[0] .. '" could not be started.')
    return
  endif
  rpc.Request('initialize', capabilities.InitializeParams(), OnInitialized)
  const started = rpc.Process()
  timer_start(initializePatience, (_) => GiveUp(started))
enddef

def Fail(text: string)
  phase = 'failed'
  problem = text
  log.Add(text)
  messages.SaySoon(text)
enddef

# Ends a server that has not answered "initialize", and starts no other: it is
# most likely a program that speaks something else.
def GiveUp(started: job)
  if started == rpc.Process() && phase == 'starting'
    rpc.Kill()
    Fail('The program has not answered for ' .. initializePatience / 1000 .. ' seconds.')
  endif
enddef

def OnInitialized(_: channel, reply: dict<any>)
  try
    if phase != 'starting' || !has_key(reply, 'result')
      return
    endif
    capabilities.Take(reply.result)
    phase = 'running'
    rpc.Notify('initialized', {})
    OnRunning()
  catch
    log.AddException()
  endtry
enddef

def OnExit(status: number)
  log.Add('The server has ended with status ' .. status .. '.')
  OnEnd()
  if phase == 'stopped' || phase == 'failed'
    return
  endif
  if reltimefloat(reltime(startTime)) > longLife
    restarts = 0
  endif
  if restarts >= maximumRestarts
    Fail('The server has ended ' .. (restarts + 1) .. ' times; the last status was ' .. status .. '.')
    return
  endif
  phase = 'waiting'
  # 0.25 s, then 0.5 s, 1 s, 2 s.
  restartTimer = timer_start(250 * float2nr(pow(2, restarts)), (_) => StartAgain())
  restarts += 1
enddef

def StartAgain()
  restartTimer = 0
  if phase == 'waiting'
    StartOrFail()
  endif
enddef
