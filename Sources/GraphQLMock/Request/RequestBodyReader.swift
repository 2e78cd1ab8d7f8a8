import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body that was read, and what was found in it on the way.
struct ReceivedBody: Sendable {
  let data: Data
  /// What ``BodyDecoder`` found in it, where it was decoded while it was read.
  let decoded: Result<RequestParameters?, BodyError>?

  init(_ data: Data, decoded: Result<RequestParameters?, BodyError>? = nil) {
    self.data = data
    self.decoded = decoded
  }
}

/// Reads the body stream of a request, which can be done once only, in the chunks that it gives.
///
/// Each chunk goes to the decoder and to what is kept of the body: memory up to a limit, a temporary
/// file beyond it. So memory does not grow with the body, and nothing is read or decoded twice.
struct RequestBodyReader: Sendable {
  /// How many bytes of a body are kept in memory, unless somebody says otherwise: 4 MiB.
  static let bodyLimit = 4 << 20

  private let bodyLimit: Int
  private let folder: URL
  private var memory = Data()
  private var file: TemporaryBodyFile?
  private var count = 0
  /// Nil where the body is of a type that is no JSON.
  private var decoder: BodyDecoder?

  /// Reads a stream to its end, and closes it.
  /// - Parameters:
  ///   - stream: The stream, open or not.
  ///   - request: The request, whose header tells the type of the body.
  ///   - bodyLimit: How many bytes are kept in memory; a longer body goes to a temporary file, which
  ///     is gone with the data.
  ///   - folder: Where that file is made.
  ///   - isCancelled: Whether the request has ended, so that nobody needs the rest; asked before each
  ///     chunk.
  static func read(
    _ stream: InputStream, of request: URLRequest, bodyLimit: Int = Self.bodyLimit,
    in folder: URL = FileManager.default.temporaryDirectory,
    isCancelled: () -> Bool = { false }
  ) -> Result<ReceivedBody, BodyReadingError> {
    var reader = RequestBodyReader(request, bodyLimit: bodyLimit, folder: folder)
    if stream.streamStatus == .notOpen { stream.open() }
    defer {
      stream.close()
      reader.file?.remove()
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    do {
      while !isCancelled() {
        let count = stream.read(&chunk, maxLength: chunk.count)
        if count == 0 { return .success(try reader.finish()) }
        guard count > 0 else {
          // Asking a healthy stream for its error traps on Linux.
          let error = stream.streamStatus == .error ? stream.streamError : nil
          return .failure(
            .streamFailed(after: reader.count, reason: error?.localizedDescription))
        }
        try reader.take(chunk[..<count])
      }
      return .failure(.cancelled(after: reader.count))
    } catch {
      return .failure(.fileFailed(after: reader.count, reason: error.fileReason))
    }
  }

  private init(_ request: URLRequest, bodyLimit: Int, folder: URL) {
    self.bodyLimit = bodyLimit
    self.folder = folder
    decoder = request.mayHaveJSONBody ? BodyDecoder() : nil
  }

  private mutating func take(_ chunk: ArraySlice<UInt8>) throws {
    decoder?.push(chunk.span)
    if file == nil, count + chunk.count > bodyLimit {
      file = try TemporaryBodyFile(in: folder)
      try file?.append(memory)
      memory = Data()
    }
    if let file {
      try file.append(Data(chunk))
    } else {
      memory.append(contentsOf: chunk)
    }
    count += chunk.count
  }

  private mutating func finish() throws -> ReceivedBody {
    let data = try file?.finish() ?? memory
    return ReceivedBody(data, decoded: decoder?.finish(body: data))
  }
}

/// A file for a body that is too long for the memory.
private final class TemporaryBodyFile: Sendable {
  /// A folder that only this user may enter, so that nobody can open the file while it is made.
  private let folder: URL
  private let url: URL
  private let handle: FileHandle

  init(in parent: URL) throws {
    folder = parent.appendingPathComponent(
      "GraphQLMock-\(UUID().uuidString)", isDirectory: true)
    url = folder.appendingPathComponent("body")
    try PrivateFile.makeFolder(at: folder, isNew: true)
    do {
      handle = try PrivateFile.make(at: url)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  func append(_ bytes: Data) throws { try handle.write(contentsOf: bytes) }

  /// Maps the file; with its name removed it is gone once nothing maps it any more.
  func finish() throws -> Data {
    try handle.close()
    return try Data(contentsOf: url, options: .alwaysMapped)
  }

  func remove() {
    try? handle.close()
    try? FileManager.default.removeItem(at: folder)
  }
}
