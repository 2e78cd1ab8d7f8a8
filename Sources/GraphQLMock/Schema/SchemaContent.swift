import Foundation

/// Shared by the copies of a ``ServiceSchema``: the origin of its text and, once it is needed, the type system.
final class SchemaContent: Sendable {
  /// Where the text comes from, for a process that needs the same schema.
  indirect enum Origin: Sendable {
    case definitions([(file: String, text: String)])
    case introspection(Data, file: String)
    case files([URL])
    /// Files and folders that weren't looked up near a source file.
    case named([String])
    /// No searched folder has it.
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

  /// Whether the type system is available without reading files.
  var isLoaded: Bool { loaded.made != nil }

  func load() -> Loaded { loaded.value(read) }
}
