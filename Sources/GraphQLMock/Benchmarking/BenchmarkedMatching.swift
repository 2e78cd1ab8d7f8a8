#if GRAPHQL_MOCK_BENCHMARKS
  public import Foundation

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #endif

  /// The handlers of a service and the documents that it remembers, without the service, for
  /// measurements.
  @_spi(Benchmarks)
  public final class BenchmarkedMatching: Sendable {
    /// A request on its way to a handler; a class, so that copying it is not what is measured.
    public final class Subject: Sendable {
      fileprivate let subject: MatchSubject

      fileprivate init(subject: MatchSubject) { self.subject = subject }
    }

    private let registry: HandlerRegistry
    private let stated: HandlerDocuments
    private let documents: DocumentCache

    /// Starts with cold caches.
    /// - Parameters:
    ///   - other: Whose handlers to share; nil starts without handlers.
    ///   - recognisesStated: Whether the documents that the handlers state are recognised in requests.
    public init(handlersOf other: BenchmarkedMatching? = nil, recognisesStated: Bool = true) {
      registry = other?.registry ?? HandlerRegistry()
      stated = recognisesStated ? other?.stated ?? HandlerDocuments() : HandlerDocuments()
      documents = DocumentCache(stated: stated)
    }

    /// Registers handlers as a service does.
    /// - Parameter handlers: The handlers, the first asked first.
    public func register(_ handlers: [RequestHandler]) {
      registry.register(handlers)
      for handler in handlers {
        if case .success(let selected)? = handler.document?.selected { stated.add(selected) }
      }
    }

    /// Parses a document that may be known, and computes its key.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: some bits of the key's digest; -1 if the document can't be read.
    public func makeKey(_ document: ContiguousArray<UInt8>) -> Int {
      switch documents.outcome(for: document, operationName: nil) {
      case .success(let selected): Int(truncatingIfNeeded: selected.key.digest.low & 0xFFFF_FFFF)
      case .failure: -1
      }
    }

    /// Decodes a body and selects its operation.
    /// - Parameters:
    ///   - body: The body.
    ///   - request: The request that it belongs to.
    /// - Returns: what handlers are held against; nil if the body can't be read.
    public func read(_ body: Data, of request: URLRequest) -> Subject? {
      guard case .success(.request(let parameters)) = BodyDecoder.decode(body),
        let query = parameters.query.bytes,
        case .success(let selected) = documents.outcome(
          for: query, operationName: parameters.selectedName)
      else { return nil }
      let operation = OperationRequest(request, parameters: parameters, selected: selected)
      return Subject(subject: MatchSubject(request, operation))
    }

    /// Reads a request, as a service does when a client sends it.
    /// - Parameter request: The request, with its body.
    /// - Returns: what handlers are held against.
    public func read(_ request: URLRequest) -> Subject {
      let received = ReceivedRequest(
        request, body: .success(ReceivedBody(request.httpBody ?? Data())), endpoints: [],
        documents: documents)
      return Subject(subject: MatchSubject(received.urlRequest, received.operation))
    }

    /// Looks up the handler that answers.
    /// - Parameter subject: The request.
    /// - Returns: the rank of the handler; -1 if there is none.
    public func find(_ subject: Subject) -> Int {
      if let (entry, _) = registry.takeFirst(for: subject.subject) {
        return entry.rank
      }
      let candidates = registry.candidates(for: subject.subject)
      for entry in candidates {
        if let handler = entry.handler, handler.matches(subject.subject) {
          return entry.rank
        }
      }
      return -1
    }
  }
#endif
