import Foundation

/// A condition on the name of an operation, which you can write as a string literal.
///
/// ```swift
/// .query("Viewer", …)                   // the name Viewer
/// .query(.named(name), …)               // the name in a variable
/// .query(.anonymous, …)                 // only operations without a name
/// .mutation(.any, …)                    // any name or no name
/// .query(.prefix("Get"), …)
/// .query(.pattern("Get(User|Team)s?"), …)
/// .query(.where { $0.count < 4 }, …)
/// ```
public struct NameCondition: RequestCondition, Sendable, ExpressibleByStringInterpolation {
  enum Rule: Sendable {
    case any
    case anonymous
    case exactly(String)
    case prefix(String)
    case pattern(NameCondition.Pattern)
    case predicate(@Sendable (String) -> Bool)
  }

  let rule: Rule

  /// Creates a condition that matches exactly one name.
  public init(stringLiteral value: String) { rule = .exactly(value) }

  private init(rule: Rule) { self.rule = rule }

  func matches(_ request: IncomingRequest) -> Bool { matches(request.operation?.name) }

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

  /// Whether comparing a name runs a closure or a regular expression of the test, see `RequestHandler.hasUserCode`.
  var runsCode: Bool {
    switch rule {
    case .pattern, .predicate: true
    case .any, .anonymous, .exactly, .prefix: false
    }
  }

  /// The only name that matches, or nil if several do. `OperationCondition.exactName` also considers the document.
  package var exactName: String? { if case .exactly(let name) = rule { name } else { nil } }

  package var isClosure: Bool { if case .predicate = rule { true } else { false } }

  /// The Swift code of the condition, such as `.prefix("Get")`.
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

  /// The reason why no name can match, which makes the handler invalid.
  var patternError: String? {
    switch rule {
    case .pattern(let pattern): pattern.error
    case .exactly(let name) where name.contains("{"):
      "\(name.swiftLiteral) isn't a name; to match a document, use .operation(document:)."
    case .any, .anonymous, .exactly, .prefix, .predicate: nil
    }
  }

  /// Creates a condition that matches exactly one name, which is compared byte by byte.
  public static func named(_ name: String) -> NameCondition { NameCondition(rule: .exactly(name)) }

  /// A condition that matches every operation, with or without a name.
  public static var any: NameCondition { NameCondition(rule: .any) }

  /// A condition that matches operations without a name, such as `{ … }` (GraphQL, section 2.4 "Operations").
  public static var anonymous: NameCondition { NameCondition(rule: .anonymous) }

  /// Creates a condition that matches all names that begin with a prefix.
  public static func prefix(_ prefix: String) -> NameCondition {
    NameCondition(rule: .prefix(prefix))
  }

  /// Creates a condition that matches names by a regular expression, which must match the whole name.
  /// - Parameter pattern: A pattern for `NSRegularExpression`. An invalid pattern fails the test.
  public static func pattern(_ pattern: String) -> NameCondition {
    NameCondition(rule: .pattern(NameCondition.Pattern(pattern)))
  }

  /// Creates a condition that matches names for which a closure returns true.
  /// - Parameter predicate: A closure that receives a name. It runs once for a request, on any thread.
  public static func `where`(
    _ predicate: @escaping @Sendable (_ name: String) -> Bool
  ) -> NameCondition {
    NameCondition(rule: .predicate(predicate))
  }

  /// A regular expression for the names of operations, which is compiled only once. It must match the whole name.
  final class Pattern: @unchecked Sendable {
    // `@unchecked Sendable` is safe, because the properties are constants and `NSRegularExpression` is thread-safe.
    let text: String
    let error: String?
    private let expression: NSRegularExpression?

    init(_ text: String) {
      self.text = text
      do {
        // Alone, the text must be valid, too, unlike "Get)|(?:Set".
        _ = try NSRegularExpression(pattern: text)
        // Unlike "$", "\z" doesn't match before a newline at the end.
        expression = try NSRegularExpression(pattern: #"^(?:\#(text))\z"#)
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

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    if patternError != nil { return nil }
    if case .anonymous = rule {
      return MatchDifference("it only handles operations without a name", part: .operation)
    }
    guard let name = request.operation?.name else {
      return MatchDifference("the client's operation has no name", part: .operation)
    }
    return switch rule {
    case .exactly(let expected) where expected.equalsIgnoringCase(name): .nameCase
    case .prefix(let prefix) where prefix.equalsIgnoringCase(String(name.prefix(prefix.count))):
      .nameCase
    case .exactly(let expected): .name(TextDifference(name, expected: expected).note)
    case .any, .anonymous, .prefix, .pattern, .predicate: .name()
    }
  }

  func distance(to request: IncomingRequest) -> Int {
    // A missing name, and a rule without letters, count like a name that differs in 6 letters.
    var letters = 6
    if let name = request.operation?.name {
      switch rule {
      case .exactly(let expected):
        letters = EditDistance.between(expected, name, limit: MatchDistance.letterLimit)
      case .prefix(let prefix):
        letters = EditDistance.between(
          prefix, String(name.prefix(prefix.count)), limit: MatchDistance.letterLimit)
      case .any, .anonymous, .pattern, .predicate: break
      }
    }
    return MatchDistance.ofNames(differingIn: letters)
  }

  // Two of these can't be used together: `HandlerForm.keysThatExcludeEachOther`.
  static let fields: [FormField<OperationCondition>] = [
    .property(
      "operationName", \.name, write: { name in name.exactName.map { .string($0) } },
      read: { try $0.text().map { .named($0) } }),
    .property(
      "operationNamePattern", \.name,
      write: { name in
        switch name.rule {
        // Without this key, a row for all operations would have none by which it's known to be for operations.
        case .any: return .null
        case .prefix(let prefix):
          return .string(NSRegularExpression.escapedPattern(for: prefix) + ".*")
        case .pattern(let pattern): return .string(pattern.text)
        case .predicate: throw FormError.condition
        // Other keys describe these. Without a key, the row would match every name.
        case .exactly, .anonymous: return nil
        }
      },
      read: { parser in
        let name = try parser.text().map { NameCondition.pattern($0) }
        if let error = name?.patternError { throw FixtureError.Reason.sentence(error) }
        return name
      }),
    .mark("anonymous", \.name, .anonymous) {
      if case .anonymous = $0.rule { true } else { false }
    },
  ]
}

extension MatchDifference {
  static let nameCase = MatchDifference(
    "the name differs only in upper and lower case", part: .operation)

  static func name(_ note: String = "") -> MatchDifference {
    MatchDifference("the name differs\(note)", part: .operation)
  }
}
