import Foundation

/// What the copies of a ``ServiceSchema`` share: where its text comes from and, once somebody asked,
/// the type system and what was found out with it.
final class SchemaContent: Sendable {
  /// Where the text comes from, for a process that is to have the same schema.
  enum Origin: Sendable {
    case definitions([(file: String, text: String)])
    case introspection(Data, file: String)
    /// Files and folders.
    case files([URL])
    /// None of the places that were searched has it.
    case missing
  }

  typealias Loaded = Result<TypeSystem, ServiceSchemaError>

  let origin: Origin
  /// Whether closures of the test judge values of custom scalars.
  let hasScalarChecks: Bool
  private let read: @Sendable () -> Loaded
  private let loaded: Locked<(types: Loaded, judge: RequestJudge?)?>

  init(_ types: TypeSystem, _ origin: Origin) {
    self.origin = origin
    hasScalarChecks = false
    read = { .success(types) }
    loaded = Locked((.success(types), RequestJudge(types)))
  }

  /// - Parameter read: Reads the text, where waiting for files is allowed.
  init(
    _ origin: Origin, hasScalarChecks: Bool = false, read: @escaping @Sendable () -> Loaded
  ) {
    self.origin = origin
    self.hasScalarChecks = hasScalarChecks
    self.read = read
    loaded = Locked(nil)
  }

  /// Whether asking for the type system touches no file and takes no time.
  var isLoaded: Bool { loaded.withLock { $0 != nil } }

  func load() -> Loaded { state.types }

  /// What judges by this schema; nil if it can't be read.
  var judge: RequestJudge? { state.judge }

  private var state: (types: Loaded, judge: RequestJudge?) {
    if let known = loaded.withLock({ $0 }) { return known }
    // Two threads may read it at once: cheaper than files under a lock. The first one counts, so that
    // what is found out is found out once.
    let types = read()
    return loaded.withLock { state in
      if let known = state { return known }
      let new = (types: types, judge: (try? types.get()).map { RequestJudge($0) })
      state = new
      return new
    }
  }
}
