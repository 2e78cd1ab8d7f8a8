#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A policy for requests that no handler, fixture, or recording answers.
///
/// While recording, it applies only to plain HTTP. Every policy rejects a malformed GraphQL request. An invalid document
/// only causes a warning with ``fail`` and ``passThrough``; see ``ServiceOptions/requestValidation``.
public struct UnhandledPolicy: Sendable {
  enum Rule: Sendable {
    case fail
    case respond(MockResponse)
    case passThrough
    /// A closure, with the rules from which it chooses if it's the library's own, or none if they're unknown.
    case decide(@Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy, from: [Rule])
  }

  let rule: Rule
  private init(rule: Rule) { self.rule = rule }

  /// Whether requests, and then WebSockets too, may reach the real network.
  var passesThrough: Bool { rule.passesThrough }

  /// The overrides of generated responses, or nil if no response is generated. A test's own `decide` may generate one.
  var overrides: GeneratedOverrides? { rule.overrides }

  /// A policy that fails the request and the test; this is the default.
  ///
  /// The client receives `URLError(.resourceUnavailable)`. The message suggests a handler for the request.
  public static var fail: UnhandledPolicy { UnhandledPolicy(rule: .fail) }

  /// Returns a policy that sends a response and doesn't fail the test.
  public static func respond(_ response: MockResponse) -> UnhandledPolicy {
    UnhandledPolicy(rule: .respond(response))
  }

  /// A policy that sends a response generated from the schema and doesn't fail the test.
  ///
  /// If the client accepts incremental delivery, parts with `@defer` or `@stream` are sent later than the rest. A
  /// request without a known operation, such as plain HTTP, fails as with ``fail``.
  public static var generated: UnhandledPolicy { .respond(.generated.deferred) }

  /// Returns a policy that sends a response generated from the schema, in which some values are overridden.
  ///
  /// ```swift
  /// unhandled: .generated(["User.avatar": .null, "Query.users": .list(5)])
  /// ```
  /// - Parameter overrides: The values to send instead of generated values, by type and field.
  public static func generated(_ overrides: GeneratedOverrides) -> UnhandledPolicy {
    .respond(.generated(overrides).deferred)
  }

  /// A policy that sends the request to the real network and doesn't fail the test.
  ///
  /// On Apple platforms, it also lets WebSockets through. A ``decide(_:)`` that returns it doesn't.
  public static var passThrough: UnhandledPolicy { UnhandledPolicy(rule: .passThrough) }

  /// Returns a policy that calls a closure to choose the policy for each request.
  ///
  /// ```swift
  /// .decide { request, _ in request.url?.host == "cdn.example.com" ? .respond(.status(404)) : .fail }
  /// ```
  /// - Parameter policy: A closure that gets the request, with its body in `httpBody`, and its operations, which are empty
  ///   for plain HTTP. Any thread may call it at any time. It may return a `decide`; after eight, the request fails.
  public static func decide(
    _ policy: @escaping @Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy
  ) -> UnhandledPolicy {
    UnhandledPolicy(rule: .decide(policy, from: []))
  }

  /// Returns a copy whose closure is known to choose from policies. The service's objects follow the first that generates.
  package func choosing(from policies: UnhandledPolicy...) -> UnhandledPolicy {
    guard case .decide(let decide, _) = rule else { return self }
    return UnhandledPolicy(rule: .decide(decide, from: policies.map(\.rule)))
  }
}

extension UnhandledPolicy.Rule {
  fileprivate var passesThrough: Bool {
    switch self {
    case .passThrough: true
    case .decide(_, let rules): rules.contains(where: \.passesThrough)
    case .fail, .respond: false
    }
  }

  fileprivate var overrides: GeneratedOverrides? {
    switch self {
    case .respond(let response):
      if case .generated(let overrides, _)? = response.completion { overrides } else { nil }
    case .decide(_, let rules): rules.isEmpty ? [:] : rules.lazy.compactMap(\.overrides).first
    case .fail, .passThrough: nil
    }
  }
}
