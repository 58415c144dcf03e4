(section
  body: (body) @class.inside) @class.around

(rule) @function.around
(rule
  effects: (effects) @function.inside)
(definition) @function.around
(definition
  condition: (condition) @function.inside)

(comment) @comment.inside
(comment)+ @comment.around
