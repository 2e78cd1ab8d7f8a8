public import Foundation

extension ServiceSchema: ExpressibleByStringInterpolation {
  /// Creates a schema from the name of a file or folder, which is looked up near the caller's file.
  /// - Parameter name: The name of a file or folder, as in ``named(_:filePath:)``.
  public init(stringLiteral name: String) { self.init(names: [name]) }

  /// Creates a schema from several files, or from a file whose name is in a variable.
  ///
  /// ```swift
  /// MockGraphQLService(schema: .named("schema.graphqls", "extensions.graphqls"))
  /// ```
  /// The files are looked up in the folder of the caller's file and in its parent folders, and in their subfolders
  /// `Fixtures`. The schema is read at the first request that needs it. If it's invalid, these requests fail, and
  /// the error is reported.
  /// - Parameters:
  ///   - names: The names of files in the schema definition language (`.graphqls`, `.graphql`, `.gql`), of folders
  ///     with such files, except hidden ones, or of one `.json` file with the result of an introspection query.
  ///   - filePath: A source file near the schema. With `nil`, it's the file in which the schema is used.
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

  /// Looks up a schema that is stated by name. One with scalar checks has already been looked up.
  func placed(near filePath: String) -> ServiceSchema {
    guard case .named(let names) = content.origin else { return self }
    return ServiceSchema(found: names.map { FileFinder.find(.schema, $0, near: filePath) })
  }

  /// Creates a schema from the resources of a bundle, or from a folder `Fixtures` in the resources.
  /// - Parameters:
  ///   - names: The names of files or folders, as in ``named(_:filePath:)``.
  ///   - bundle: The bundle, such as `.module`.
  public init(_ names: String..., bundle: Bundle) {
    self.init(found: names.map { FileFinder.find(.schema, $0, in: bundle) })
  }

  /// Creates a schema from the URLs of its files.
  /// - Parameter urls: The URLs of files or folders, of the same types as in ``named(_:filePath:)``.
  public init(contentsOf urls: [URL]) { self.init(found: urls.map { .success($0) }) }

  /// Reads the schema if it hasn't been read yet, and throws an error if it can't be used.
  /// - Parameter filePath: The source file near which the schema is looked up. The default is the caller's file.
  /// - Throws: ``ServiceSchemaError`` if a file is missing, the schema is invalid, or a default value doesn't fit.
  public func check(filePath: String = #filePath) throws(ServiceSchemaError) {
    let unfit = try placed(near: filePath).system.unfitDefaults
    if !unfit.isEmpty { throw ServiceSchemaError(problems: unfit) }
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
  /// Services that state the same files share a schema, which is parsed once. Changing a file doesn't change the date
  /// of its folder, so the key has every file.
  private static let known = SmallCache<[State], ServiceSchema.Content>()

  private struct State: Equatable, Sendable {
    let url: URL
    /// The URL of the file or its folder, as messages and launch plans show it.
    let stated: URL
    let target: URL
    let changed: Date?
    let size: Int?

    init(_ url: URL, _ stated: URL) {
      (self.url, self.stated) = (url, stated)
      // The attributes of a symbolic link don't change with its target.
      target = url.resolvingSymlinksInPath()
      let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
      changed = attributes?[.modificationDate] as? Date
      size = (attributes?[.size] as? NSNumber)?.intValue
    }
  }

  static func content(of urls: [URL]) -> ServiceSchema.Content {
    let states = urls.flatMap { url in
      ((try? FileFinder.files(of: .schema, at: url)) ?? [url]).map { State($0, url) }
    }
    return known.value(for: states) { _ in
      ServiceSchema.Content(.files(urls)) {
        Result { () throws(ServiceSchemaError) in try read(urls) }
      }
    }
  }

  private static func read(_ urls: [URL]) throws(ServiceSchemaError) -> TypeSystem {
    var texts: [(file: String, bytes: ContiguousArray<UInt8>)] = []
    do throws(FileFinder.Failure) {
      for url in urls {
        // Messages show the path below the folder.
        let start = url.isFolder ? url.path.count + 1 : nil
        texts += try FileFinder.contents(of: .schema, at: url).map { file, bytes in
          (start.map { "\(file.path.dropFirst($0))" } ?? file.lastPathComponent, bytes)
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
  /// Each call creates a new cache for validated documents, so keep the result in a `static let`.
  /// - Parameters:
  ///   - scalars: The checks, with the names of scalars as keys. They replace earlier checks. A scalar without a
  ///     check accepts any value. A name that isn't a custom scalar of the schema makes the schema invalid.
  ///   - filePath: The source file near which the schema is looked up. The default is the caller's file.
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
