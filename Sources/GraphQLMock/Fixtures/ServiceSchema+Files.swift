public import Foundation

extension ServiceSchema: ExpressibleByStringInterpolation {
  /// Names a schema near the file of the function that takes it.
  /// - Parameter name: A file or a folder, as ``named(_:filePath:)`` takes it.
  public init(stringLiteral name: String) { self.init(names: [name]) }

  /// Names a schema by a variable, or by several files.
  ///
  /// ```swift
  /// MockGraphQLService(schema: .named("schema.graphqls", "extensions.graphqls"))
  /// ```
  /// The function that takes the schema looks it up near its caller: upward, in each folder and in `Fixtures`
  /// there, no further than the package's root. It is read when a request needs it first, once in a process as
  /// long as its files stay as they are. An error in it fails the requests, and is reported.
  /// - Parameters:
  ///   - names: Files in the schema definition language, which may extend each other; folders of such
  ///     files (`.graphqls`, `.graphql`, `.gql`); or one file `.json` with the answer to an
  ///     introspection query.
  ///   - filePath: The path of a source file near the schema; nil looks near the file of the function that takes
  ///     the schema.
  /// - Returns: the schema.
  public static func named(_ names: String..., filePath: String? = nil) -> ServiceSchema {
    let schema = ServiceSchema(names: names)
    return filePath.map(schema.placed) ?? schema
  }

  private init(names: [String]) {
    self.init(
      content: SchemaContent(.named(names)) {
        .failure(ServiceSchemaError(.unplaced(.schema, names)))
      })
  }

  func placed(near filePath: String) -> ServiceSchema {
    guard case .named(let names) = content.origin else { return self }
    return ServiceSchema(found: names.map { FileFinder.find(.schema, $0, near: filePath) })
  }

  /// Finds a schema in the resources of a bundle, or in a folder `Fixtures` there.
  /// - Parameters:
  ///   - names: Files or folders, as ``named(_:filePath:)`` takes them.
  ///   - bundle: The bundle, such as `.module`.
  public init(_ names: String..., bundle: Bundle) {
    self.init(found: names.map { FileFinder.find(.schema, $0, in: bundle) })
  }

  /// Takes files whose location is known.
  /// - Parameter urls: Files or folders, as ``named(_:filePath:)`` takes them.
  public init(contentsOf urls: [URL]) { self.init(found: urls.map { .success($0) }) }

  /// Finds out what is wrong with the schema: reads it, if it was not read yet.
  /// - Parameter filePath: The path of the source file near which a name is looked up; the caller's as a rule.
  /// - Throws: ``ServiceSchemaError`` when a file is not there, or the schema is invalid.
  public func check(filePath: String = #filePath) throws(ServiceSchemaError) {
    _ = try placed(near: filePath).system
  }

  private init(found: [Result<URL, FileFinder.Failure>]) {
    do throws(FileFinder.Failure) {
      let urls = try found.map { url throws(FileFinder.Failure) in try url.get() }
      self.init(content: SchemaFiles.content(of: urls))
    } catch {
      self.init(content: SchemaContent(.missing) { .failure(ServiceSchemaError(error)) })
    }
  }
}

private enum SchemaFiles {
  private static let endings = ["graphqls", "graphql", "gql"]
  /// A small cache is enough, because a process uses few schemas.
  private static let known = SmallCache<[State], SchemaContent>()

  private struct State: Equatable, Sendable {
    let url: URL
    let changed: Date?
    let size: Int?

    init(_ url: URL) {
      self.url = url
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      changed = attributes?[.modificationDate] as? Date
      size = (attributes?[.size] as? NSNumber)?.intValue
    }
  }

  static func content(of urls: [URL]) -> SchemaContent {
    // A changed file doesn't change its folder, so the folder's files are the key.
    let files = urls.flatMap { (try? FileFinder.files(at: $0, endings: endings)) ?? [$0] }
    return known.value(for: files.map(State.init)) { _ in
      SchemaContent(.files(urls)) {
        Result { () throws(ServiceSchemaError) in try read(urls) }
      }
    }
  }

  private static func read(_ urls: [URL]) throws(ServiceSchemaError) -> TypeSystem {
    var texts: [(file: String, bytes: ContiguousArray<UInt8>)] = []
    do throws(FileFinder.Failure) {
      for url in urls {
        let folder = url.isFolder ? url.path : nil
        texts += try FileFinder.contents(of: url, endings: endings).map { file, bytes in
          (folder.map { "\(file.path.dropFirst($0.count + 1))" } ?? file.lastPathComponent, bytes)
        }
      }
    } catch {
      throw ServiceSchemaError(error)
    }
    if texts.count == 1, texts[0].file.lowercased().hasSuffix(".json") {
      return try ServiceSchema.read(introspection: texts[0].bytes, file: texts[0].file)
    }
    return try ServiceSchema.read(texts)
  }
}

extension ServiceSchemaError {
  init(_ error: FileFinder.Failure) {
    self.init(error.message)
  }
}

extension ServiceSchema {
  /// The same schema with checks of its custom scalars, in place of checks of the same scalars.
  ///
  /// ```swift
  /// ServiceSchema("schema.graphqls").checking(["DateTime": .string])
  /// ```
  /// What was validated before is known to this value and its copies: keep it in a `static let`.
  /// - Parameters:
  ///   - scalars: The checks by name of the scalar; a scalar without one may be anything. A
  ///     name that is no custom scalar of the schema makes the schema unusable.
  ///   - filePath: The path of the source file near which a name is looked up; the caller's as a rule.
  /// - Returns: the schema.
  public func checking(
    _ scalars: [String: ScalarCheck], filePath: String = #filePath
  ) -> ServiceSchema {
    let base = placed(near: filePath).content
    return ServiceSchema(
      content: SchemaContent(base.origin, hasScalarChecks: true) {
        base.load().flatMap { types in types.checking(scalars) }
      })
  }
}
