/// Collects the paths and values of secrets that are replaced. It must be used on one thread only.
final class RedactionLog {
  /// Why a value is a secret. Recordings contain these words, so they mustn't change.
  enum Reason: String, Sendable, Hashable {
    case name
    /// The user's rules list the value, or its name or path.
    case stated
    /// An object or list around the value has the name of a secret.
    case inside
    case shape
    /// An equal value elsewhere in the request or response is a secret.
    case value
  }

  struct RedactedPlace: Sendable, Equatable {
    let path: String
    let reason: Reason
  }

  var path: [JSONPath.Component] = []
  private(set) var places: [RedactedPlace] = []
  /// All secrets except those that were known before.
  private(set) var secrets: Set<ByteText> = []

  func add(_ secret: ByteText, _ reason: Reason) {
    let place = RedactedPlace(path: pathText, reason: reason)
    if places.last != place { places.append(place) }
    if reason != .value { secrets.insert(secret) }
  }

  private var pathText: String {
    var text = ""
    for component in path.prefix(Self.depthLimit) {
      switch component {
      case .member(let name): text += text.isEmpty ? name : "." + name
      case .element(let index): text += "[\(index)]"
      }
    }
    return path.count > Self.depthLimit ? text + "…" : text
  }

  /// The number of components that a path shows. Without a limit, deep JSON would take quadratic time.
  static let depthLimit = 64
}

extension RedactionLog? {
  func within<Result>(_ name: String, _ body: () -> Result) -> Result {
    self?.path.append(.member(name))
    defer { self?.path.removeLast() }
    return body()
  }
}
