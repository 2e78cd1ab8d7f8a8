#include "SimdjsonPeer.h"

#include <string>

#include <simdjson.h>

using namespace simdjson;

size_t simdjson_padding(void) { return SIMDJSON_PADDING; }

long simdjson_decode(const uint8_t *body, size_t length, size_t capacity) {
  // Kept from body to body, as simdjson recommends.
  static thread_local ondemand::parser parser;
  ondemand::document document;
  if (parser.iterate(body, length, capacity).get(document)) return -1;
  ondemand::object object;
  if (document.get_object().get(object)) return -1;
  std::string query, name, variables;
  for (auto field : object) {
    std::string_view key;
    if (field.unescaped_key().get(key)) return -1;
    if (key == "query" || key == "operationName") {
      std::string_view text;
      if (field.value().get_string().get(text)) return -1;
      (key == "query" ? query : name).assign(text);
    } else if (key == "variables") {
      ondemand::object value;
      std::string_view text;
      if (field.value().get_object().get(value) || value.raw_json().get(text)) return -1;
      variables.assign(text);
    }
  }
  return static_cast<long>(query.size() + variables.size());
}
