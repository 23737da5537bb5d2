vim9script

# The capabilities that "initialize" settles, the client's and the server's.

var serverName = ''
# The encoding that columns are counted in.
var encoding = 'utf-16'
var triggerCharacters: list<string> = []
var commands: list<string> = []
var hasInlineCompletion = false

# The parameters of "initialize".
export def InitializeParams(): dict<any>
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
  const initializationOptions = get(g:, 'catchword_options', {})
  if !empty(initializationOptions)
    params.initializationOptions = initializationOptions
  endif
  return params
enddef

# Takes what the server can do from its reply to "initialize".
export def Take(result: dict<any>)
  const capabilities: dict<any> = get(result, 'capabilities', {})
  encoding = get(capabilities, 'positionEncoding', 'utf-16')
  triggerCharacters = get(get(capabilities, 'completionProvider', {}), 'triggerCharacters', [])
  hasInlineCompletion = !empty(get(capabilities, 'inlineCompletionProvider', false))
  commands = get(get(capabilities, 'executeCommandProvider', {}), 'commands', [])
  const info: dict<any> = get(result, 'serverInfo', {})
  serverName = get(info, 'name', '') .. ' ' .. get(info, 'version', '')
enddef

# The name of the server with its version.
export def ServerName(): string
  return serverName
enddef

# The name of the encoding whose units a column counts: "utf-8", "utf-16" or
# "utf-32".
export def Encoding(): string
  return encoding
enddef

export def IsTriggerCharacter(character: string): bool
  return index(triggerCharacters, character) >= 0
enddef

# True if the server executes a command of this name.
export def HasCommand(name: string): bool
  return index(commands, name) >= 0
enddef

# True if the server suggests text after the cursor.
export def HasInlineCompletion(): bool
  return hasInlineCompletion
enddef
