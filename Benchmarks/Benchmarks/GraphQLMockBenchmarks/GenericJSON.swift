/// The generic value that clients and mocks decode JSON to with Foundation's `JSONDecoder`.
indirect enum GenericJSON: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([GenericJSON])
  case object([String: GenericJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([GenericJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: GenericJSON].self))
    }
  }
}

/// A GraphQL request with its variables.
struct DecodableRequest: Decodable, Sendable {
  let query: String
  let operationName: String?
  let variables: GenericJSON?
}

/// A GraphQL request without its variables.
struct DecodableRequestHead: Decodable, Sendable {
  let query: String
  let operationName: String?
}
