// What a request that nothing answers is told: what it was, what there is, what to write.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MissMessage: Sendable, CustomStringConvertible {
  let subject: MatchSubject
  let request: URLRequest
  let registry: HandlerRegistry

  init(subject: MatchSubject, request: URLRequest, in registry: HandlerRegistry) {
    self.subject = subject
    self.request = request
    self.registry = registry
  }
  var description: String { "Unhandled" }
}
