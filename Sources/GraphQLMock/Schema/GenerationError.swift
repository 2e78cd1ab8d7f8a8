enum GenerationError: Error, Sendable, Equatable {
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
  case tooLong(limit: Int)
  case tooComplex
  /// The operation selects introspection (section 4.2).
  case introspection(field: String)

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
