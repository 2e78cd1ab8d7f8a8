// What a service is behind its front door: the handlers, the journal, the open requests. The
// `MockGraphQLService` owns it; open requests own it too, so that they can end properly.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: @unchecked Sendable {
  let number: Int
  let registry = HandlerRegistry()
  let journal: Journal
  let settings: ServiceSettings
  private let documents = DocumentCache()

  private let lock = NSLock()
  private var openLoads: [ObjectIdentifier: RequestLoad] = [:]
  private var isShutDown = false

  init(number: Int, settings: ServiceSettings) {
    self.number = number
    self.settings = settings
    journal = Journal(limit: settings.journalLimit)
  }

  /// Registers handlers, and reports those that can't be used as they are written.
  func register(_ handlers: [RequestHandler], table: FixtureTable?) {
    registry.register(handlers, table: table)
    for handler in handlers {
      guard let fault = handler.fault else { continue }
      journal.record(
        MockFailure(
          .registrationError, "The handler at \(handler.location) can't be used: \(fault)",
          handler: handler.location))
    }
  }

  /// Keeps a request until it ends.
  /// - Returns: false if the service has ended.
  func began(_ load: RequestLoad) -> Bool {
    lock.withLock {
      guard !isShutDown else { return false }
      openLoads[ObjectIdentifier(load)] = load
      return true
    }
  }

  func ended(_ load: RequestLoad) {
    lock.withLock { _ = openLoads.removeValue(forKey: ObjectIdentifier(load)) }
  }

  /// Fails all open requests, and everything that comes later.
  func shutDown() {
    let loads = lock.withLock {
      isShutDown = true
      return Array(openLoads.values)
    }
    registry.removeAll()
    journal.finishStreams()
    guard !loads.isEmpty else { return }
    // Answering waits for Foundation's queue; the caller may be on it.
    WorkerThreads.shared.run {
      for load in loads { load.answer(.failure(ServiceFault.serviceIsGone.urlError)) }
    }
  }

  // MARK: The way of a request

  /// Takes a request whose body was read, and sees to it that the load gets its answer.
  func receive(_ request: URLRequest, body: Result<Data, BodyReadingError>, for load: RequestLoad) {
    let received = ReceivedRequest(
      request, body: body, endpoints: settings.endpoints, documents: documents)
    let exchange = journal.begin(received.urlRequest, operations: received.operations)
    load.belongs(to: exchange)
    Attempt(core: self, load: load, received: received, exchange: exchange).start()
  }
}

/// What a service is told once.
struct ServiceSettings: Sendable {
  var endpoints: [Endpoint] = []
  var unhandled: UnhandledPolicy = .fail
  var edition: HTTPEdition = .deployed
  var journalLimit: Int?
}
