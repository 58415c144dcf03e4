; The names that a file defines.

(source_file) @local.scope
(definition
  name: (word_name) @local.definition)
(identifier) @local.reference
