/// What differs between a request and a handler or fixture, in words, which each condition has in its own file.
struct MatchDifference: Sendable {
  /// The part of the request that differs, which advice depends on.
  enum Part: Sendable {
    /// One is for GraphQL, the other for plain HTTP.
    case kind
    case operation
    case variables([VariablesCondition.Difference])
    case other
  }

  /// A single line, as each of `details`. It's shown unchanged, so the `RequestMask` has hidden its secrets.
  let summary: String
  let details: [String]
  let part: Part

  init(_ summary: String, details: [String] = [], part: Part = .other) {
    (self.summary, self.details, self.part) = (summary, details, part)
  }
}
