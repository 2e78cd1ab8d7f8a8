import Foundation

/// What the copies of a ``ServiceSchema`` share: where its text comes from and, once somebody asked,
/// the type system and what was found out with it.
final class SchemaContent: Sendable {
  /// Where the text comes from, for a process that is to have the same schema.
  indirect enum Origin: Sendable {
    case definitions([(file: String, text: String)])
    case introspection(Data, file: String)
    /// Files and folders.
    case files([URL])
    /// Files and folders that were not looked up near any source file.
    case named([String])
    /// None of the places that were searched has it.
    case missing
  }

  typealias Loaded = Result<TypeSystem, ServiceSchemaError>

  let origin: Origin
  /// Whether closures of the test validate values of custom scalars.
  let hasScalarChecks: Bool
  private let read: @Sendable () -> Loaded
  private let loaded: MadeOnce<Loaded>

  init(_ types: TypeSystem, _ origin: Origin) {
    self.origin = origin
    hasScalarChecks = false
    read = { .success(types) }
    loaded = MadeOnce(.success(types))
  }

  /// - Parameter read: Reads the text, where waiting for files is allowed.
  init(
    _ origin: Origin, hasScalarChecks: Bool = false, read: @escaping @Sendable () -> Loaded
  ) {
    self.origin = origin
    self.hasScalarChecks = hasScalarChecks
    self.read = read
    loaded = MadeOnce()
  }

  /// Whether asking for the type system touches no file and takes no time.
  var isLoaded: Bool { loaded.made != nil }

  func load() -> Loaded { loaded.value(read) }
}
