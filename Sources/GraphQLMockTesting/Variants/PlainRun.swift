import Foundation
import GraphQLMock

/// The requests and responses of the first run, whose responses have no changes.
struct PlainRun: Sendable {
  let requestCount: Int
  let responses: Set<Response>
  /// The operations, each once for each set of variables, and the data of their responses in the same order.
  private(set) var operations: [OperationRequest] = []
  private(set) var data: [MockJSON] = []
  /// The size in bytes of the first part of each streamed response, by the name of the operation.
  private(set) var firstParts: [String: Int] = [:]
  /// The names of the operations that were sent more than once.
  let repeated: Set<String>
  private var keys: Set<String> = []

  /// The response to a request, which a variant changes if the plain run has no equal one.
  struct Response: Hashable, Sendable {
    let key: String
    let status: Int?
    let body: Data?

    init(_ received: ReceivedRequest) {
      key = received.operation.variantKey
      (status, body) = (received.response?.status, received.response?.body)
    }
  }

  /// - Parameter hasClock: A Boolean value that indicates whether the service has a stepped clock. Delays don't end
  ///   by themselves on such a clock, so parts of responses aren't delayed.
  init(_ requests: [ReceivedRequest], requestCount: Int, hasClock: Bool) {
    self.requestCount = requestCount
    let names = Dictionary(grouping: requests.flatMap(\.operations)) { $0.name ?? "" }
    repeated = Set(names.filter { $1.count > 1 }.keys)
    responses = Set(requests.map(Response.init))
    for received in requests {
      let body = received.response.flatMap { try? MockJSON(parsing: $0.body) } ?? nil
      for (index, operation) in received.operations.enumerated()
      where keys.insert(operation.variantKey).inserted {
        operations.append(operation)
        data.append((body.array == nil ? body : body[index])["data"])
      }
      if !hasClock, let length = received.firstPartLength {
        firstParts[received.name ?? ""] = length
      }
    }
  }

  func contains(_ operation: OperationRequest) -> Bool { keys.contains(operation.variantKey) }
}

extension ReceivedRequest {
  /// The length in bytes of a streamed response's first part, or nil if no other part follows.
  fileprivate var firstPartLength: Int? {
    guard let body = response?.body else { return nil }
    var end = body.startIndex
    // The first part is between the first two delimiters, which `StreamFormat` writes.
    let delimiter = Data((body.starts(with: Data("\r\n---".utf8)) ? "\r\n---" : "\n\n").utf8)
    for _ in 0..<2 {
      guard let range = body.range(of: delimiter, in: end..<body.endIndex) else { return nil }
      end = range.upperBound
    }
    let hasParts = body.range(of: Data("\"incremental\"".utf8), in: end..<body.endIndex) != nil
    return hasParts ? end - body.startIndex : nil
  }
}

extension OperationRequest {
  /// A text that identifies a request, including its variables.
  fileprivate var variantKey: String { "\(name ?? "") \(document ?? "") \(variables)" }
}
