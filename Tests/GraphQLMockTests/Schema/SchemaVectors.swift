import TestSupport

@testable import GraphQLMock

/// The input of `scripts/check-schema.py`, and the contents of its vectors.
struct SchemaVectors: Decodable, Sendable {
  var faulty: [Faulty]?
  var readings: [Reading]
  var schemas: [String: String]
  var answers: [Answer]

  struct Faulty: Decodable, Sendable {
    var text: String
    var messages: [String]
  }

  struct Reading: Decodable, Sendable {
    var name: String
    /// The definitions, or `introspection` instead.
    var text: String?
    var introspection: JSONText?
    var printed: PrintedSchema?

    func schema() throws -> ServiceSchema {
      if let text { return try ServiceSchema(definitions: text) }
      return try ServiceSchema(introspection: (introspection?.json ?? .null).encoded())
    }
  }

  struct Answer: Decodable, Sendable {
    var schema: String
    var document: String
    var variables: JSONText
    /// A valid response.
    var data: JSONText
    /// Invalid responses.
    var broken: [Broken]
  }

  struct Broken: Decodable, Sendable {
    var data: JSONText
    var says: [String]
  }

  /// JSON as a string in JSON: decoding a value takes fifty times as long as parsing it.
  struct JSONText: Codable, Sendable {
    var json: MockJSON

    init(_ json: MockJSON) { self.json = json }

    init(from decoder: any Decoder) throws {
      json = try MockJSON(parsing: decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(json.description)
    }
  }

  private static let loaded = Result { try VectorFile.load("schemas", as: SchemaVectors.self) }

  static func load() throws -> SchemaVectors { try loaded.get() }
}

extension SchemaVectors.Answer {
  /// The problems of a response, in the format of the vectors.
  func problems(in data: MockJSON, _ system: TypeSystem) throws -> [String] {
    let document = try Document.parse(document).get()
    let operation = try document.selectOperation(named: nil).get()
    return ResponseCheck.problems(
      in: data, for: operation, of: document, in: system,
      variables: SelectedOperation(document: document, operation: operation)
        .fillingIn(variables.json)
    ).map { problem in
      switch problem.fault {
      case .missing(let key, _, _): "missing \(key) in \(problem.path)"
      case .notSelected(let key, _): "notSelected \(key) in \(problem.path)"
      case .null(let type): "null \(type) in \(problem.path)"
      case .wrongType(let type, _): "wrongType \(type) in \(problem.path)"
      default: "\(problem.fault) in \(problem.path)"
      }
    }
  }

  /// A generated response.
  func generated(_ system: TypeSystem) throws -> MockJSON {
    let document = try Document.parse(document).get()
    let operation = try document.selectOperation(named: nil).get()
    return try ResponseGenerator.data(
      for: operation, of: document, in: system,
      variables: SelectedOperation(document: document, operation: operation)
        .fillingIn(variables.json),
      overrides: ResolvedOverrides([:], in: system)
    ).get().data
  }
}
