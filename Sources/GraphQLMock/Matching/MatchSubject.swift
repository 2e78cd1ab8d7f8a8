// What handlers are held against: an operation with its HTTP request, or an HTTP request alone.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MatchSubject: Sendable {
  let request: URLRequest
  let operation: OperationRequest?

  init(_ request: URLRequest, _ operation: OperationRequest?) {
    self.request = request
    self.operation = operation
  }

  var url: URL? { request.url }
  var method: String { request.httpMethod ?? "GET" }

  /// The value of a header field of the request, whatever the case of its name.
  func header(_ name: String) -> String? { request.value(ofHeader: name) }
}

/// What a handler asks of a header field.
struct HeaderMatch: Sendable, Hashable {
  let name: String
  /// Nil takes any value.
  let value: String?

  func matches(_ subject: MatchSubject) -> Bool {
    guard let actual = subject.header(name) else { return false }
    return value.map { Bytes.areEqual($0, actual) } ?? true
  }
}

extension OperationMatch {
  /// Whether everything that is named holds; what is cheap is asked first.
  func matches(_ operation: OperationRequest) -> Bool {
    if let type, let actual = operation.type, type != actual { return false }
    if !name.matches(operation.name) { return false }
    if let rootField, !operation.selects(rootField: rootField) { return false }
    if let document, !document.matches(operation) { return false }
    if let variables, !variables.matches(operation) { return false }
    return true
  }
}

extension DocumentMatch {
  func matches(_ operation: OperationRequest) -> Bool {
    guard case .success(let expected) = key, let actual = operation.matchKey else { return false }
    return expected == actual
  }
}

extension RequestHandler {
  /// Whether everything that the handler names holds.
  func matches(_ subject: MatchSubject) -> Bool {
    guard headers.allSatisfy({ $0.matches(subject) }),
      urlConditions.allSatisfy({ $0.matches(subject) }),
      endpoint?.matches(subject.url) ?? true
    else { return false }
    switch target {
    case .http(let match): return match.matches(subject)
    case .operation(let match):
      guard let operation = subject.operation else { return false }
      return match.matches(operation)
    }
  }
}
