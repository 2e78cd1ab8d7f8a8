// Lists the handlers of suites that no test has used, when the process ends.

#if canImport(Testing)
  import Foundation
  import GraphQLMock

  enum SharedHandlers {
    /// Whether any test has used a handler, by its title, which contains its location.
    private static let used = Locked<[String: Bool]>([:])

    /// With these arguments, the tests that use a handler may not run.
    static let isWholeRun = !CommandLine.arguments.contains {
      ["--filter", "--skip"].contains($0.prefix { $0 != "=" })
    }

    static func note(_ handlers: [(title: String, isUsed: Bool)], isWholeRun: Bool = isWholeRun) {
      guard isWholeRun, !handlers.isEmpty else { return }
      let isFirst = used.withLock { used in
        defer {
          for handler in handlers {
            used[handler.title] = used[handler.title] == true || handler.isUsed
          }
        }
        return used.isEmpty
      }
      if isFirst { atexit { SharedHandlers.printUnused() } }
    }

    private static func printUnused() {
      for (title, isUsed) in used.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !isUsed {
        Console.printError("GraphQLMock: no test used the handler for \(title).")
      }
    }
  }
#endif
