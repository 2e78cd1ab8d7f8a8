public import Foundation

/// The schema of a GraphQL service, which is used to validate requests and responses (GraphQL, section 3).
///
/// ```swift
/// let schema = try ServiceSchema(
///   definitions: "type Query { viewer: User } type User { name: String! }")
/// ```
/// Copies of a schema share its parsed definitions. The schema itself is validated only as far as requests and
/// responses depend on it. For example, a type must have the fields of its interfaces, but directives may be in any
/// location.
public struct ServiceSchema: Sendable {
  let content: Content

  package var system: TypeSystem { get throws(ServiceSchemaError) { try content.load().get() } }

  /// A description of the schema's errors, or nil if the schema is valid. The getter may read files.
  package var problem: String? {
    if case .failure(let error) = content.load() { "\(error)" } else { nil }
  }

  init(content: Content) { self.content = content }

  /// Creates a schema from text in the schema definition language.
  /// - Parameters:
  ///   - text: The type definitions and extensions.
  ///   - file: The file name that error messages show for the text.
  /// - Throws: ``ServiceSchemaError`` if the text can't be parsed or isn't a valid schema.
  public init(
    definitions text: String, file: String = "schema.graphqls"
  ) throws(ServiceSchemaError) {
    try self.init(definitions: [(file, text)])
  }

  /// Creates a schema from several texts in the schema definition language, which may extend each other's types.
  /// - Parameter texts: The texts, each with the file name that error messages show for it.
  /// - Throws: ``ServiceSchemaError`` if a text can't be parsed or the texts aren't a valid schema.
  public init(definitions texts: [(file: String, text: String)]) throws(ServiceSchemaError) {
    let system = try Self.read(texts.map { ($0.file, ContiguousArray($0.text.utf8)) })
    self.init(content: Content(system, .definitions(texts)))
  }

  /// Creates a schema from the response to an introspection query (GraphQL, section 4).
  /// - Parameters:
  ///   - introspection: The whole response, its `data`, or its `__schema`, as JSON in UTF-8. The response of an
  ///     older service may lack `isRepeatable`, `isOneOf`, and deprecated input values.
  ///   - file: The file name that error messages show for the JSON.
  /// - Throws: ``ServiceSchemaError`` if the JSON isn't the introspection response of a valid schema.
  public init(introspection: Data, file: String = "schema.json") throws(ServiceSchemaError) {
    let system = try Self.read(introspection: ContiguousArray(introspection), file: file)
    self.init(content: Content(system, .introspection(introspection, file: file)))
  }

  static func read(
    introspection: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> TypeSystem {
    let text = try IntrospectionReader.definitions(in: introspection, file: file)
    return try read([(file, text)], isIntrospection: true)
  }

  static func read(
    _ texts: [(file: String, bytes: ContiguousArray<UInt8>)], isIntrospection: Bool = false
  ) throws(ServiceSchemaError) -> TypeSystem {
    var bytes = ContiguousArray((TypeSystem.builtIns + TypeSystem.incrementalDirectives).utf8)
    bytes.reserveCapacity(texts.reduce(bytes.count) { $0 + $1.bytes.count + 1 })
    var sources: [TypeSystem.Source] = [("", 0..<bytes.count)]
    for text in texts {
      // The line break separates the last token of one file from the first token of the next file.
      bytes.append(0x0A)
      let start = bytes.count
      bytes.append(contentsOf: text.bytes)
      sources.append((text.file, start..<bytes.count))
    }
    guard bytes.count < Parser.sizeLimit else { throw .tooLarge }
    var parser = Parser()
    for source in sources {
      let text = bytes.span.extracting(first: source.range.upperBound)
      guard parser.parseTypeSystem(text, from: source.range.lowerBound) else {
        throw syntaxError(
          ContiguousArray(bytes[source.range]), source.file, isIntrospection: isIntrospection)
      }
    }
    var reader = SchemaReader(
      Document(bytes: bytes, definitions: parser.definitions, nodes: parser.nodes),
      builtIns: sources[0].range.upperBound)
    let (system, errors) = reader.typeSystem(isIntrospection ? [] : sources)
    func located(_ errors: [SchemaValidationError]) -> ServiceSchemaError {
      ServiceSchemaError(errors, in: bytes, sources, isIntrospection: isIntrospection)
    }
    guard let system else { throw located(errors) }
    var check = SchemaCheck(system)
    let found = check.errors()
    guard found.isEmpty else { throw located(found) }
    let unfit = located(check.unfitDefaults(isIntrospection: isIntrospection)).problems
    return unfit.isEmpty ? system : TypeSystem(system, scalarChecks: [:], unfitDefaults: unfit)
  }

  /// Parses one schema file again, so that the line and column of its syntax error are counted from its start.
  private static func syntaxError(
    _ bytes: ContiguousArray<UInt8>, _ file: String, isIntrospection: Bool
  ) -> ServiceSchemaError {
    var parser = Parser()
    _ = parser.parseTypeSystem(bytes.span, from: 0)
    guard let error = parser.error else { return ServiceSchemaError(problems: []) }
    let definitions = (try? Document.parse(bytes).get())?.definitions
    let isOfOperations = definitions?.allSatisfy { $0.kind != .typeSystem } == true
    let message = isOfOperations ? "This file has operations but no schema." : error.message
    if isIntrospection { return ServiceSchemaError(message, file: file) }
    return ServiceSchemaError(message, file: file, line: error.line, column: error.column)
  }
}

extension ServiceSchema {
  /// The storage that all copies of a ``ServiceSchema`` share, so that the schema is read only once.
  final class Content: Sendable {
    /// The source of a schema, from which another process can read the schema again.
    indirect enum Origin: Sendable {
      case definitions([(file: String, text: String)])
      case introspection(Data, file: String)
      case files([URL])
      /// The names of schema files and folders that haven't been located yet.
      case named([String])
      case missing
    }

    typealias Loaded = Result<TypeSystem, ServiceSchemaError>

    let origin: Origin
    let hasScalarChecks: Bool
    private let read: @Sendable () -> Loaded
    private let loaded = OnceValue<Loaded>()

    convenience init(_ types: TypeSystem, _ origin: Origin) {
      self.init(origin) { .success(types) }
      _ = load()
    }

    init(_ origin: Origin, hasScalarChecks: Bool = false, read: @escaping @Sendable () -> Loaded) {
      self.origin = origin
      self.hasScalarChecks = hasScalarChecks
      self.read = read
    }

    var isLoaded: Bool { loaded.made != nil }

    func load() -> Loaded { loaded.value(read) }
  }
}
