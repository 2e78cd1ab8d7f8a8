// An exchange under the names that its recording has.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a client that makes up its names called things when it was recorded.
struct RecordedSpelling: Sendable {
  private let pairing: NodePairing
  /// The document as it was recorded.
  let document: String?

  init(_ found: NamelessRows.Found) {
    pairing = found.pairing
    document = found.row.condition?.document?.text
  }

  /// An exchange as the client would have had it with the recorded names.
  /// - Returns: nil if the answer can't be told in them.
  func translated(
    _ operation: OperationRequest, _ response: ExchangeResponse
  ) -> (operation: OperationRequest, response: ExchangeResponse)? {
    guard let document = operation.document.flatMap({ pairing.translated($0) }),
      let body = ResponseKeyMap(pairing.inverted).renaming(ContiguousArray(response.body))
    else { return nil }
    var parameters: [String: MockJSON] = [
      "query": .string(document), "variables": pairing.translated(operation.variables),
      "extensions": operation.extensions,
    ]
    if let name = operation.operationName { parameters["operationName"] = .string(name) }
    var request = operation.urlRequest
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? MockJSON.object(parameters).encoded()
    guard let translated = try? OperationRequest(request) else { return nil }
    let renamed = ExchangeResponse(
      status: response.status, headers: response.headers, body: Data(body), url: response.url)
    return (translated, renamed)
  }
}
