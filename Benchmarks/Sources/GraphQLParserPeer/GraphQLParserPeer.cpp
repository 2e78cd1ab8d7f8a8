#include "GraphQLParserPeer.h"

#include <cstdlib>
#include <memory>
#include <string>

#include "AstNode.h"
#include "GraphQLParser.h"
#include "parser.tab.hpp"
#include "lexer.h"
#include "syntaxdefs.h"

extern int yylex(YYSTYPE *value, yy::location *location, yyscan_t scanner);

long graphqlparser_count_tokens(const char *document) {
  yyscan_t scanner;
  LexerExtra extra;
  yylex_init_extra(&extra, &scanner);
  yy_switch_to_buffer(yy_scan_string(document, scanner), scanner);
  YYSTYPE value;
  yy::location location;
  long count = 0;
  while (yylex(&value, &location, scanner) != 0) count++;
  yylex_destroy(scanner);
  return count;
}

int graphqlparser_parse(const char *document) {
  const char *error = nullptr;
  const auto tree = facebook::graphql::parseString(document, &error);
  if (error) std::free(const_cast<char *>(error));
  return tree != nullptr;
}
