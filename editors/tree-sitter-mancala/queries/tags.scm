; The outline: sections, words and options.

(section
  name: (section_name) @name) @definition.module
(definition
  name: (word_name) @name) @definition.function
