" Rule files of mancala games.
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax iskeyword @,48-57,192-255,-,'

syntax match mancalaNumber /\<[0-9]\+\(st\|nd\|rd\|th\)\?\>/
syntax match mancalaSign /->\||\|\//
" words: written by the test `editors`
syntax match mancalaStructure /\<\(describes\|otherwise\|position\|another\|because\|located\|through\|after\|first\|holds\|leave\|makes\|never\|where\|while\|would\|even\|fits\|from\|hold\|into\|move\|read\|some\|that\|when\|all\|and\|are\|may\|not\|odd\|the\|was\|by\|if\|in\|is\|no\|of\|or\|to\)\>/
syntax match mancalaValue /\<\(by\s\+lot\s\+with\s\+the\s\+rest\s\+borrowed\|as\s\+each\s\+player\s\+chooses\|as\s\+starter's\s\+last\s\+turn\|with\s\+the\s\+rest\s\+borrowed\|as\s\+mover's\s\+last\s\+turn\|closed\s\+on\s\+both\s\+sides\|stores\s\+at\s\+own\s\+right\|filled\s\+by\s\+opponent\|stores\s\+at\s\+own\s\+left\|locked\s\+until\s\+full\|as\s\+loser\s\+chooses\|counterclockwise\|keep\s\+their\s\+seeds\|last\s\+player\s\+left\|as\s\+at\s\+the\s\+start\|closed\s\+for\s\+good\|by\s\+each\s\+player\|from\s\+own\s\+right\|from\s\+own\s\+left\|even\s\+number\|most\s\+points\|whole\s\+board\|any\s\+number\|last\s\+mover\|to\s\+reserve\|alternate\|backwards\|clockwise\|full\s\+only\|to\s\+nobody\|at\s\+least\|mirrored\|nobody's\|own\s\+side\|to\s\+owner\|to\s\+store\|columns\|nothing\|by\s\+lot\|either\|nobody\|points\|stores\|to\s\+pot\|winner\|holes\|loser\|open\|rows\|same\|time\|row\)\>/
syntax match mancalaWord /\<\(lap\s\+is\s\+counterclockwise\|from\s\+owner's\s\+right\|marked\s\+by\s\+opponent\|mover\s\+wins\s\+the\s\+lot\|on\s\+opponent's\s\+side\|from\s\+owner's\s\+left\|reached\s\+last\s\+turn\|repeated\s\+position\|run\s\+ahead\s\+at\s\+most\|lap\s\+is\s\+clockwise\|mover\s\+is\s\+starter\|on\s\+nobody's\s\+side\|opponent's\s\+store\|played\s\+last\s\+turn\|raided\s\+this\s\+turn\|run\s\+back\s\+at\s\+most\|same-number\s\+hole\|marked\s\+by\s\+mover\|lost\s\+the\s\+round\|sown\s\+this\s\+turn\|starting\s\+seeds\|as\s\+many\s\+ahead\|marked\s\+by\s\+him\|no\s\+legal\s\+move\|sown\s\+this\s\+lap\|won\s\+the\s\+round\|as\s\+many\s\+back\|run\s\+ahead\s\+by\|each\s\+player\|from\s\+border\|on\s\+own\s\+side\|run\s\+back\s\+by\|mark\s\+owner\|opponent's\|own\s\+points\|last\s\+seed\|number\s\+of\|own\s\+score\|own\s\+seeds\|own\s\+store\|run\s\+ahead\|mover\s\+is\|nobody's\|occupied\|opponent\|opposite\|own\s\+lead\|run\s\+back\|seeds\s\+in\|half\s\+of\|move\s\+is\|mover's\|starter\|marked\|origin\|rounds\|ahead\|empty\|holes\|inner\|mover\|outer\|owner\|back\|ends\|here\|hole\|next\|rear\|turn\|end\|lap\|own\)\>/
syntax match mancalaEffect /\<\(gets\s\+as\s\+many\s\+points\s\+as\|mover\s\+loses\s\+the\s\+round\|mover\s\+loses\s\+the\s\+game\|mover\s\+wins\s\+the\s\+round\|mover\s\+wins\s\+the\s\+game\|at\s\+a\s\+time\s\+after\|loses\s\+the\s\+match\|at\s\+a\s\+time\s\+into\|from\s\+own\s\+store\|lift\s\+half\s\+from\|wins\s\+the\s\+match\|place\s\+all\s\+in\|move\s\+again\|round\s\+over\|swap\s\+sides\|game\s\+over\|sow\s\+after\|captures\|end\s\+turn\|sow\s\+into\|capture\|illegal\|points\|unmark\|place\|draw\|gets\|lift\|mark\|pass\|play\|sow\)\>/
syntax match mancalaSection /^\s*\zs\(each\s\+player\s\+after\s\+refilling\|each\s\+player\s\+scores\|before\s\+turn\|after\s\+turn\|each\s\+seed\|last\s\+seed\|left\s\+out\|example\|options\|sources\|sowing\|board\|match\|never\|words\|game\|move\)\ze\([ ,{][^:]*{\|:\)/
" end of words
syntax match mancalaSetting /^\s*\k[^:@"{}]*:/me=e-1
syntax match mancalaDefinition /^\s*\zs\k\+\ze\s\+if\>/
syntax region mancalaText start=/"/ end=/"/ oneline
syntax region mancalaCited matchgroup=mancalaCitation start=/@/ end=/$/ end=/|/me=s-1 oneline
  \ contains=mancalaKey,mancalaBecause,mancalaText,mancalaNote
syntax match mancalaKey /\k\+/ contained
syntax keyword mancalaBecause contained because
syntax match mancalaNote /\/\/.*$/ contains=mancalaTodo
syntax keyword mancalaTodo contained TODO FIXME

highlight default link mancalaNote Comment
highlight default link mancalaTodo Todo
highlight default link mancalaText String
highlight default link mancalaCitation Operator
highlight default link mancalaKey Tag
highlight default link mancalaBecause Statement
highlight default link mancalaSetting Identifier
highlight default link mancalaDefinition Identifier
highlight default link mancalaSection Structure
highlight default link mancalaWord Constant
highlight default link mancalaEffect Function
highlight default link mancalaValue Type
highlight default link mancalaStructure Statement
highlight default link mancalaNumber Number
highlight default link mancalaSign Operator

let b:current_syntax = "mancala"
