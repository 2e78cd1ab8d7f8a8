// Lists the handlers of suites that no test has used, when the process ends.

#if canImport(Testing)
  import Foundation
  import GraphQLMock

  enum SharedHandlers {
    /// Whether any test has used a handler, by its title, which contains its location.
    static let used = Locked<[String: Bool]>([:])

    /// Returns false if the arguments select tests, because then the tests that use a handler may not run.
    static func isWholeRun(_ arguments: [String]) -> Bool {
      !arguments.contains { ["--filter", "--skip"].contains($0.prefix { $0 != "=" }) }
    }

    static func note(
      _ handlers: [(title: String, isUsed: Bool)], arguments: [String] = CommandLine.arguments
    ) {
      guard !handlers.isEmpty else { return }
      let isFirst = used.withLock { used in
        defer {
          for handler in handlers {
            used[handler.title] = used[handler.title] == true || handler.isUsed
          }
        }
        return used.isEmpty
      }
      guard isFirst, isWholeRun(arguments) else { return }
      atexit {
        for title in SharedHandlers.used.withLock({ $0 }).filter({ !$0.value }).keys.sorted() {
          Console.printError("GraphQLMock: no test used the handler for \(title).")
        }
      }
    }
  }
#endif
