/// Why no answer can be made up for an operation.
enum GenerationError: Error, Sendable, Equatable {
  /// Fields are nested deeper than is followed.
  case tooDeep(limit: Int)
  /// The answer would have more values than is sensible.
  case tooLarge(limit: Int)
  /// The texts of the answer would have more bytes than is sensible.
  case tooLong(limit: Int)
  /// Fragments are spread in more ways than are followed.
  case tooComplex
  /// The schema is asked what it says of itself (GraphQL, section 4.2 "Schema Introspection").
  case introspection(field: String)

  /// The whole message.
  var message: String {
    switch self {
    case .tooDeep(let limit):
      "No answer is made up for fields that are nested more than \(limit) deep."
    case .tooLarge(let limit):
      "No answer is made up that has more than \(limit) values."
    case .tooLong(let limit):
      "No answer is made up whose names and texts have more than \(limit) bytes."
    case .tooComplex:
      "No answer is made up for a document whose fragments are spread in so many ways."
    case .introspection(let field):
      "\"\(field)\" asks for introspection; register a handler that answers it."
    }
  }
}
