; What the words of a rule file are. A later pattern counts more.

(identifier) @variable
(move) @constant
(word) @constant.builtin
(constant) @constant.builtin
(keyword) @keyword
(effect) @function
(player) @type.builtin

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
(source) @label
(source
  (_) @label)

(section_name) @keyword
(section_name
  (_) @keyword)
(setting_name) @property
(setting_name
  (_) @property)
(word_name) @property
(word_name
  (_) @property)
(section
  title: (string) @string.special)
