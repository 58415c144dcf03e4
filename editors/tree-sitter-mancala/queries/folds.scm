; What can be folded.

[
  (body)
  (setting)
  (rule)
  (definition)
] @fold
