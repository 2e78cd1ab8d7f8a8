// Entry points for the package in `Benchmarks/`, which can't see internals. Each runs one whole step
// as a request does, compiled here, so that calls across modules are not what is measured. It is no
// part of the API: only `@_spi(Benchmarks) import` shows it.

public import Foundation

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
  ///   - keepsVariables: Whether the variables are kept.
  /// - Returns: how many bytes are kept; -1 if the body can't be read.
  public static func decode(_ body: Data, chunkSize: Int? = nil, keepsVariables: Bool = true) -> Int
  {
    let options = BodyDecoder.Options(
      keepsVariables: keepsVariables, expectedLength: chunkSize.map { _ in body.count })
    guard let chunkSize else {
      return countKept(BodyDecoder.decode(body, options: options))
    }
    var decoder = BodyDecoder(options: options)
    let bytes = body.span
    var start = 0
    while start < bytes.count {
      let end = min(start + chunkSize, bytes.count)
      decoder.push(bytes.extracting(start..<end))
      start = end
    }
    return countKept(decoder.finish())
  }

  /// Decodes a body while it is read, in chunks of 64 KB; the body itself is not kept.
  /// - Parameters:
  ///   - stream: The body.
  ///   - length: The length of the body, as a client states it.
  ///   - keepsVariables: Whether the variables are kept.
  /// - Returns: how many bytes are kept; -1 if the body can't be read.
  public static func decode(_ stream: InputStream, length: Int?, keepsVariables: Bool) -> Int {
    var decoder = BodyDecoder(
      options: BodyDecoder.Options(keepsVariables: keepsVariables, expectedLength: length))
    stream.open()
    defer { stream.close() }
    var chunk = ContiguousArray<UInt8>(repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { stream.read($0, maxLength: buffer.count) } ?? 0
      }
      guard count > 0 else { return count < 0 ? -1 : countKept(decoder.finish()) }
      decoder.push(chunk.span.extracting(0..<count))
    }
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
