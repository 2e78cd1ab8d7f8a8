#if DEBUG || GRAPHQL_MOCK_LAUNCH
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import GraphQLMock

  @Suite struct OrderTakerTests {
    /// Notes for each order whether it's in the journal's file when it's performed.
    private final class NotingService: OrderTaker.Service {
      let folder: URL
      let areLogged = Mutex<[Bool]>([])

      init(_ folder: URL) { self.folder = folder }

      var hasOpen: Bool { false }
      func isReady(for order: LaunchOrder) -> Bool { true }

      func perform(_ order: LaunchOrder) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var lines = ExchangeLines()
        for name in names where name.hasSuffix(".jsonl") {
          lines.add((try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data())
        }
        areLogged.withLock { $0.append(lines.orders[$0.count + 1] != nil) }
      }
    }

    @Test func ordersWithAnEffectAtOnceAreLoggedBeforeIt() throws {
      let folder = try TemporaryFolder()
      let place = HandlerLocation(fileID: "M/T.swift", filePath: "/T.swift", line: 7, column: 1)
      let taker = OrderTaker(folder: folder.url)
      let log = try ExchangeLog(folder: folder.url, redaction: Redaction())
      let service = NotingService(folder.url)
      taker.begin(service, log)
      for (index, verb) in [
        LaunchOrder.Verb.advance(seconds: 1), .reset, .close(code: 1000, reason: ""),
      ].enumerated() {
        try LaunchOrder(verb, at: place).write(to: folder.url, as: index + 1)
      }
      taker.take()
      #expect(service.areLogged.withLock { $0 } == [true, false, true])
    }
  }
#endif
