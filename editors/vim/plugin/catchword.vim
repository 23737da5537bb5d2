" Catchword: completion in any text, for Vim 9.  See :help catchword

if exists('g:loaded_catchword') || has('nvim') || v:version < 900
  finish
endif
if !has('vim9script') || !has('job') || !has('channel') || !has('popupwin')
  finish
endif
let g:loaded_catchword = 1

" Everything else is loaded when Insert mode is first entered.
augroup catchword
  autocmd!
  autocmd InsertEnter * call catchword#InsertEnter()
augroup END

if maparg("\<C-X>\<C-O>", 'c') == ''
  execute "cnoremap \<C-X>\<C-O> \<C-\>ecatchword#CommandLine()\<CR>"
endif

command! -bar CatchwordStatus call catchword#ShowStatus()
command! -bar CatchwordRestart call catchword#Restart()
command! -bar -nargs=? CatchwordBan call catchword#Ban(v:true, <q-args>)
command! -bar -nargs=? CatchwordUnban call catchword#Ban(v:false, <q-args>)
command! -bar CatchwordBans call catchword#ShowBans()
command! -bar CatchwordStop call catchword#Stop()
