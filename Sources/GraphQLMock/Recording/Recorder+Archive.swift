// The exchanges of an archive are written several at once: most of the time goes into redaction.

import Dispatch
import Foundation

/// An exchange of an archive, with its place among its repeats.
struct ArchivedExchange: Sendable {
  let operation: OperationRequest
  let response: ExchangeResponse
  let place: Recorder.Place
  let stream: RecordedStream?
}

extension Recorder {
  /// Writes exchanges.
  /// - Returns: what went wrong with the first that can't be written.
  func record(_ exchanges: [ArchivedExchange]) -> RecordingError? {
    let faults = Locked<[Int: RecordingError]>([:])
    @Sendable func write(_ index: Int) {
      let exchange = exchanges[index]
      let fault = record(
        exchange.response, to: exchange.operation, at: exchange.place, stream: exchange.stream)
      if let fault { faults.withLock { $0[index] = fault } }
    }
    // The first answer to a request names the files of those that follow.
    let first = exchanges.indices.filter { exchanges[$0].place.position == 1 }
    DispatchQueue.concurrentPerform(iterations: first.count) { write(first[$0]) }
    for index in exchanges.indices where exchanges[index].place.position > 1 { write(index) }
    return faults.withLock { $0.min { $0.key < $1.key }?.value }
  }
}
