/// A request to a service that has ended, or to `current` outside of a scope.
package struct StrayRequest: Sendable, Hashable {
  /// The operation, such as `query "Viewer"`, or method and URL.
  package let title: String
  let names: [String]
  package let test: String?
  let reason: ServiceError
}

extension StrayRequest {
  /// `nil` if its test hasn't ended.
  var endedTest: String? { if case .testHasEnded = reason { test } else { nil } }

  /// The end of a sentence, for the test of another service.
  func whereabouts(for settings: ServiceSettings) -> String {
    switch reason {
    case .testHasEnded where test == settings.testTitle:
      """
      to a scope of this test that had ended
      """
        + (test?.hasSuffix(")") == true
          ? ""
          : """
          : that of `withMockGraphQLService` ends with its closure, so put it around \
          `super.invokeTest()` in `invokeTest`
          """)
    case .testHasEnded:
      """
      to the service of the test \(test ?? ""), which has ended; a client in a `static`, or one that \
      tests share, asks there
      """
    case .outsideScope where !settings.canBeCurrent:
      "to `MockGraphQLService.current`, which is not this service"
    case .outsideScope:
      """
      outside the scope of a test: `MockGraphQLService.current` was read in a detached task, on a \
      dispatch queue or in a stored property
      """
    default: "to a service that is gone"
    }
  }
}
