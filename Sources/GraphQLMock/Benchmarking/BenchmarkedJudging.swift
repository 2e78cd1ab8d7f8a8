#if GRAPHQL_MOCK_BENCHMARKS
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A document and what judges it, for measurements.
  @_spi(Benchmarks)
  public final class BenchmarkedJudging: Sendable {
    private let bytes: ContiguousArray<UInt8>
    private let document: Document
    private let request: OperationRequest
    private let judge: RequestJudge

    /// Parses a document and reads the schema.
    /// - Parameters:
    ///   - text: The document, of one operation.
    ///   - schema: What judges it; nil for the rules that need no schema.
    /// - Throws: what is wrong with either.
    public init(_ text: String, schema: ServiceSchema?) throws {
      bytes = ContiguousArray(text.utf8)
      document = try Document.parse(bytes).get()
      let selected = try DocumentCache.makeOutcome(bytes, nil).get()
      var parameters = DecodedRequest()
      parameters.query = .text(bytes)
      request = OperationRequest(
        URLRequest(url: URL(fileURLWithPath: "/")), parameters: parameters, selected: selected)
      judge = schema?.content.judge ?? .withoutSchema
    }

    /// Validates the document, which is parsed already.
    /// - Returns: the number of errors.
    public func validate() -> Int { document.validate(by: .deployed, types: judge.types).count }

    /// Parses and validates the document.
    /// - Returns: the number of errors; -1 if it can't be read.
    public func parseAndValidate() -> Int {
      guard case .success(let document) = Document.parse(bytes) else { return -1 }
      return document.validate(by: .deployed, types: judge.types).count
    }

    /// Judges the request as a service does: the document is known from the second time on.
    /// - Returns: the number of errors.
    public func judgeRequest() -> Int { judge.errors(in: request, by: .deployed).count }
  }
#endif
