import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reader that decodes a body stream while reading it, and keeps a long body in a file.
struct RequestBodyReader: Sendable {
  /// The maximum number of bytes that are kept in memory. A longer body is written to a temporary file.
  static let bodyLimit = 4 << 20

  private let bodyLimit: Int
  private let folder: URL
  private var memory = Data()
  private var file: TemporaryBodyFile?
  private var count = 0
  private var decoder: JSONBodyDecoder?

  /// - Parameter isCancelled: A closure that returns true to stop reading, and is called before each chunk is read.
  static func read(
    _ stream: InputStream, of request: URLRequest, bodyLimit: Int = Self.bodyLimit,
    in folder: URL = FileManager.default.temporaryDirectory, isCancelled: () -> Bool = { false }
  ) -> Result<RequestBody.Received, RequestBody.ReadingError> {
    let decoder = request.mayHaveJSONBody ? JSONBodyDecoder() : nil
    var reader = RequestBodyReader(bodyLimit: bodyLimit, folder: folder, decoder: decoder)
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
          // On Linux, reading the property `streamError` of a stream without an error crashes the process.
          let error = stream.streamStatus == .error ? stream.streamError : nil
          return .failure(.streamFailed(after: reader.count, reason: error?.localizedDescription))
        }
        try reader.take(chunk[..<count])
      }
      return .failure(.cancelled(after: reader.count))
    } catch {
      return .failure(.fileFailed(after: reader.count, reason: error.fileReason))
    }
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

  private mutating func finish() throws -> RequestBody.Received {
    let data = try file?.finish() ?? memory
    return RequestBody.Received(data: data, decoded: decoder?.finish(body: data))
  }
}

private final class TemporaryBodyFile: Sendable {
  /// A private folder for the temporary file. Without it, another user could open the file while it's being created.
  private let folder: URL
  private let url: URL
  private let handle: FileHandle

  init(in parent: URL) throws {
    folder = parent.appendingPathComponent("GraphQLMock-\(UUID().uuidString)", isDirectory: true)
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

  /// The file is mapped into memory, so its disk space is freed only when the returned data is released.
  func finish() throws -> Data {
    try handle.close()
    return try Data(contentsOf: url, options: .alwaysMapped)
  }

  func remove() {
    try? handle.close()
    try? FileManager.default.removeItem(at: folder)
  }
}
