// Where a request keeps its body, and how to read it once.

import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum RequestBody {
  case none
  case bytes(Data)
  case stream(InputStream)
  /// There is a body that this platform does not show.
  case invisible

  /// Finds the body of a request.
  ///
  /// On Apple platforms every body arrives as a stream. On Linux `httpBody` stays what it was, and
  /// the body of an upload task is not in the request at all.
  init(of request: URLRequest, task: URLSessionTask?) {
    if let bytes = request.httpBody {
      self = .bytes(bytes)
    } else if let stream = request.httpBodyStream {
      self = .stream(stream)
    } else if task is URLSessionUploadTask {
      self = Self.uploadBody(of: task)
    } else {
      self = .none
    }
  }

  /// Reads a stream to its end; it can be done once only.
  static func read(_ stream: InputStream) -> Result<Data, BodyReadingError> {
    if stream.streamStatus == .notOpen { stream.open() }
    defer { stream.close() }
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&chunk, maxLength: chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return .success(bytes)
      } else {
        // Asking a healthy stream for its error traps on Linux.
        let reason = stream.streamStatus == .error ? stream.streamError : nil
        return .failure(.streamFailed(after: bytes.count, reason: reason?.localizedDescription))
      }
    }
  }

  #if canImport(FoundationNetworking)
    /// The body of an upload task, which swift-corelibs-foundation keeps in an internal property.
    private static func uploadBody(of task: URLSessionTask?) -> RequestBody {
      guard let task else { return .invisible }
      var mirror: Mirror? = Mirror(reflecting: task)
      while let current = mirror {
        if let body = current.children.first(where: { $0.label == "knownBody" })?.value {
          return uploadBody(reflecting: body)
        }
        mirror = current.superclassMirror
      }
      return .invisible
    }

    private static func uploadBody(reflecting body: Any) -> RequestBody {
      var value = body
      // Through the optional and the case of the enumeration to what it holds.
      for _ in 0..<3 {
        switch value {
        case let bytes as DispatchData: return .bytes(Data(bytes))
        case let bytes as Data: return .bytes(bytes)
        case let stream as InputStream: return .stream(stream)
        case let file as URL:
          return InputStream(url: file).map { .stream($0) } ?? .invisible
        default:
          guard let inner = Mirror(reflecting: value).children.first?.value else {
            return .invisible
          }
          value = inner
        }
      }
      return .invisible
    }
  #else
    private static func uploadBody(of task: URLSessionTask?) -> RequestBody { .none }
  #endif
}

/// Why the body of a request could not be read.
public enum BodyReadingError: Error, Sendable, Hashable {
  /// The stream broke off.
  /// - Parameters:
  ///   - after: The number of bytes that were read before.
  ///   - reason: What the stream says of it.
  case streamFailed(after: Int, reason: String?)
  /// The request belongs to an upload task, whose body the platform does not show.
  case invisibleUpload
}

extension BodyReadingError: CustomStringConvertible, LocalizedError {
  /// What went wrong, and what to do.
  public var description: String {
    switch self {
    case .streamFailed(let after, let reason):
      "The body stream of the request failed after \(after) bytes"
        + (reason.map { ": \($0)" } ?? ".")
    case .invisibleUpload:
      """
      The body of an upload task can't be seen on this platform; set httpBody and use data(for:).
      """
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
