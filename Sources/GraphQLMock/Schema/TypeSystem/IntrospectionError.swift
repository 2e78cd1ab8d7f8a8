/// An error in the JSON of an introspection response, with the path of the invalid value.
indirect enum IntrospectionError: Error, Sendable, Equatable {
  case notJSON(String)
  case noSchema
  case noList(JSONPath)
  case noName(JSONPath)
  case noValue(JSONPath)
  case unknownKind(JSONPath)
  /// A type lacks its `ofType`, because the introspection query doesn't select enough levels.
  case typeCutOff(JSONPath)
  case nonNullTwice(JSONPath)

  var message: String {
    switch self {
    case .notJSON(let reason): "Invalid JSON: \(reason)."
    case .noSchema: "This isn't a response to an introspection query: it has no \"__schema\"."
    case .noList(let path): "\(path) must be a list."
    case .noName(let path): "\(path) must be a name."
    case .noValue(let path): "\(path) must be a GraphQL literal."
    case .unknownKind(let path): "\(path) must be a kind of named type."
    case .typeCutOff(let path):
      "\(path) is incomplete: the introspection query selects too few levels of \"ofType\"."
    case .nonNullTwice(let path): "\(path) is non-null twice."
    }
  }
}
