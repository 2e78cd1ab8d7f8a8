public import Foundation

extension ServiceSchema: ExpressibleByStringInterpolation {
  /// Creates a schema that is looked up near the caller of the function that receives it.
  /// - Parameter name: A file or a folder, as in ``named(_:filePath:)``.
  public init(stringLiteral name: String) { self.init(names: [name]) }

  /// Creates a schema from several files, or from a name in a variable.
  ///
  /// ```swift
  /// MockGraphQLService(schema: .named("schema.graphqls", "extensions.graphqls"))
  /// ```
  /// The schema is looked up from the caller's file up to the package's root, in each folder and in `Fixtures` there.
  /// It is read at the first request that needs it, and again only if its files change. An error in it fails the
  /// requests and is reported.
  /// - Parameters:
  ///   - names: Files in the schema definition language, which can extend each other; folders of such files
  ///     (`.graphqls`, `.graphql`, `.gql`); or one `.json` file with the result of an introspection query.
  ///   - filePath: The path of a source file near the schema, or `nil` for the caller of the receiving function.
  public static func named(_ names: String..., filePath: String? = nil) -> ServiceSchema {
    let schema = ServiceSchema(names: names)
    return filePath.map(schema.placed) ?? schema
  }

  private init(names: [String]) {
    self.init(
      content: Content(.named(names)) {
        .failure(ServiceSchemaError(FileFinder.Failure.unplaced(.schema, names).message))
      })
  }

  func placed(near filePath: String) -> ServiceSchema {
    guard case .named(let names) = content.origin else { return self }
    return ServiceSchema(found: names.map { FileFinder.find(.schema, $0, near: filePath) })
  }

  /// Creates a schema from the resources of a bundle, or from a folder `Fixtures` in them.
  /// - Parameters:
  ///   - names: Files or folders, as in ``named(_:filePath:)``.
  ///   - bundle: The bundle, such as `.module`.
  public init(_ names: String..., bundle: Bundle) {
    self.init(found: names.map { FileFinder.find(.schema, $0, in: bundle) })
  }

  /// Creates a schema from files whose location is known.
  /// - Parameter urls: Files or folders, as in ``named(_:filePath:)``.
  public init(contentsOf urls: [URL]) { self.init(found: urls.map { .success($0) }) }

  /// Reads the schema, unless it was read before, and throws if it can't be used.
  /// - Parameter filePath: The path of the source file near which a name is looked up, by default the caller's.
  /// - Throws: ``ServiceSchemaError`` if a file is missing or the schema is invalid.
  public func check(filePath: String = #filePath) throws(ServiceSchemaError) {
    _ = try placed(near: filePath).system
  }

  private init(found: [Result<URL, FileFinder.Failure>]) {
    do throws(FileFinder.Failure) {
      let urls = try found.map { url throws(FileFinder.Failure) in try url.get() }
      self.init(content: SchemaFiles.content(of: urls))
    } catch {
      self.init(content: Content(.missing) { .failure(ServiceSchemaError(error.message)) })
    }
  }
}

private enum SchemaFiles {
  private static let endings = ["graphqls", "graphql", "gql"]
  private static let known = SmallCache<[State], ServiceSchema.Content>()

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

  static func content(of urls: [URL]) -> ServiceSchema.Content {
    // The key of the cache has each file of a folder, because a changed file does not change the date of its folder.
    let files = urls.flatMap { (try? FileFinder.files(at: $0, endings: endings)) ?? [$0] }
    return known.value(for: files.map(State.init)) { _ in
      ServiceSchema.Content(.files(urls)) {
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
      throw ServiceSchemaError(error.message)
    }
    if texts.count == 1, texts[0].file.lowercased().hasSuffix(".json") {
      return try ServiceSchema.read(introspection: texts[0].bytes, file: texts[0].file)
    }
    return try ServiceSchema.read(texts)
  }
}

extension ServiceSchema {
  /// Returns a copy of the schema that checks the values of custom scalars.
  ///
  /// ```swift
  /// ServiceSchema("schema.graphqls").checking(["DateTime": .string])
  /// ```
  /// Only this value and its copies share the results of earlier validations, so keep it in a `static let`.
  /// - Parameters:
  ///   - scalars: The checks by scalar name, which replace earlier ones. A scalar without a check accepts any value.
  ///     If a name isn't a custom scalar of the schema, the schema can't be used.
  ///   - filePath: The path of the source file near which a name is looked up, by default the caller's.
  public func checking(
    _ scalars: [String: ScalarCheck], filePath: String = #filePath
  ) -> ServiceSchema {
    let base = placed(near: filePath).content
    return ServiceSchema(
      content: Content(base.origin, hasScalarChecks: true) {
        base.load().flatMap { types in types.checking(scalars) }
      })
  }
}
