import Foundation

/// A condition on the name of an operation, which a string literal can express.
///
/// ```swift
/// .query("Viewer", …)                   // this name
/// .query(.named(name), …)               // this name, from a variable
/// .query(.anonymous, …)                 // no name
/// .mutation(.any, …)                    // any name, or none
/// .query(.prefix("Get"), …)
/// .query(.pattern("Get(User|Team)s?"), …)
/// .query(.where { $0.count < 4 }, …)
/// ```
public struct OperationName: Sendable, ExpressibleByStringInterpolation {
  enum Rule: Sendable {
    case any
    case anonymous
    case exactly(String)
    case prefix(String)
    case pattern(OperationName.Pattern)
    case predicate(@Sendable (String) -> Bool)
  }

  let rule: Rule

  /// Matches this name, compared byte by byte.
  public init(stringLiteral value: String) { rule = .exactly(value) }

  private init(rule: Rule) { self.rule = rule }

  func matches(_ name: String?) -> Bool {
    switch rule {
    case .any: true
    case .anonymous: name == nil
    case .exactly(let expected): Bytes.areEqual(name, expected)
    case .prefix(let prefix): name.map { $0.utf8.starts(with: prefix.utf8) } ?? false
    case .pattern(let pattern): name.map(pattern.matches) ?? false
    case .predicate(let predicate): name.map(predicate) ?? false
    }
  }

  var exactName: String? {
    if case .exactly(let name) = rule { name } else { nil }
  }

  /// The Swift spelling.
  package var statement: String {
    switch rule {
    case .any: ".any"
    case .anonymous: ".anonymous"
    case .exactly(let name): name.swiftLiteral
    case .prefix(let prefix): ".prefix(\(prefix.swiftLiteral))"
    case .pattern(let pattern): ".pattern(\(pattern.text.swiftLiteral))"
    case .predicate: ".where { … }"
    }
  }

  var patternError: String? {
    switch rule {
    case .pattern(let pattern): pattern.error
    case .exactly(let name) where name.contains("{"):
      "\(name.swiftLiteral) isn't a name; to match a document, use .operation(document:)."
    default: nil
    }
  }

  /// Matches this name, compared byte by byte.
  public static func named(_ name: String) -> OperationName {
    OperationName(rule: .exactly(name))
  }

  /// Matches any name, and anonymous operations.
  public static var any: OperationName { OperationName(rule: .any) }

  /// Matches anonymous operations, such as `query { … }` or `{ … }` (GraphQL, section 2.4 "Operations").
  public static var anonymous: OperationName { OperationName(rule: .anonymous) }

  /// Matches names with this prefix.
  public static func prefix(_ prefix: String) -> OperationName {
    OperationName(rule: .prefix(prefix))
  }

  /// Matches names that a regular expression matches as a whole.
  /// - Parameter pattern: A pattern of `NSRegularExpression`. Registering a handler with an invalid one fails the test.
  public static func pattern(_ pattern: String) -> OperationName {
    OperationName(rule: .pattern(OperationName.Pattern(pattern)))
  }

  /// Matches names for which a closure returns true.
  /// - Parameter predicate: A closure that may be called several times for a request, from any thread.
  public static func `where`(
    _ predicate: @escaping @Sendable (_ name: String) -> Bool
  ) -> OperationName {
    OperationName(rule: .predicate(predicate))
  }

  /// A regular expression that must match the whole name, compiled once.
  final class Pattern: @unchecked Sendable {
    // Unchecked: immutable, and `NSRegularExpression` is documented as thread-safe.
    let text: String
    let error: String?
    private let expression: NSRegularExpression?

    init(_ text: String) {
      self.text = text
      do {
        expression = try NSRegularExpression(pattern: "^(?:\(text))$")
        error = nil
      } catch {
        expression = nil
        self.error = "\(text.swiftLiteral) isn't a regular expression."
      }
    }

    func matches(_ name: String) -> Bool {
      let range = NSRange(location: 0, length: name.utf16.count)
      return expression?.firstMatch(in: name, range: range) != nil
    }
  }
}
