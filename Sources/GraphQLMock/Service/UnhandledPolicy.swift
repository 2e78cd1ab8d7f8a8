#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What happens to a request that no handler, no fixture and no recording answers.
///
/// While answers are recorded, operations that nothing answers go to the real service, and the policy
/// is asked for plain HTTP only. Malformed requests are refused, and recorded as failures, whatever it
/// says. An invalid request is refused where the policy has a response. ``passThrough`` sends it to the real
/// network, and ``fail`` reports it as unhandled; both note what is invalid as a warning of the exchange (see
/// ``ServiceOptions/requestValidation``).
public struct UnhandledPolicy: Sendable {
  enum Rule: Sendable {
    case fail
    case respond(MockResponse)
    case passThrough
    case decide(@Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy)
  }

  let rule: Rule

  /// The request fails, and the failure is recorded: the default.
  ///
  /// The client gets `URLError(.resourceUnavailable)`. Its description says what to write; in the scope
  /// of a test the issue says it, and the description has the first line only.
  public static var fail: UnhandledPolicy { UnhandledPolicy(rule: .fail) }

  /// The request gets this response, and nothing is recorded as a failure.
  /// - Parameter response: The response.
  public static func respond(_ response: MockResponse) -> UnhandledPolicy {
    UnhandledPolicy(rule: .respond(response))
  }

  /// The request gets an answer that is made up from the schema, and nothing is recorded as a failure.
  ///
  /// It is divided where the document has `@defer` or `@stream` and the client accepts parts. A request whose
  /// operation is not known, such as plain HTTP, fails as with ``fail``.
  public static var generated: UnhandledPolicy { .respond(.generated.deferred) }

  /// The request gets an answer that is made up from the schema, with some values stated.
  ///
  /// ```swift
  /// unhandled: .generated(["User.avatar": .null, "Query.users": .list(5)])
  /// ```
  /// - Parameter overrides: What to answer in place of made-up values.
  public static func generated(_ overrides: GeneratedOverrides) -> UnhandledPolicy {
    .respond(.generated(overrides).deferred)
  }

  /// The request goes to the real network, and nothing is recorded as a failure.
  public static var passThrough: UnhandledPolicy { UnhandledPolicy(rule: .passThrough) }

  /// A closure decides for each request.
  ///
  /// ```swift
  /// .decide { request, _ in request.url?.host == "cdn.example.com" ? .respond(.status(404)) : .fail }
  /// ```
  /// - Parameter policy: Sees the request, with its body in `httpBody`, and the operations that it
  ///   asks for, none in plain HTTP; gives the policy. It is called at any time and from any thread.
  public static func decide(
    _ policy: @escaping @Sendable (URLRequest, [OperationRequest]) -> UnhandledPolicy
  ) -> UnhandledPolicy {
    UnhandledPolicy(rule: .decide(policy))
  }
}
