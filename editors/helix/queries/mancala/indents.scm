(body) @indent

"}" @outdent
