// libgraphqlparser, as far as it is measured.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads all tokens of a document that ends in a zero byte.
/// Returns how many there are; -1 if one is faulty.
long graphqlparser_count_tokens(const char *document);

/// Parses a document that ends in a zero byte into a syntax tree.
/// Returns whether it could be read.
int graphqlparser_parse(const char *document);

#ifdef __cplusplus
}
#endif
