vim9script

# The client: one server for all buffers, spoken to over a channel in "lsp"
# mode.  Nothing in here may ever show an error while the user types, so what
# Vim calls (autocommands, callbacks) is wrapped in try, and what goes wrong is
# noted for :CatchwordStatus.

# ---------------------------------------------------------------------------
# Settings

def Setting(name: string, default: any): any
  const value = get(g:, 'catchword_' .. name, default)
  return type(value) == type(default) ? value : default
enddef

def Command(): list<string>
  const value = get(g:, 'catchword_command', ['catchword'])
  return type(value) == v:t_string ? [value] : value
enddef

def IsOn(name: string, default: bool): bool
  const value = get(g:, 'catchword_' .. name, default)
  return type(value) == v:t_string ? value ==# '1' : !empty(value)
enddef

# True for the buffers that the server is told about: loaded, listed, normal.
def IsWanted(number: number): bool
  if !bufloaded(number) || !buflisted(number) || getbufvar(number, '&buftype') != ''
    return false
  endif
  if empty(getbufvar(number, 'catchword_enabled', 1))
    return false
  endif
  const filetype: string = getbufvar(number, '&filetype')
  const wanted: list<string> = Setting('filetypes', [])
  if !empty(wanted) && index(wanted, filetype) < 0
    return false
  endif
  return index(Setting('excluded_filetypes', []), filetype) < 0
enddef

# ---------------------------------------------------------------------------
# The server

# How often a server that ends by itself is started again, and how long one
# must have lived to be forgiven the ends before.
const maximumRestarts = 4
const longLife = 60.0
# How long a server may take to answer "initialize", in milliseconds.
const startPatience = 20000
# Lines of what the server says that are kept.
const maximumLogLines = 200

# 'stopped', 'starting', 'running', 'waiting' (for a restart) or 'failed'.
var phase = 'stopped'
var problem = ''
var server = null_job
var serverName = ''
var encoding = 'utf-16'
var triggerCharacters: list<string> = []
# The commands that the server takes.
var serverCommands: list<string> = []
# True if the server tells what may come after the cursor.
var hasContinuations = false
var startTime = reltime()
var restarts = 0
var restartTimer = 0
var logLines: list<string> = []
# True after :CatchwordStop: not started again unless asked for.
var wasStopped = false

def Log(text: string)
  add(logLines, strftime('%H:%M:%S ') .. text)
  if len(logLines) > maximumLogLines
    remove(logLines, 0)
  endif
enddef

def Fail(text: string)
  phase = 'failed'
  problem = text
  Log(text)
  SaySoon(text)
enddef

# What has been said: each thing is said once.
var said: dict<bool> = {}
# What is to be said when Insert mode is left, where "-- INSERT --" would be
# written over it.
var unsaid: list<string> = []

# Says that something is wrong, in one line and outside whatever goes on.
def SaySoon(text: string)
  if !has_key(said, text)
    said[text] = true
    add(unsaid, text)
    timer_start(0, (_) => SayAll())
  endif
enddef

def SayAll()
  if mode() =~# '^[iR]'
    return
  endif
  const texts = unsaid
  unsaid = []
  for text in texts
    Say(text)
  endfor
enddef

export def Say(text: string)
  # A message that fills the line would make Vim wait for Enter.
  const remedy = ' (:CatchwordStatus)'
  const room = max([0, v:echospace - strdisplaywidth('catchword: ' .. remedy) - 1])
  # However long others have made it, this is all that can be shown of it.
  var line = strtrans(strcharpart(text, max([0, strchars(text) - room - 1])))
  # What is wrong stands at the end, behind the name of a file.
  if strdisplaywidth(line) > room
    while line != '' && strdisplaywidth(line) > room - 3
      line = strcharpart(line, 1)
    endwhile
    line = '...' .. line
  endif
  echohl WarningMsg
  echomsg 'catchword: ' .. line .. remedy
  echohl None
enddef

def Start()
  if phase == 'starting' || phase == 'running'
    return
  endif
  const command = Command()
  if empty(command) || executable(command[0]) != 1
    Fail('There is no program "' .. get(command, 0, '') .. '"; set g:catchword_command.')
    return
  endif
  phase = 'starting'
  problem = ''
  startTime = reltime()
  # Writing must not block: a server that does not read would stop Vim.
  server = job_start(command, {
    in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', noblock: 1,
    out_cb: OnMessage, err_cb: OnErrorLine, exit_cb: OnExit, stoponexit: 'term',
  })
  if job_status(server) != 'run'
    Fail('"' .. command[0] .. '" could not be started.')
    return
  endif
  Request('initialize', InitializeParams(), OnInitialized)
  const started = server
  timer_start(startPatience, (_) => GiveUp(started))
enddef

# Ends a server that has not answered "initialize", and starts no other: it is
# most likely a program that speaks something else.
def GiveUp(started: job)
  if started == server && phase == 'starting'
    job_stop(started, 'kill')
    Fail('The program has not answered for ' .. startPatience / 1000 .. ' seconds.')
  endif
enddef

