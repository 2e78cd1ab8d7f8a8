// Looks for handlers that could have answered, only when a message needs them and without running user code.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServiceCore {
  /// Lines for reports, by exchange number.
  func bystanders(of exchanges: some Sequence<MockExchange>) -> [Int: [String]] {
    // Asked once: the answer looks at all handlers.
    let isReal = isReal
    return exchanges.reduce(into: [:]) { lines, exchange in
      guard let source = exchange.source as? RegisteredHandler else { return }
      let request = ReceivedRequest(exchange.urlRequest, exchange.operations.first)
      lazy var shown = ShownRequest(
        request, ExchangeRedactor(toShow: exchange, settings.redaction), hidesDifferences: isReal)
      var behind: [String] = []
      var warnings: [String] = []
      for entry in registry.candidates(for: request) where entry !== source {
        guard behind.count + warnings.count < MatchFailure.nearMissLimit else { break }
        guard let handler = entry.handler, !entry.hasUserCode else { continue }
        let name = "\(handler.statement) (\(handler.location)\(entry.number))"
        let isUnused = source.table != nil && registry.useCount(of: entry) == 0
        switch (handler.matches(request), entry.rank < source.rank) {
        case (true, true) where isUnused:
          warnings.append("warning: \(name) was never asked: the fixture stands in front of it")
        case (true, true): behind.append(name)
        case (false, false) where isUnused && entry.name != nil:
          let found = shown.hiding(handler.differences(from: request, shown))
          guard !found.isEmpty else { continue }
          let miss = MatchFailure.NearMiss(
            candidate: .handler(handler, number: entry.number), distance: 0, differences: found)
          warnings.append("warning: the fixture answers, as \(miss.shortSummary(true))")
        default: break
        }
      }
      if !behind.isEmpty { behind = ["behind it: \(behind.joined(separator: ", "))"] }
      lines[exchange.id] = behind + warnings
    }
  }

  func warnOfMissed(by handlers: [RequestHandler]) {
    for exchange in journal.exchanges where exchange.failure?.kind == .unhandledRequest {
      let request = ReceivedRequest(exchange.urlRequest, exchange.operations.first)
      guard let handler = handlers.first(where: { !$0.hasUserCode && $0.matches(request) }) else {
        continue
      }
      let name = settings.redaction.text("\(handler.statement) (\(handler.location))")
      journal.warn(exchange.id, ["\(name) came too late: register it before the request"])
    }
  }

  /// A matching handler in the test's source file, of a service that belongs to no test.
  func handlerElsewhere(for request: ReceivedRequest) -> RequestHandler? {
    guard let file = settings.scopeLocation?.fileID else { return nil }
    // Services that another test made don't count.
    let others = neighbours().filter {
      $0 !== self && $0.settings.testTitle == nil
        && ($0.maker == nil || $0.maker == number)
    }
    return others.lazy.flatMap { $0.registry.candidates(for: request) }.first {
      $0.location?.fileID == file && !$0.hasUserCode && $0.handler?.matches(request) == true
    }?.handler
  }
}
