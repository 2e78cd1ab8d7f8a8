/// Why something was replaced.
enum RedactionReason: String, Sendable, Hashable {
  /// The name of a member, an argument, an item or a header field.
  case name
  /// A name or a path that the user stated.
  case stated
  /// It stands inside something that is a secret.
  case inside
  case shape
  /// It is a secret in another place.
  case value
}

/// A place where something was replaced, and why; the value is not told.
struct RedactedPlace: Sendable, Equatable {
  /// Such as `request.variables.input.password`.
  let path: String
  let reason: RedactionReason
}

/// Collects what was replaced while values are walked over; it stays on one thread.
final class RedactionLog {
  var path: [JSONPath.Component] = []
  private(set) var places: [RedactedPlace] = []
  /// The secrets that were found by name and by shape.
  private(set) var secrets: Set<ByteText> = []

  func add(_ secret: ByteText, _ reason: RedactionReason) {
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

  static let depthLimit = 64
}

extension RedactionLog? {
  /// Walks over a member, whether or not anybody listens.
  func within<Result>(_ name: String, _ body: () -> Result) -> Result {
    self?.path.append(.member(name))
    defer { self?.path.removeLast() }
    return body()
  }
}
