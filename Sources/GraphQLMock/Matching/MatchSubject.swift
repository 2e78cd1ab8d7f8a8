// What handlers are held against: an operation with its HTTP request, or an HTTP request alone.

import Foundation

struct MatchSubject: Sendable {
  let url: URL?
  let operation: OperationRequest?
}

extension OperationMatch {
  /// Whether everything that is named holds.
  func matches(_ operation: OperationRequest) -> Bool {
    if let type, let actual = operation.type, type != actual { return false }
    if !name.matches(operation.name) { return false }
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
  func matches(_ subject: MatchSubject) -> Bool {
    switch target {
    case .http(let match): match.matches(subject.url)
    case .operation(let match): subject.operation.map(match.matches) ?? false
    }
  }
}
