#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A policy for requests that no handler, fixture, or recording answers.
///
/// When recording, operations go to the real service instead, and the policy applies only to plain HTTP. Malformed
/// requests are refused and reported under any policy. Policies with a response also refuse invalid requests. ``fail``
/// and ``passThrough`` only add a warning to the exchange; see ``ServiceOptions/requestValidation``.
public struct UnhandledPolicy: Sendable {
  enum Rule: Sendable {
    case fail
    case respond(MockResponse)
    case passThrough
    case decide(@Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy)
  }

  let rule: Rule

  /// A policy that fails the request and the test; this is the default.
  ///
  /// The client receives `URLError(.resourceUnavailable)`, whose description suggests a handler. In the scope of a
  /// test, the issue contains that text, and the description is only its first line.
  public static var fail: UnhandledPolicy { UnhandledPolicy(rule: .fail) }

  /// Returns a policy that sends a response without a failure.
  public static func respond(_ response: MockResponse) -> UnhandledPolicy {
    UnhandledPolicy(rule: .respond(response))
  }

  /// A policy that sends an answer generated from the schema, without a failure.
  ///
  /// The answer is divided by the document's `@defer` and `@stream` directives if the client accepts parts. A request
  /// without a known operation, such as plain HTTP, fails as with ``fail``.
  public static var generated: UnhandledPolicy { .respond(.generated.deferred) }

  /// Returns a policy that sends an answer generated from the schema, except for some values.
  ///
  /// ```swift
  /// unhandled: .generated(["User.avatar": .null, "Query.users": .list(5)])
  /// ```
  /// - Parameter overrides: The values to send instead of generated ones.
  public static func generated(_ overrides: GeneratedOverrides) -> UnhandledPolicy {
    .respond(.generated(overrides).deferred)
  }

  /// A policy that sends the request to the real network, without a failure.
  public static var passThrough: UnhandledPolicy { UnhandledPolicy(rule: .passThrough) }

  /// Returns a policy in which a closure decides for each request.
  ///
  /// ```swift
  /// .decide { request, _ in request.url?.host == "cdn.example.com" ? .respond(.status(404)) : .fail }
  /// ```
  /// - Parameter policy: A closure that returns the policy for a request, with its body in `httpBody`, and its
  ///   operations, which are empty for plain HTTP. It may be called at any time and on any thread.
  public static func decide(
    _ policy: @escaping @Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy
  ) -> UnhandledPolicy {
    UnhandledPolicy(rule: .decide(policy))
  }
}
