import Foundation

/// The storage that all copies of a ``ServiceSchema`` share, so that the schema is read only once.
final class SchemaContent: Sendable {
  /// The source of a schema, from which another process can read the schema again.
  indirect enum Origin: Sendable {
    case definitions([(file: String, text: String)])
    case introspection(Data, file: String)
    case files([URL])
    /// The names of files and folders whose location isn't known yet.
    case named([String])
    case missing
  }

  typealias Loaded = Result<TypeSystem, ServiceSchemaError>

  let origin: Origin
  let hasScalarChecks: Bool
  private let read: @Sendable () -> Loaded
  private let loaded: MadeOnce<Loaded>

  init(_ types: TypeSystem, _ origin: Origin) {
    self.origin = origin
    hasScalarChecks = false
    read = { .success(types) }
    loaded = MadeOnce(.success(types))
  }

  /// - Parameter read: A closure that reads the schema, and is called only on threads that may wait for files.
  init(
    _ origin: Origin, hasScalarChecks: Bool = false, read: @escaping @Sendable () -> Loaded
  ) {
    self.origin = origin
    self.hasScalarChecks = hasScalarChecks
    self.read = read
    loaded = MadeOnce()
  }

  var isLoaded: Bool { loaded.made != nil }

  func load() -> Loaded { loaded.value(read) }
}
