" Rule files of mancala games: two columns of indentation, notes behind //, :MancalaFormat for `mancala fmt`.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal expandtab shiftwidth=2 softtabstop=2 commentstring=//\ %s comments=:// iskeyword+=-,'

" The whole text in its one form; a text with problems stays as it is, and they are told.
function! s:Format() abort
  let l:lines = systemlist("mancala fmt -", getline(1, "$"))
  if v:shell_error
    echo join(l:lines, "\n")
    return
  endif
  let l:view = winsaveview()
  call setline(1, l:lines)
  silent! execute (len(l:lines) + 1) . ",$delete _"
  call winrestview(l:view)
endfunction
command! -buffer MancalaFormat call s:Format()

let b:undo_ftplugin = "setlocal expandtab< shiftwidth< softtabstop< commentstring< comments< iskeyword<"
  \ . " | delcommand -buffer MancalaFormat"
