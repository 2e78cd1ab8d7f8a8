// Parts of Swift Testing that aren't public in Swift 6.2, which `scripts/check-apple` compiles with a definition.

#if canImport(Testing)
  import Testing

  #if compiler(>=6.3) && !GRAPHQL_MOCK_SWIFT_62
    extension Issue {
      /// Whether the issue is an error that isn't known. `isError` is true for known errors, too.
      package var failsTest: Bool { isFailure }
      var isError: Bool { severity == .error }

      /// Records a warning, or returns false if this version of Swift Testing has none.
      static func warn(_ comment: Comment, at location: SourceLocation) -> Bool {
        record(comment, severity: .warning, sourceLocation: location)
        return true
      }
    }

    extension SourceLocation { var path: String { filePath } }
  #else
    extension Issue {
      package var failsTest: Bool {
        isError && Mirror(reflecting: self).descendant("knownIssueContext", "some") == nil
      }
      var isError: Bool {
        Mirror(reflecting: self).descendant("severity").map { "\($0)" } != "warning"
      }

      static func warn(_: Comment, at _: SourceLocation) -> Bool { false }
    }

    extension SourceLocation { var path: String { _filePath } }
  #endif
#endif
