// The end of a statement. A statement is a line; a line that begins with `->`, `@`, `|`, `and`, `or`, or with a player's row
// of a drawn board, goes on with the line before. Where a statement cannot end, as behind a comma, nothing is asked here.

#include "tree_sitter/parser.h"

enum TokenType { END };

void *tree_sitter_mancala_external_scanner_create(void) { return NULL; }
void tree_sitter_mancala_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_mancala_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_mancala_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_gap(int32_t c) { return c == ' ' || c == '\t'; }

static bool is_line_end(int32_t c) { return c == '\n' || c == '\r'; }

// Whether the next letters are this word; reads as many of them as fit.
static bool word(TSLexer *lexer, const char *letters) {
  for (; *letters; letters++) {
    if (lexer->lookahead != *letters) return false;
    lexer->advance(lexer, false);
  }
  return true;
}

// Whether seeds follow: a gap, and a digit.
static bool seeds(TSLexer *lexer) {
  if (!is_gap(lexer->lookahead)) return false;
  while (is_gap(lexer->lookahead)) lexer->advance(lexer, false);
  return lexer->lookahead >= '0' && lexer->lookahead <= '9';
}

// Whether the line that begins here goes on with the line before.
static bool goes_on(TSLexer *lexer) {
  switch (lexer->lookahead) {
    case '@':
    case '|':
      return true;
    case '-':
      return word(lexer, "->");
    case 'a':
      return word(lexer, "and ");
    case 'o':
      return word(lexer, "or ");
    case 'S':
      return word(lexer, "South") && seeds(lexer);
    case 'N':
      return word(lexer, "North") && seeds(lexer);
    case 'E':
      return word(lexer, "East") && seeds(lexer);
    case 'W':
      return word(lexer, "West") && seeds(lexer);
    default:
      return false;
  }
}

bool tree_sitter_mancala_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  if (!valid_symbols[END]) return false;
  // the end has no length; what is read from here on is only looked at
  lexer->mark_end(lexer);
  lexer->result_symbol = END;
  bool is_new_line = false;
  while (is_gap(lexer->lookahead) || is_line_end(lexer->lookahead)) {
    is_new_line = is_new_line || is_line_end(lexer->lookahead);
    lexer->advance(lexer, false);
  }
  if (lexer->eof(lexer) || lexer->lookahead == '}') return true;
  return is_new_line && !goes_on(lexer);
}