def InitializeParams(): dict<any>
  var params: dict<any> = {
    processId: getpid(),
    clientInfo: {name: 'catchword.vim', version: printf('%d', v:versionlong)},
    rootUri: v:null,
    capabilities: {
      workspace: {workspaceFolders: true, executeCommand: {dynamicRegistration: false}},
      # Text goes out as UTF-8, so bytes are columns only if Vim has UTF-8 too.
      general: {positionEncodings: &encoding ==# 'utf-8' ? ['utf-8', 'utf-32', 'utf-16'] : ['utf-32', 'utf-16']},
      textDocument: {
        synchronization: {dynamicRegistration: false},
        completion: {
          contextSupport: true,
          completionItem: {
            snippetSupport: false,
            labelDetailsSupport: true,
            documentationFormat: ['plaintext'],
            resolveSupport: {properties: ['documentation']},
          },
          completionItemKind: {valueSet: range(1, 25)},
          completionList: {itemDefaults: ['editRange']},
        },
        inlineCompletion: {dynamicRegistration: false},
      },
      experimental: {catchword: {completionsChanged: true}},
    },
  }
  const options = get(g:, 'catchword_options', {})
  if !empty(options)
    params.initializationOptions = options
  endif
  return params
enddef

def OnInitialized(_: channel, reply: dict<any>)
  try
    if phase != 'starting' || !has_key(reply, 'result')
      return
    endif
    const capabilities: dict<any> = get(reply.result, 'capabilities', {})
    encoding = get(capabilities, 'positionEncoding', 'utf-16')
    triggerCharacters = get(get(capabilities, 'completionProvider', {}), 'triggerCharacters', [])
    hasContinuations = !empty(get(capabilities, 'inlineCompletionProvider', false))
    serverCommands = get(get(capabilities, 'executeCommandProvider', {}), 'commands', [])
    const info: dict<any> = get(reply.result, 'serverInfo', {})
    serverName = get(info, 'name', '') .. ' ' .. get(info, 'version', '')
    phase = 'running'
    Notify('initialized', {})
    OpenBuffers()
    # What was typed in the meantime is asked now.
    if mode(1) ==# 'i'
      Ask()
      catchword#ghost#AskSoon()
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# True once something that the server warns of has been said: only the first.
var hasWarned = false

# Notifications from the server, and answers that nobody waits for any more.
def OnMessage(_: channel, message: any)
  try
    if type(message) != v:t_dict || !has_key(message, 'method')
      return
    endif
    if message.method ==# 'window/logMessage'
      const params = get(message, 'params', {})
      Log(get(params, 'message', ''))
      # Errors and warnings: a mistake in the settings, for example.
      if get(params, 'type', 4) <= 2 && !hasWarned
        hasWarned = true
        SaySoon(get(params, 'message', ''))
      endif
    elseif message.method ==# '$/catchword/completionsChanged'
      AskAgain(get(message, 'params', {}))
    elseif has_key(message, 'id')
      Send({id: message.id, error: {code: -32601, message: 'Not supported.'}})
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def OnErrorLine(_: channel, line: string)
  Log(line)
enddef

def OnExit(ended: job, status: number)
  if ended != server
    return
  endif
  Log('The server has ended with status ' .. status .. '.')
  ForgetServer()
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
    try
      Start()
    catch
      Fail(v:exception)
    endtry
  endif
enddef

def ForgetServer()
  pending = {}
  resolving = {}
  for key in keys(documents)
    listener_remove(documents[key].listener)
  endfor
  documents = {}
  projects = {}
  CloseMenu()
  catchword#ghost#Stop()
enddef

# Asks the server to end, and sees to it that it does.
#
# A server that has not ended after "patience" milliseconds is killed.
def StopServer(patience: number)
  if restartTimer != 0
    timer_stop(restartTimer)
    restartTimer = 0
  endif
  phase = 'stopped'
  if job_status(server) != 'run'
    return
  endif
  Request('shutdown', v:null, (_, _) => 0)
  Notify('exit', v:null)
  const begin = reltime()
  while job_status(server) == 'run' && reltimefloat(reltime(begin)) * 1000 < patience
    sleep 2m
  endwhile
  if job_status(server) == 'run'
    job_stop(server, 'kill')
  endif
enddef

export def Stop()
  wasStopped = true
  try
    StopServer(200)
    ForgetServer()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

export def Restart()
  Stop()
  wasStopped = false
  restarts = 0
  server = null_job
  try
    Start()
  catch
    Fail(v:exception)
  endtry
enddef

# ---------------------------------------------------------------------------
# Messages

# Sends a message; returns its id if an answer is expected, else 0.
def Send(message: dict<any>, Callback: func = null_function): number
  # A server may end at any time, so a failure is no news: OnExit sees to it.
  try
    if job_status(server) != 'run' || ch_status(server) != 'open'
      return 0
    endif
    if Callback == null_function
      ch_sendexpr(server, message)
      return 0
    endif
    return get(ch_sendexpr(server, message, {callback: Callback}), 'id', 0)
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
    return 0
  endtry
enddef

def Notify(method: string, params: any)
  Send(params == v:null ? {method: method} : {method: method, params: params})
enddef

def Request(method: string, params: any, Callback: func): number
  return Send(params == v:null ? {method: method} : {method: method, params: params}, Callback)
enddef

# ---------------------------------------------------------------------------
# Documents

# By buffer number: uri, version, languageId, lines (their number), listener,
# and the line last sent alone (lastLine, lastText).
var documents: dict<dict<any>> = {}
# By path: the projects that the server knows.
var projects: dict<bool> = {}

# The text of lines as the server gets it: every line ends in one newline,
# whatever 'fileformat' and 'endofline' are, so that line numbers and columns
# are Vim's.  A NUL (a newline in Vim's memory) and a carriage return inside a
# line would be line breaks to the server; a space is as long as they are.
def TextOf(lines: list<string>): string
  if empty(lines)
    return ''
  endif
  const text = join(lines, "\n") .. "\n"
  if stridx(text, "\r") < 0 && count(text, "\n") == len(lines)
    return text
  endif
  return lines->mapnew((_, line) => tr(line, "\r\n", '  '))->join("\n") .. "\n"
enddef

def UriOf(number: number): string
  const name = bufname(number)
  if name == ''
    return 'untitled:buffer-' .. number
  elseif name =~ '^\a[a-zA-Z0-9+.-]\+:/'
    return name
  endif
  return UriOfPath(fnamemodify(name, ':p'))
enddef

def UriOfPath(path: string): string
  const slashed = has('win32') ? '/' .. tr(path, '\', '/') : path
  return 'file://' .. substitute(slashed, '[^A-Za-z0-9/._~-]', (match) => PercentEncoded(match[0]), 'g')
enddef

# The nearest folder above a buffer's file that has a repository or settings of
# ours; '' when there is none.
def ProjectOf(number: number): string
  if UriOf(number) !~ '^file:'
    return ''
  endif
  var folder = fnamemodify(bufname(number), ':p:h')
  for _ in range(64)
    for mark in ['.git', '.catchword.json']
      if !empty(getftype(folder .. '/' .. mark))
        return folder
      endif
    endfor
    const above = fnamemodify(folder, ':h')
    if above ==# folder
      break
    endif
    folder = above
  endfor
  return ''
enddef

# Tells the server of the project that a buffer is in: its files are read.
def OpenProject(number: number)
  const folder = ProjectOf(number)
  if folder == '' || has_key(projects, folder)
    return
  endif
  projects[folder] = true
  const added = [{uri: UriOfPath(folder), name: fnamemodify(folder, ':t')}]
  Notify('workspace/didChangeWorkspaceFolders', {event: {added: added, removed: []}})
enddef

def PercentEncoded(character: string): string
  return range(strlen(character))->map((_, index) => printf('%%%02X', char2nr(strpart(character, index, 1), false)))->join('')
enddef

def LanguageOf(number: number): string
  const filetype: string = getbufvar(number, '&filetype')
  return filetype == '' ? 'plaintext' : filetype
enddef

def IsTooLarge(number: number): bool
  const bytes = number == bufnr() ? line2byte(line('$') + 1) : getfsize(fnamemodify(bufname(number), ':p'))
  return bytes > Setting('maximum_bytes', 50000000)
enddef

def LineCount(number: number): number
  return number == bufnr() ? line('$') : getbufinfo(number)[0].linecount
enddef

# Opens what is to be open and is not yet, and closes what is no longer.
def OpenBuffers()
  for key in keys(documents)
    if !IsWanted(str2nr(key))
      Close(str2nr(key))
    endif
  endfor
  for buffer in getbufinfo({bufloaded: 1, buflisted: 1})
    if IsWanted(buffer.bufnr)
      Open(buffer.bufnr)
    endif
  endfor
enddef

def Open(number: number)
  if has_key(documents, number) || IsTooLarge(number)
    return
  endif
  OpenProject(number)
  # What is pending has been noted for a listener before ours.
  listener_flush(number)
  const lines = getbufline(number, 1, '$')
  final document = {
    uri: UriOf(number), version: 1, languageId: LanguageOf(number), lines: len(lines),
    listener: listener_add(OnLinesChanged, number), lastLine: 0, lastText: '',
  }
  documents[number] = document
  Notify('textDocument/didOpen', {textDocument: {
    uri: document.uri, languageId: document.languageId, version: document.version, text: TextOf(lines),
  }})
enddef

def Close(number: number)
  if !has_key(documents, number)
    return
  endif
  final document = remove(documents, number)
  listener_remove(document.listener)
  Notify('textDocument/didClose', {textDocument: {uri: document.uri}})
enddef

# Vim tells what lines were changed, in the order of the changes; each speaks
# of the lines as they were when it was made.  They are put together into one
# change: lines "first" up to before "oldEnd" are now those up to before
# "newEnd".
def OnLinesChanged(number: number, _start: number, _end: number, _added: number, changes: list<any>)
  try
    if !has_key(documents, number) || empty(changes)
      return
    endif
    var first: number = changes[0].lnum
    var oldEnd: number = changes[0].end
    var newEnd = oldEnd
    for change in changes
      first = min([first, change.lnum])
      if change.end > newEnd
        oldEnd += change.end - newEnd
        newEnd = change.end
      endif
      newEnd += change.added
    endfor
    SendChange(number, first, oldEnd, newEnd)
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def SendChange(number: number, first: number, oldEnd: number, newEnd: number)
  final document = documents[number]
  const lines = LineCount(number)
  if document.lines + newEnd - oldEnd != lines || newEnd < first
    # Not what Vim has told (deleting all lines leaves one): everything, then.
    SendWhole(number)
    return
  endif
  const text = newEnd > first ? TextOf(getbufline(number, first, newEnd - 1)) : ''
  if oldEnd == first + 1 && newEnd == oldEnd
    # Menus take text out and put it back; the server need not know.
    if document.lastLine == first && document.lastText ==# text
      return
    endif
    document.lastLine = first
    document.lastText = text
  else
    document.lastLine = 0
    document.lastText = ''
  endif
  document.lines = lines
  DidChange(document, {
    range: {start: {line: first - 1, character: 0}, end: {line: oldEnd - 1, character: 0}}, text: text,
  })
enddef

# Sends what is not sent yet.
def Flush(number: number)
  listener_flush(number)
  # In rare cases a listener sees a command at half-time and never again (:sort
  # of sorted lines, with other changes pending).
  if has_key(documents, number) && documents[number].lines != LineCount(number)
    SendWhole(number)
  endif
enddef

def SendWhole(number: number)
  final document = documents[number]
  const lines = getbufline(number, 1, '$')
  document.lines = len(lines)
  document.lastLine = 0
  document.lastText = ''
  DidChange(document, {text: TextOf(lines)})
enddef

def DidChange(document: dict<any>, change: dict<any>)
  document.version += 1
  Notify('textDocument/didChange', {
    textDocument: {uri: document.uri, version: document.version}, contentChanges: [change],
  })
enddef

# ---------------------------------------------------------------------------
# Asking

# The request whose answer is wanted: id, number (of the buffer), line, column
# (byte index), before (the text before the cursor), sent (the column as the
# server counts), isTriggered (by a trigger character), isRepeated.
var pending: dict<any> = {}
# A question put once more, and after how many milliseconds that is done.
var repeatTimer = 0
const repeatDelay = 150
# The request that was answered last; like pending, with the version of the text.
var answered: dict<any> = {}
# Where a menu was accepted or dismissed; it does not come back there.
var settled: dict<any> = {}
# How many completions have been asked for.
var requests = 0

def Place(): dict<any>
  const column = col('.') - 1
  return {number: bufnr(), line: line('.'), column: column, before: strpart(getline('.'), 0, column)}
enddef

def IsHere(place: dict<any>): bool
  return !empty(place) && place.number == bufnr() && place.line == line('.') && place.column == col('.') - 1
    && place.before ==# strpart(getline('.'), 0, place.column)
enddef

# The length of a text as the server counts it.
#
# Bytes that are not UTF-8 are sent as the characters of their values.
def SentLength(text: string): number
  if encoding ==# 'utf-32'
    return strchars(text)
  elseif encoding ==# 'utf-16'
    return str2list(text)->reduce((sum, character) => sum + (character > 0xffff ? 2 : 1), 0)
  endif
  return strlen(text) > 5000 ? strlen(text) : strlen(list2str(str2list(text)))
enddef

# True when a menu by itself is welcome here and now.
def IsMenuWelcome(): bool
  return IsOn('auto', true) && IsTypingFreely()
enddef

# True when the user is typing text, so that what is offered is welcome.
export def IsTypingFreely(): bool
  # 'i' is plain Insert mode, 'ic' with a menu; not Replace, not CTRL-X.
  return index(['i', 'ic'], mode(1)) >= 0 && !&paste && reg_recording() == '' && reg_executing() == ''
    && getcmdwintype() == '' && IsWanted(bufnr())
enddef

# True if the server knows this buffer, now if not before.
def IsOpen(): bool
  if !has_key(documents, bufnr())
    Open(bufnr())
  endif
  return has_key(documents, bufnr())
enddef

# Asks for the word at the cursor, if there is one long enough.
def Ask(isRepeated = false)
  Forget()
  if !IsMenuWelcome() || phase != 'running' || !IsOpen()
    return
  endif
  var place = Place()
  if IsHere(settled)
    return
  endif
  settled = {}
  const tail = strpart(place.before, max([0, place.column - 400]))
  const character = matchstr(tail, '.$')
  place.isRepeated = isRepeated
  place.isTriggered = index(triggerCharacters, character) >= 0 && character !~ '\k'
  # The server knows best what a word is; this only spares it idle questions.
  const word = matchstr(tail, '\k\%(\k\|[-''?!]\)*$')
  # What goes on behind such a character, as a path does, is asked for from its
  # first letter.
  const isBehindTrigger = word != ''
    && index(triggerCharacters, matchstr(strpart(tail, 0, strlen(tail) - strlen(word)), '.$')) >= 0
  if !place.isTriggered && !isBehindTrigger && strdisplaywidth(word) < Setting('minimum_length', 2)
    CloseMenu()
    return
  endif
  Flush(bufnr())
  place.sent = SentLength(place.before)
  place.version = documents[bufnr()].version
  # Kind 1 is by hand: then all that could be meant is wanted.
  var context: dict<any> = {triggerKind: 3}
  if place.isTriggered
    context = {triggerKind: 2, triggerCharacter: character}
  endif
  requests += 1
  place.id = Request('textDocument/completion', RequestParams(place, context), (_, reply) => OnAnswer(place, reply))
  pending = place
enddef

def RequestParams(place: dict<any>, context: dict<any>): dict<any>
  return {
    textDocument: {uri: documents[place.number].uri},
    position: {line: place.line - 1, character: place.sent},
    context: context,
  }
enddef

# Asks once more for a word for which there was nothing, for the sake of a
# server that has begun to look but has not found anything in time.
def AskLater(place: dict<any>)
  repeatTimer = timer_start(repeatDelay, (_) => AskOnceMore(place))
enddef

def AskOnceMore(place: dict<any>)
  repeatTimer = 0
  try
    if IsHere(place)
      Ask(true)
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# The server would answer the last request with another list by now.
def AskAgain(changed: dict<any>)
  if !empty(pending) || !IsHere(answered) || !IsMenuWelcome() || IsBusy() || !has_key(documents, answered.number)
    return
  endif
  const list = {
    textDocument: {uri: documents[answered.number].uri, version: answered.version},
    position: {line: answered.line - 1, character: answered.sent},
  }
  if changed == list
    Ask(true)
  endif
enddef

# Asks what may come after the cursor.
#
# "Callback" gets the question and the text, '' if there is none; it is not
# called if there is something else at the cursor by then.  Returns the
# question: a place; empty if the server could not be asked.
export def AskForContinuation(Callback: func(dict<any>, string)): dict<any>
  if phase != 'running' || !hasContinuations || !IsOpen()
    return {}
  endif
  Flush(bufnr())
  var place = Place()
  place.sent = SentLength(place.before)
  place.id = Request('textDocument/inlineCompletion', RequestParams(place, {triggerKind: 2}),
    (_, reply) => OnContinuation(place, reply, Callback))
  return place
enddef

def OnContinuation(place: dict<any>, reply: dict<any>, Callback: func(dict<any>, string))
  try
    Callback(place, IsHere(place) && has_key(reply, 'result') ? Continuation(reply.result, place) : '')
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# The text of the first item that goes on with what is before the cursor.
def Continuation(result: any, place: dict<any>): string
  for item in get(List(result), 'items', [])
    var text = get(item, 'insertText', '')
    if type(text) != v:t_string
      # A snippet.
      continue
    endif
    const range = get(item, 'range', {})
    if !empty(range)
      const edit = EditOf({textEdit: {newText: text, range: range}}, {}, place)
      const typed = strpart(place.before, max([0, edit.start]))
      if edit.start < 0 || range.end != {line: place.line - 1, character: place.sent} || stridx(text, typed) != 0
        continue
      endif
      text = strpart(text, strlen(typed))
    endif
    text = substitute(text, '\r\n\=', "\n", 'g')
    if text != ''
      return text
    endif
  endfor
  return ''
enddef

export def CancelQuestion(place: dict<any>)
  Notify('$/cancelRequest', {id: place.id})
enddef

# No menu comes up where the cursor is before more is typed.
export def Settle()
  Forget()
  settled = Place()
enddef

export def Note(text: string)
  Log(text)
enddef

# Cancels the request whose answer is awaited.
def Forget()
  if repeatTimer != 0
    timer_stop(repeatTimer)
    repeatTimer = 0
  endif
  if !empty(pending)
    Notify('$/cancelRequest', {id: pending.id})
    pending = {}
  endif
enddef

def OnAnswer(place: dict<any>, reply: dict<any>)
  try
    if pending isnot place
      return
    endif
    pending = {}
    answered = place
    if !has_key(reply, 'result') || !IsHere(place) || !IsMenuWelcome() || IsBusy()
      return
    endif
    const list = List(reply.result)
    var [start, items] = MenuItems(list, place, CompleteOptions())
    const typed = strpart(place.before, start)
    if empty(items) && !place.isRepeated && !empty(get(list, 'isIncomplete', false))
      AskLater(place)
    endif
    if !place.isTriggered && strdisplaywidth(typed) < Setting('minimum_length', 2)
      # A path has begun before its last part.
      filter(items, (_, item) => IsPath(item))
    endif
    if empty(items)
      CloseMenu()
    else
      ShowMenu(start, items)
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# True when a menu would be in the way of what the user is doing.
def IsBusy(): bool
  # In a mapping, in a wait of ours, or after CTRL-V, CTRL-R, CTRL-K; but what
  # we have left of a menu is in nobody's way.
  if state('mw') != '' || empty(menu) && !pumvisible() && state('S') != '' && !HasEmptyMenu()
    return true
  endif
  if !pumvisible()
    return false
  endif
  # Another completion's menu, or an item of ours that the user has moved to.
  return empty(menu) || complete_info(['mode']).mode !=# 'eval' || IsChoosing()
enddef

# True in the completion mode that a menu of ours leaves until the next key.
def HasEmptyMenu(): bool
  if state('a') == ''
    return false
  endif
  const info = complete_info(['mode', 'items'])
  return info.mode ==# 'eval' && empty(info.items)
enddef

# A list of items is a list that is complete.
def List(result: any): dict<any>
  if type(result) == v:t_list
    return {isIncomplete: false, items: result}
  endif
  return type(result) == v:t_dict ? result : {isIncomplete: true, items: []}
enddef

# ---------------------------------------------------------------------------
# Items

const kindLetters = {
  2: 'f', 3: 'f', 4: 'f', 5: 'm', 6: 'v', 7: 't', 8: 't', 10: 'm', 12: 'v', 13: 't', 14: 'k', 15: 's', 17: 'f', 19: 'f',
  20: 'm', 21: 'd', 22: 't', 25: 't',
}

# The server's items that the menu was made of, and how often one was made.
var shownItems: list<dict<any>> = []
# The text of each.
var shownTexts: list<string> = []
var generation = 0

# What complete() needs: the byte index where all items start, and the items.
def MenuItems(list: dict<any>, place: dict<any>, options: string): list<any>
  const default = get(get(WithoutNulls(list), 'itemDefaults', {}), 'editRange', {})
  # The text between is valid even if the line before it is not, so columns
  # are counted back from the cursor.
  var edits: list<dict<any>> = []
  var first = place.column
  for item in get(list, 'items', [])
    # One that is not as it should be leaves the others.
    try
      const edit = EditOf(WithoutNulls(item), default, place)
      if edit.start >= 0 && edit.text != ''
        add(edits, edit)
        first = min([first, edit.start])
      endif
    catch
    endtry
  endfor
  generation += 1
  shownItems = []
  shownTexts = []
  const typed = strpart(place.before, first)
  const hasPopup = stridx(options, 'popup') >= 0
  var items: list<dict<any>> = []
  for edit in edits
    const lead = strpart(place.before, first, edit.start - first)
    const word = lead .. (HasLines(edit.text) ? get(edit.item, 'label', '') : edit.text)
    try
      add(items, MenuItem(edit.item, word, typed, hasPopup, len(items)))
      add(shownItems, edit.item)
      add(shownTexts, edit.text)
    catch
    endtry
  endfor
  return [first, items]
enddef

# A menu's word has one line: for a text of several its name stands in the menu,
# and is replaced once it is accepted.
def HasLines(text: string): bool
  return text =~ '[\n\r]'
enddef

# Which of our items a finished completion has put before the cursor; -1 if none.
def AcceptedIndex(completed: dict<any>): number
  const data = get(completed, 'user_data', {})
  if type(data) != v:t_dict || !has_key(data, 'catchword')
    return -1
  endif
  const [made, index] = data.catchword
  const word: string = get(completed, 'word', '')
  const before = strpart(getline('.'), 0, col('.') - 1)
  const isThere = word != '' && strpart(before, strlen(before) - strlen(word)) ==# word
  return made == generation && index < len(shownItems) && isThere ? index : -1
enddef

# Tells the server which item was accepted, for it to come earlier next time.
def TellAccepted(accepted: number)
  const item = shownItems[accepted]
  if index(serverCommands, 'catchword.accept') < 0 || !has_key(documents, bufnr()) || !has_key(item, 'data')
    return
  endif
  Flush(bufnr())
  const told = {label: item.label, data: item.data, sortText: get(item, 'sortText', '')}
  Request('workspace/executeCommand', {command: 'catchword.accept', arguments: [told]}, (_, _) => 0)
enddef

# Puts a text of several lines where its name was accepted, and the cursor
# behind it.
#
# The server has given the lines the indentation of the first; what they have
# beyond that becomes spaces where the user wants those.
def Unfold(index: number)
  if !HasLines(shownTexts[index])
    return
  endif
  const name: string = get(shownItems[index], 'label', '')
  const [line, column] = [getline('.'), col('.') - 1]
  if name == '' || strpart(line, column - strlen(name), strlen(name)) !=# name
    return
  endif
  var lines = split(shownTexts[index], '\r\n\|\r\|\n', true)
  const indentation = matchstr(line, '^\s*')
  if &expandtab
    lines = lines[: 0] + mapnew(lines[1 :], (_, text) => WithSpaces(text, indentation))
  endif
  const end = strlen(lines[-1])
  lines[0] = strpart(line, 0, column - strlen(name)) .. lines[0]
  lines[-1] ..= strpart(line, column)
  setline('.', lines[0])
  append('.', lines[1 :])
  cursor(line('.') + len(lines) - 1, end + 1)
enddef

# A line whose tabs behind the indentation are so many spaces.
def WithSpaces(text: string, indentation: string): string
  const kept = stridx(text, indentation) == 0 ? indentation : ''
  const rest = strpart(text, strlen(kept))
  const tabs = matchstr(rest, '^\t*')
  return kept .. repeat(' ', strlen(tabs) * shiftwidth()) .. strpart(rest, strlen(tabs))
enddef

# What a server has to say, without what it has left empty: some send null.
def WithoutNulls(item: dict<any>): dict<any>
  return filter(copy(item), (_, value) => type(value) != v:t_none)
enddef

def EditOf(item: dict<any>, default: dict<any>, place: dict<any>): dict<any>
  const own = get(item, 'textEdit', {})
  var text: string = get(own, 'newText', get(item, 'textEditText', get(item, 'insertText', get(item, 'label', ''))))
  const range = get(own, 'range', get(default, 'insert', default))
  if empty(range)
    return {item: item, text: text, start: place.column - strlen(matchstr(place.before, '\k*$'))}
  endif
  if range.start.line != place.line - 1 || range.start.character > place.sent
    return {item: item, text: text, start: -1}
  endif
  var length = place.sent - range.start.character
  if encoding ==# 'utf-32'
    length = strlen(strcharpart(place.before, range.start.character))
  elseif encoding ==# 'utf-16'
    length = BytesBefore(place.before, length)
  endif
  return {item: item, text: text, start: place.column - length}
enddef

# How many bytes the last "units" UTF-16 units of a text are.
def BytesBefore(text: string, units: number): number
  var left = units
  var bytes = 0
  for character in str2list(text)->reverse()
    if left <= 0
      break
    endif
    left -= character > 0xffff ? 2 : 1
    bytes += strlen(nr2char(character))
  endfor
  return bytes
enddef

def MenuItem(item: dict<any>, word: string, typed: string, hasPopup: bool, index: number): dict<any>
  const source: string = get(WithoutNulls(get(item, 'labelDetails', {})), 'description', '')
  const detail: string = get(item, 'detail', '')
  return {
    word: word,
    abbr: get(item, 'label', word),
    kind: get(kindLetters, get(item, 'kind', 1), ''),
    menu: join(filter([Shortened(detail), source], (_, part) => part != ''), '  '),
    icase: 1,
    # Vim would drop what does not begin with what is typed; the server knows
    # more ways to match, and is asked again at once.
    # A number, not a Boolean, which Vim 9.1 does not take.
    equal: stridx(tolower(word), tolower(typed)) == 0 ? 0 : 1,
    dup: 1,
    # Vim makes a popup only where there is some text; it stays hidden until
    # there is more.
    info: hasPopup ? ' ' : '',
    user_data: {catchword: [generation, index]},
  }
enddef

# True for an item of the menu that is a file or a folder.
def IsPath(entry: dict<any>): bool
  const item = shownItems[entry.user_data.catchword[1]]
  return index([17, 19], get(item, 'kind', 1)) >= 0
enddef

# At most 40 cells of a text, so that the popup has room beside the menu.
def Shortened(text: string): string
  return strdisplaywidth(text) <= 40 ? text : printf('%.37S', text) .. '...'
enddef

# ---------------------------------------------------------------------------
# The menu

# What our menu stands for: number (of the buffer), start, items (those of the
# answer); empty when there is none.
var menu: dict<any> = {}
# The user's options while our menu is there.
var savedOptions: dict<any> = {}
# True while complete() runs, which ends the menu before it.
var isShowing = false

def CompleteOptions(): string
  return Setting('completeopt', 'menuone,noselect,popuphidden')
enddef

# The word that was there already when it was one of the items; later lists may
# leave it out.
var lastWhole = ''

def ShowMenu(start: number, items: list<dict<any>>)
  const typed = strpart(getline('.'), start, col('.') - 1 - start)
  const others = filter(copy(items), (_, item) => item.word !=# typed)
  # Where the first item is selected, a word that is there already would only
  # swallow <CR>, and another one replace it.
  if len(others) < len(items)
    lastWhole = typed
  endif
  const isWhole = typed ==# lastWhole
  const prefersFirst = stridx(CompleteOptions(), 'noselect') < 0
  if prefersFirst && isWhole && empty(others)
    CloseMenu()
    return
  endif
  BorrowOptions(prefersFirst && isWhole ? substitute(CompleteOptions(), 'noinsert', 'noselect', '') : CompleteOptions())
  isShowing = true
  menu = {number: bufnr(), start: start, items: items, typed: typed, prefersFirst: prefersFirst && !isWhole}
  catchword#enter#Map(start, typed, mapnew(items, (_, item) => item.word))
  try
    complete(start + 1, prefersFirst ? others : items)
  finally
    isShowing = false
  endtry
enddef

# Vim narrows a menu as one types on, and then <CR> would only close it.  So the
# menu is made anew of what is left, without waiting for a server that may be
# busy; "narrowed" is the menu as it was.
def ShowRest(narrowed: dict<any>)
  try
    if menu isnot narrowed || !pumvisible() || IsBusy()
      return
    endif
    const typed = tolower(strpart(getline('.'), menu.start, col('.') - 1 - menu.start))
    const rest = filter(copy(menu.items), (_, item) => item.equal == 1 || stridx(tolower(item.word), typed) == 0)
    if empty(rest)
      CloseMenu()
    else
      ShowMenu(menu.start, rest)
      if !empty(menu)
        menu.items = narrowed.items
      endif
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# Takes our menu away, and no other.
def CloseMenu()
  if empty(menu) || isShowing
    return
  endif
  # Also where it has narrowed to nothing, and Vim still waits for it to widen.
  if state('a') != '' && mode() ==# 'i' && complete_info(['mode']).mode ==# 'eval' && !IsChoosing()
    isShowing = true
    try
      complete(col('.'), [])
    finally
      isShowing = false
    endtry
  endif
  menu = {}
  ReturnOptions()
enddef

# True when the user has moved to an item of our menu.
def IsChoosing(): bool
  const selected = complete_info(['selected']).selected
  if selected < 0
    return IsLeft()
  endif
  # With "noinsert" the first item is selected to begin with.
  const begins = get(menu, 'prefersFirst', false) ? 0 : -1
  return selected != begins || get(menu, 'isTaken', false)
enddef

# True when the first item was selected to begin with, and the user has moved on
# to none.
def IsLeft(): bool
  return get(menu, 'isLeft', false) && strpart(getline('.'), menu.start, col('.') - 1 - menu.start) ==# menu.typed
enddef

# The options are ours only while our menu is there.
def BorrowOptions(completeopt: string)
  BorrowLooks()
  const ignored = &eventignore
  set eventignore=all
  try
    if empty(savedOptions)
      savedOptions = {number: bufnr(), completeopt: &l:completeopt, shortmess: &shortmess}
      # No "match 1 of 2" at every key.
      set shortmess+=c
    endif
    &l:completeopt = completeopt
  finally
    &eventignore = ignored
  endtry
enddef

# The rows of a menu, where the user has not said how many.
const maximumRows = 10
# Beside the menu and without a border, so that the line that is being written
# stays in sight.
const documentationLooks = 'align:menu,border:off'
# Which of the options of looks are ours.
var borrowedLooks: list<string> = []

# The options of a menu's looks that the user has not set.
def BorrowLooks()
  const ignored = &eventignore
  set eventignore=all
  try
    if &pumheight == 0
      &pumheight = maximumRows
      add(borrowedLooks, 'pumheight')
    endif
    if &completepopup == ''
      &completepopup = documentationLooks
      add(borrowedLooks, 'completepopup')
    endif
  finally
    &eventignore = ignored
  endtry
enddef

def ReturnOptions()
  catchword#enter#Unmap()
  const ignored = &eventignore
  set eventignore=all
  try
    # Unless somebody has set them meanwhile.
    if index(borrowedLooks, 'pumheight') >= 0 && &pumheight == maximumRows
      &pumheight = 0
    endif
    if index(borrowedLooks, 'completepopup') >= 0 && &completepopup ==# documentationLooks
      &completepopup = ''
    endif
    borrowedLooks = []
    if empty(savedOptions)
      return
    endif
    const saved = savedOptions
    savedOptions = {}
    if bufnr() == saved.number
      &l:completeopt = saved.completeopt
    elseif bufexists(saved.number)
      setbufvar(saved.number, '&completeopt', saved.completeopt)
    endif
    &shortmess = saved.shortmess
  finally
    &eventignore = ignored
  endtry
enddef

# ---------------------------------------------------------------------------
# Documentation

# The item whose documentation is awaited.
var resolving: dict<any> = {}

def OnSelectionChanged()
  try
    FollowSelection()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def FollowSelection()
  resolving = {}
  if !empty(v:event.completed_item)
    catchword#ghost#Stop()
  elseif !isShowing && get(menu, 'prefersFirst', false)
    menu.isLeft = true
  endif
  const data = get(v:event.completed_item, 'user_data', {})
  if type(data) != v:t_dict || !has_key(data, 'catchword')
    return
  endif
  const [made, index] = data.catchword
  if made != generation || index >= len(shownItems) || stridx(&completeopt, 'popup') < 0
    return
  endif
  const item = shownItems[index]
  const wanted = {made: made, index: index}
  resolving = wanted
  if has_key(item, 'documentation')
    # The popup is there once this event is over.
    timer_start(0, (_) => ShowDocumentation(wanted, item))
  elseif has_key(item, 'data')
    Request('completionItem/resolve', item, (_, reply) => OnResolved(wanted, reply))
  endif
enddef

def OnResolved(wanted: dict<any>, reply: dict<any>)
  try
    if has_key(reply, 'result') && type(reply.result) == v:t_dict
      const item = WithoutNulls(reply.result)
      if wanted.made == generation
        shownItems[wanted.index] = item
      endif
      ShowDocumentation(wanted, item)
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def ShowDocumentation(wanted: dict<any>, item: dict<any>)
  try
    if resolving isnot wanted || !pumvisible()
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
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# ---------------------------------------------------------------------------
# What Vim calls

# The buffer's "b:changedtick" when a menu was closed or Insert mode was
# entered: nothing has been typed since, also if TextChangedI comes.
var untouchedTick = -1

export def InsertEnter()
  try
    settled = {}
    untouchedTick = b:changedtick
    if empty(menu)
      ReturnOptions()
    endif
    if !IsWanted(bufnr())
      return
    endif
    if &l:omnifunc == ''
      &l:omnifunc = 'catchword#OmniFunc'
    endif
    if phase == 'running'
      OpenBuffers()
      FlushBuffers()
    elseif phase == 'stopped' && !wasStopped && IsOn('auto', true)
      Start()
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# Changes in buffers that are not shown have been noted, but not told.
def FlushBuffers()
  for key in keys(documents)
    Flush(str2nr(key))
  endfor
enddef

def OnTextChanged()
  try
    if b:changedtick == untouchedTick
      return
    endif
    catchword#ghost#OnTextChanged()
    Ask()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# The text was changed with a menu: typed on, or an item moved to.
def OnTextChangedWithMenu()
  try
    catchword#ghost#OnTextChanged()
    if empty(menu) || complete_info(['mode']).mode !=# 'eval'
      return
    endif
    if complete_info(['selected']).selected >= 0 && IsItemInserted() && !IsTypedOut()
      Forget()
      menu.isTaken = true
      return
    endif
    menu.isTaken = false
    if IsLeft()
      return
    endif
    menu.isLeft = false
    menu.typed = strpart(getline('.'), menu.start, col('.') - 1 - menu.start)
    const narrowed = menu
    # Not here: complete() does not work well within TextChangedP.
    timer_start(0, (_) => ShowRest(narrowed))
    Ask()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# True when the text at the cursor is that of the selected item.
def IsItemInserted(): bool
  const info = complete_info(['selected', 'items'])
  const word: string = info.items[info.selected].word
  return strpart(getline('.'), menu.start, col('.') - 1 - menu.start) ==# word
enddef

# True when the first item, which is selected to begin with, was reached by one
# more letter.
def IsTypedOut(): bool
  const typed = strpart(getline('.'), menu.start, col('.') - 1 - menu.start)
  return menu.prefersFirst && complete_info(['selected']).selected == 0
    && stridx(typed, menu.typed) == 0 && strchars(typed) == strchars(menu.typed) + 1
enddef

def OnCompleteDone()
  try
    if isShowing
      return
    endif
    catchword#ghost#AskSoon()
    Forget()
    resolving = {}
    const isTyped = get(menu, 'typed', '') ==# get(v:completed_item, 'word', '') && !get(menu, 'isTaken', false)
    menu = {}
    const accepted = AcceptedIndex(v:completed_item)
    if accepted >= 0
      Unfold(accepted)
      if !isTyped
        TellAccepted(accepted)
      endif
    endif
    settled = Place()
    untouchedTick = b:changedtick
    ReturnOptions()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def OnInsertLeave()
  try
    if !empty(unsaid)
      timer_start(0, (_) => SayAll())
    endif
    catchword#ghost#Stop()
    Forget()
    resolving = {}
    menu = {}
    ReturnOptions()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def OnCursorMoved()
  try
    catchword#ghost#OnCursorMoved()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# Another window or buffer becomes the current one.
def OnPlaceLeft()
  try
    catchword#ghost#Stop()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# A buffer is unloaded, or has got another name or another type.
def OnBufferGone(number: number)
  try
    Close(number)
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def OnFileType(number: number)
  try
    if has_key(documents, number) && documents[number].languageId !=# LanguageOf(number)
      Close(number)
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

# A buffer was read anew: no listener is told of that.
def OnRead(number: number)
  try
    if has_key(documents, number)
      SendWhole(number)
    endif
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
  endtry
enddef

def OnLeave()
  try
    StopServer(150)
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

# ---------------------------------------------------------------------------
# CTRL-X CTRL-O

# How long CTRL-X CTRL-O waits for an answer, in milliseconds.
const omniPatience = 1000
# How long it asks again for an answer that is not empty.
const omniEmptyPatience = 2000
# An empty answer that came later than this was waited for: something is still
# on its way.
const lateAnswer = 250
var omniItems: list<dict<any>> = []

# For 'omnifunc'.
#
# Vim narrows the menu by itself as the word goes on, also where the list is not
# complete: told to ask again ("refresh"), it takes the menu away at a letter.
export def OmniFunc(findstart: number, base: string): any
  if findstart == 0
    return omniItems
  endif
  try
    return FindStart()
  catch
    Log(v:exception .. ' in ' .. v:throwpoint)
    return -3
  endtry
enddef

# Asks, waits, and keeps the items for the second call.
def FindStart(): number
  omniItems = []
  Forget()
  if !WaitUntilRunning() || !IsWanted(bufnr())
    return -3
  endif
  Open(bufnr())
  if !has_key(documents, bufnr())
    return -3
  endif
  Flush(bufnr())
  var place = Place()
  place.sent = SentLength(place.before)
  const message = {method: 'textDocument/completion', params: RequestParams(place, {triggerKind: 1})}
  const begin = reltime()
  var list: dict<any> = {}
  while true
    const asked = reltime()
    const reply = ch_evalexpr(server, message, {timeout: omniPatience})
    if type(reply) != v:t_dict || !has_key(reply, 'result')
      return -3
    endif
    list = List(reply.result)
    const isPending = empty(get(list, 'items', [])) && !empty(get(list, 'isIncomplete', false))
      && Milliseconds(asked) >= lateAnswer
    if !isPending || Milliseconds(begin) >= omniEmptyPatience || getchar(1) != 0
      break
    endif
  endwhile
  BorrowLooks()
  const [start, items] = MenuItems(list, place, &completeopt)
  # What does not begin as typed goes as the word goes on.
  omniItems = mapnew(items, (_, item) => extendnew(item, {equal: 0}))
  return start
enddef

def Milliseconds(since: list<any>): float
  return reltimefloat(reltime(since)) * 1000
enddef

def WaitUntilRunning(): bool
  if phase == 'stopped'
    wasStopped = false
    Start()
  endif
  const begin = reltime()
  while phase == 'starting' && Milliseconds(begin) < omniPatience
    sleep 5m
  endwhile
  return phase == 'running'
enddef

# ---------------------------------------------------------------------------
# Commands

# Has the server execute a command; its answer, or {} with what is wrong said.
def Execute(command: string, arguments: list<any>): dict<any>
  if !WaitUntilRunning()
    Say(problem == '' ? 'The server does not run.' : problem)
    return {}
  endif
  const message = {method: 'workspace/executeCommand', params: {command: command, arguments: arguments}}
  const reply = ch_evalexpr(server, message, {timeout: omniPatience})
  if type(reply) == v:t_dict && has_key(reply, 'result')
    return reply
  endif
  Say(type(reply) == v:t_dict ? get(get(reply, 'error', {}), 'message', 'The server has refused.') : 'The server does not answer.')
  return {}
enddef

# Never offers a word again, or offers it again; the word at the cursor if none
# is given.
export def Ban(isBanned: bool, given: string)
  const word = given == '' ? expand('<cword>') : given
  if word == ''
    Say('There is no word here.')
  elseif !empty(Execute(isBanned ? 'catchword.ban' : 'catchword.unban', [word]))
    echo 'catchword: "' .. word .. '" is ' .. (isBanned ? 'never offered again; :CatchwordUnban takes that back' : 'offered again')
  endif
enddef

export def ShowBans()
  const reply = Execute('catchword.bans', [])
  if empty(reply)
    return
  endif
  echo empty(reply.result) ? 'catchword: no words are banned' : 'catchword: banned words'
  for ban in reply.result
    echo '  ' .. ban.word .. (has_key(ban, 'language') ? ' in ' .. ban.language : '')
  endfor
enddef

# ---------------------------------------------------------------------------
# Telling what is going on

# What is going on, as a dictionary.
export def Status(): dict<any>
  return {
    phase: phase, problem: problem, command: Command(), server: serverName, encoding: encoding,
    pid: job_status(server) == 'run' ? job_info(server).process : 0, restarts: restarts, requests: requests,
    documents: mapnew(values(documents), (_, document) => document.uri), log: copy(logLines),
  }
enddef

export def ShowStatus()
  const status = Status()
  echo 'Catchword: ' .. status.phase .. (status.problem == '' ? '' : '. ' .. status.problem)
  echo 'Command:   ' .. join(status.command)
  if status.pid != 0
    echo 'Server:    ' .. status.server .. ', process ' .. status.pid .. ', ' .. status.encoding
  endif
  echo 'Documents: ' .. len(status.documents) .. ', completions asked for: ' .. status.requests
  echo 'This buffer: ' .. (has_key(documents, bufnr()) ? documents[bufnr()].uri : IsWanted(bufnr()) ? 'not open yet' : 'left out')
  for line in status.log[-10 :]
    echo '  ' .. line
  endfor
enddef
