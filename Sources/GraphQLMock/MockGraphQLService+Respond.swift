#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

// The way in for clients that are no URLSession: servers in the test's process, other HTTP clients.

extension MockGraphQLService {
  /// Answers a request without any session.
  ///
  /// Handlers, fixtures, policies, delays and the journal are those of the service's sessions.
  ///
  /// ```swift
  /// let response = try await service.respond(to: request)
  /// let body = try await response.body.collect()
  /// ```
  /// Cancelling the task cancels the request, and so does letting go of the body before its end.
  /// - Parameter request: The request. A body stream is read once.
  /// - Returns: status and header fields, and the body as it comes.
  /// - Throws: the `URLError` that a session would give, `.timedOut` when the request's
  ///   `timeoutInterval` is up, in real time; `CancellationError` when the task is cancelled.
  public func respond(to request: URLRequest) async throws -> StreamedResponse {
    let reply = PendingReply<Reply>()
    let call = core.answer(request, body: RequestBody(of: request, task: nil)) { reply.fulfil($0) }
    switch await reply.valueUnlessCancelled(orElse: { call.cancel() }) {
    case .some(.failure(let error)):
      call.handOver(.failure(error))
      call.close()
      throw error
    case .some(let known):
      return StreamedResponse(known, of: call)
    case .none:
      throw CancellationError()
    }
  }
}
