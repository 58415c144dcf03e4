; A section indents what stands in it.

(body) @indent.begin
(body
  "}" @indent.branch @indent.end)
