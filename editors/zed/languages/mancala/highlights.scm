; What the words of a rule file are. No two patterns capture one word, so their order does not matter.
; The words of a name have the colour of the name, so those of rules and values are captured where they stand.

(condition
  [
    (identifier) @variable
    (word) @constant.builtin
    (constant) @constant.builtin
    (keyword) @keyword
    (effect) @function
    (player) @type.builtin
  ])

(effect_phrase
  [
    (identifier) @variable
    (word) @constant.builtin
    (constant) @constant.builtin
    (keyword) @keyword
    (effect) @function
    (player) @type.builtin
  ])

(value
  [
    (identifier) @variable
    (word) @constant.builtin
    (constant) @constant.builtin
    (keyword) @keyword
    (effect) @function
    (player) @type.builtin
  ])

(group
  [
    (identifier) @variable
    (word) @constant.builtin
    (constant) @constant.builtin
    (keyword) @keyword
    (effect) @function
    (player) @type.builtin
  ])

(move) @constant
(section_name) @keyword
(setting_name) @property
(word_name) @property
(source) @label

[
  "when"
  "otherwise"
  "if"
  "because"
  (first_fits)
] @keyword

[
  (number)
  (ordinal)
  (debt)
] @number

(string) @string
(comment) @comment

[
  "->"
  "|"
  "/"
  ".."
] @operator

[
  ","
  ":"
] @punctuation.delimiter

[
  "{"
  "}"
  "("
  ")"
] @punctuation.bracket

"@" @punctuation.special
