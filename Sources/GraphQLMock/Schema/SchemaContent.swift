import Foundation

/// Shared by the copies of a ``ServiceSchema``.
final class SchemaContent: Sendable {
  /// Lets another process read the same schema.
  indirect enum Origin: Sendable {
    case definitions([(file: String, text: String)])
    case introspection(Data, file: String)
    case files([URL])
    /// Files and folders that weren't looked up near a source file.
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

  /// - Parameter read: Called where waiting for files is allowed.
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
