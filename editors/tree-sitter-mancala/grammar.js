// The grammar of mancala rule files for editors: sections, statements, rules, citations, and the kinds of words in them.
// `words.json` has the words; the test `editors` of the project writes it from the language itself.
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const words = require("./words.json");

/** One of these phrases, of which the longest counts. */
const phrases = (list) => new RegExp(list.map((phrase) => phrase.replaceAll(" ", "[ \\t]+")).join("|"));
const separated = (by, rule) => seq(rule, repeat(seq(by, rule)));

module.exports = grammar({
  name: "mancala",

  // the end of a statement: the line ends, and the next one does not go on with it
  externals: ($) => [$._end],
  extras: ($) => [/\s/, $.comment],
  // a condition alone in a claim, or a name before `:`
  conflicts: ($) => [[$._head, $.setting, $.definition, $._term]],

  rules: {
    source_file: ($) => repeat($._statement),

    _statement: ($) => choice($.section, $.setting, $.rule, $.definition, $.remark, $.claim),

    section: ($) => seq($._head, field("body", $.body)),
    _head: ($) =>
      seq(
        field("name", alias($._name, $.section_name)),
        optional(field("title", $.string)),
        optional(seq(",", $.first_fits)),
        optional(seq("when", field("condition", $.condition), optional($.citation))),
      ),
    body: ($) => seq("{", repeat($._statement), "}"),

    setting: ($) =>
      seq(separated(",", field("name", alias($._name, $.setting_name))), ":", separated("|", $.reading), $._end),
    reading: ($) => seq(field("value", $.value), optional($.citation)),
    value: ($) => separated(",", repeat1(choice($._term, $.move, $.debt, $.string, "because"))),

    rule: ($) =>
      seq(
        choice(seq("when", field("condition", $.condition)), "otherwise"),
        "->",
        field("effects", $.effects),
        optional(field("told", $.string)),
        optional($.citation),
        $._end,
      ),
    effects: ($) => separated(",", $.effect_phrase),
    effect_phrase: ($) => repeat1($._term),

    definition: ($) =>
      seq(
        field("name", alias($._name, $.word_name)),
        "if",
        field("condition", $.condition),
        optional(separated(",", field("told", $.string))),
        optional($.citation),
        $._end,
      ),

    remark: ($) => seq($.string, optional($.citation), $._end),
    claim: ($) => seq(optional("when"), $.condition, optional($.citation), $._end),

    condition: ($) => repeat1($._term),
    group: ($) => seq("(", repeat1($._term), ")"),

    citation: ($) => seq("@", separated(",", $.origin)),
    origin: ($) =>
      seq(
        field("source", alias($._word, $.source)),
        field("place", $.string),
        optional(seq("because", field("because", $.string))),
      ),

    _term: ($) => choice($._word, $.number, $.ordinal, $.group, "/", ".."),
    _name: ($) => repeat1($._word),
    _word: ($) => choice($.keyword, $.effect, $.word, $.constant, $.player, $.identifier),

    // of two that are as long, the first counts
    first_fits: (_) => /the[ \t]+first[ \t]+that[ \t]+fits/,
    player: (_) => /South|North|East|West|player[ \t]+[1-6]/,
    effect: (_) => phrases(words.effects),
    word: (_) => phrases(words.words),
    constant: (_) => phrases(words.values),
    keyword: (_) => phrases(words.structure),
    ordinal: (_) => /[0-9]+(st|nd|rd|th)/,
    number: (_) => /[0-9]+/,
    debt: (_) => /-[0-9]+/,
    identifier: (_) => /\p{L}[\p{L}\p{M}\p{N}']*(-[\p{L}\p{M}\p{N}']+)*/,
    // a move with its direction or the choices made in it: `a1+`, `a1:b2`
    move: (_) => /\p{L}[\p{L}\p{M}\p{N}'-]*[+-]?(:\p{L}[\p{L}\p{M}\p{N}'-]*[+-]?)*/,

    string: (_) => /"[^"\r\n]*"/,
    comment: (_) => token(/\/\/[^\r\n]*/),
  },
});
