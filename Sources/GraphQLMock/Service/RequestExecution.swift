// One request on its way to its answer, in these steps:
//   +Validating   validateRequest      what a service refuses before it executes it
//   +Choosing     lookForAnswer, ask   handlers and tables, until one answers
//   +Completing   wait, route, finish  its delay, its kind, its content
//   +Writing      write                its bytes, and the reply to the call
// Requests that need more turn off to +Events, +Relays and +Failing.
//
// It may begin on a queue that all sessions of the process share. Whatever may take its time there, a
// closure, a regular expression, a file, makes it go on on a thread of our own.

import Foundation

final class RequestExecution: @unchecked Sendable {
  let core: ServiceCore
  let settings: ServiceSettings
  let call: ServiceCall
  let received: ReceivedRequest
  let exchangeID: Int
  let writer: ResponseWriter
  /// The position in its batch, the other entries of which are answered all the same; nil for a
  /// request of its own.
  let position: Int?
  var isEntry: Bool { position != nil }
  // Unchecked: only one thread at a time goes on with an execution, so these need no lock.
  /// The handler that answers; nil if none does yet, or a table.
  var place: HandlerLocation?
  /// The handlers that were not asked yet.
  var candidates = HandlerRegistry.Candidates()
  /// Why the request is not valid; nil if it is, or nobody wants to know.
  var invalid: ValidationFailure?

  init(
    core: ServiceCore, settings: ServiceSettings, call: ServiceCall, received: ReceivedRequest,
    exchangeID: Int, position: Int? = nil
  ) {
    self.position = position
    self.core = core
    self.settings = settings
    self.call = call
    self.received = received
    self.exchangeID = exchangeID
    writer = ResponseWriter(
      mediaType: received.isGraphQL || received.resemblance?.isUnparsable == true
        ? ResponseMediaType(accept: received.urlRequest.value(ofHeader: "Accept"))
        : .json,
      edition: settings.edition)
  }

  func start() {
    // What can't be read is for nobody to answer.
    if let malformed = received.malformed, malformed.isUnreadable {
      return answerMalformed(malformed)
    }
    validateRequest()
  }

  /// Says what the answer waits for from now on.
  func waits(for kind: PendingWait.Cause?) {
    call.waits(for: kind.map { PendingWait($0, at: place) })
  }

  /// Takes a step here, or on a thread of ours if it may block and that isn't allowed here.
  func step(mayBlock: Bool, _ step: @escaping @Sendable () -> Void) {
    if mayBlock { Blocking.allow(step) } else { step() }
  }

  /// Takes a step towards the answer; what it throws fails the request.
  func attempt(_ handler: RequestHandler?, _ step: () throws -> Void) {
    do {
      try step()
    } catch let error as URLError {
      call.reply(.failure(error))
    } catch let error as ResponseWritingError {
      fail(error.kind, error.description, handler: handler)
    } catch {
      thrown(error, by: handler)
    }
  }

  /// Runs a closure of the user.
  /// - Parameters:
  ///   - handler: The handler that it belongs to; nil if that is not known.
  ///   - take: Takes what it gives, where the closure ran.
  func run<Subject, Answer>(
    _ closure: AnswerClosure<Subject, Answer>, on subject: Subject, of handler: RequestHandler?,
    _ take: @escaping @Sendable (Result<Answer, any Error>) -> Void
  ) {
    let watch = handler.map { ClosureWatch($0.location, closure) }
    call.waits(for: watch?.wait ?? PendingWait(.decision(of: "`.passThrough`"), at: place))
    let cancel: @Sendable () -> Void
    switch closure {
    case .asynchronous(let closure):
      cancel = settings.closures.run {
        watch?.begin()
        let result: Result<Answer, any Error>
        do { result = .success(try await closure(subject)) } catch { result = .failure(error) }
        watch?.end()
        take(result)
      }
    case .synchronous(let closure):
      cancel = settings.closures.runOnThread {
        watch?.begin()
        let result = Result { try closure(subject) }
        watch?.end()
        take(result)
      }
    }
    call.onEnd {
      cancel()
      watch?.abandon()
    }
  }
}
