// simdjson On-Demand, doing what a body decoder does.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many bytes must be readable after the body.
size_t simdjson_padding(void);

/// Decodes a GraphQL request: the document and the operation name unescaped, the variables as text,
/// all of them copied. Returns how many bytes of document and variables there are; -1 on an error.
long simdjson_decode(const uint8_t *body, size_t length, size_t capacity);

#ifdef __cplusplus
}
#endif
