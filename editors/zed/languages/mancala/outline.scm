(section
  name: (section_name) @name
  title: (string)? @context) @item

(definition
  name: (word_name) @name) @item
