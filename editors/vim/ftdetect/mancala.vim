autocmd BufRead,BufNewFile *.mancala setfiletype mancala
