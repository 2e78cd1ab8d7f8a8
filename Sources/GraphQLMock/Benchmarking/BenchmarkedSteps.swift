#if GRAPHQL_MOCK_BENCHMARKS
  // Entry points for the package in `Benchmarks/`, which can't see internals. Each runs one whole step
  // as a request does, compiled here, so that calls across modules are not what is measured. It is no
  // part of the API: only `@_spi(Benchmarks) import` shows it.

  public import Foundation

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #endif

  /// The steps of a request, one by one, for measurements.
  @_spi(Benchmarks)
  public enum BenchmarkedSteps: Sendable {
    /// Reads all tokens.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: how many there are; -1 if one is faulty.
    public static func countTokens(_ document: ContiguousArray<UInt8>) -> Int {
      var lexer = Lexer()
      var count = 0
      while true {
        let token = lexer.next(document.span)
        if token.kind.isError { return -1 }
        if token.kind == .endOfFile { return count }
        count += 1
      }
    }

    /// Makes the normalized text.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: its length; -1 if the document can't be read.
    public static func normalize(_ document: ContiguousArray<UInt8>) -> Int {
      if case .success(let text) = DocumentStripper.text(document.span) { text.count } else { -1 }
    }

    /// Makes the digest of the normalized text.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: some bits of it; -1 if the document can't be read.
    public static func digest(_ document: ContiguousArray<UInt8>) -> Int {
      guard case .success(let digest) = DocumentStripper.digest(document.span) else { return -1 }
      return Int(truncatingIfNeeded: digest.low & 0xFFFF_FFFF)
    }

    /// Parses a document.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: the number of nodes; -1 if the document can't be read.
    public static func parse(_ document: ContiguousArray<UInt8>) -> Int {
      if case .success(let document) = Document.parse(document) { document.nodes.count } else { -1 }
    }

    /// Parses a document, selects its only operation and digests the equivalent form.
    /// - Parameter document: A document in UTF-8.
    /// - Returns: some bits of the digest; -1 if the document can't be read.
    public static func makeKey(_ document: ContiguousArray<UInt8>) -> Int {
      guard case .success(let document) = Document.parse(document),
        case .success(let operation) = document.selectOperation(named: nil)
      else { return -1 }
      let digest = CanonicalForm.digest(of: operation, in: document, .stable)
      return Int(truncatingIfNeeded: digest.low & 0xFFFF_FFFF)
    }

    /// Decodes a body.
    /// - Parameters:
    ///   - body: The body.
    ///   - chunkSize: In how large pieces it arrives; nil for at once.
    /// - Returns: how many bytes are kept; -1 if the body can't be read.
    public static func decode(_ body: Data, chunkSize: Int? = nil) -> Int {
      guard let chunkSize else { return countKept(BodyDecoder.decode(body)) }
      var decoder = BodyDecoder()
      let bytes = body.span
      var start = 0
      while start < bytes.count {
        let end = min(start + chunkSize, bytes.count)
        decoder.push(bytes.extracting(start..<end))
        start = end
      }
      return countKept(decoder.finish(body: body))
    }

    /// Reads and decodes the body stream of a request, as a service does.
    /// - Parameter request: The request.
    /// - Returns: how many bytes are kept; -1 if the body can't be read.
    public static func readBody(of request: URLRequest) -> Int {
      guard case .success(let body) = RequestBody(of: request, task: nil).read(for: request) else {
        return -1
      }
      return body.decoded.map(countKept) ?? body.data.count
    }

    private static func countKept(_ result: Result<DecodedBody, BodyError>) -> Int {
      switch result {
      case .success(.request(let request)):
        (request.query.bytes?.count ?? 0) + (request.variables.text?.count ?? 0)
      case .success(.batch(let batch)): batch.count
      case .failure: -1
      }
    }
  }
#endif
