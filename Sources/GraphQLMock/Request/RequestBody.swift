import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum RequestBody {
  case none
  case bytes(Data)
  case stream(InputStream)
  /// The body of an upload task, to which Foundation gives no access.
  case invisible

  /// On Apple platforms, the body is usually a stream. On Linux, the body of an upload is only in the task.
  init(of request: URLRequest, task: URLSessionTask?) {
    if let bytes = request.httpBody {
      self = .bytes(bytes)
    } else if let stream = request.httpBodyStream {
      self = .stream(stream)
    } else {
      self = task is URLSessionUploadTask ? Self.uploadBody(of: task) : .none
    }
  }

  func read(
    for request: URLRequest, bodyLimit: Int = RequestBodyReader.bodyLimit,
    isCancelled: () -> Bool = { false }
  ) -> Result<RequestBody.Received, RequestBody.ReadingError> {
    switch self {
    case .none: .success(Received(data: Data()))
    case .bytes(let bytes): .success(Received(data: bytes))
    case .stream(let stream):
      RequestBodyReader.read(stream, of: request, bodyLimit: bodyLimit, isCancelled: isCancelled)
    case .invisible: .failure(.invisibleUpload)
    }
  }

  #if canImport(FoundationNetworking)
    /// Reflection is needed, because the property `knownBody` is internal in swift-corelibs-foundation.
    private static func uploadBody(of task: URLSessionTask?) -> RequestBody {
      var value = task.flatMap { Mirror(reflecting: $0).inherited("knownBody") }
      // The body is nested in an optional and an enum case, so reflection takes up to three steps.
      for _ in 0..<3 {
        switch value {
        case let bytes as DispatchData: return .bytes(Data(bytes))
        case let bytes as Data: return .bytes(bytes)
        case let stream as InputStream: return .stream(stream)
        case let file as URL: return InputStream(url: file).map { .stream($0) } ?? .invisible
        default: value = value.flatMap { Mirror(reflecting: $0).children.first?.value }
        }
      }
      return .invisible
    }
  #else
    private static func uploadBody(of task: URLSessionTask?) -> RequestBody { .invisible }
  #endif

  struct Received: Sendable {
    let data: Data
    /// The parameters that were decoded while the body was read, or nil if they weren't, and `RequestDecoder` must.
    var decoded: Result<RequestParameters?, BodyError>?
  }

  indirect enum ReadingError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    case streamFailed(after: Int, reason: String?)
    case fileFailed(after: Int, reason: String)
    case cancelled(after: Int)
    case invisibleUpload

    var description: String {
      switch self {
      case .streamFailed(let after, let reason):
        "The body stream of the request failed after \(after) bytes"
          + (reason.map { ": \($0)" } ?? ".")
      case .fileFailed(let after, let reason):
        "The body of the request can't be kept in a temporary file after \(after) bytes: \(reason)"
      case .cancelled(let after): "The request ended when \(after) bytes of its body had been read."
      case .invisibleUpload:
        "The body of an upload task can't be read on this platform; "
          + "set httpBody and use data(for:)."
      }
    }
  }
}

#if canImport(FoundationNetworking)
  extension Mirror {
    /// Returns a stored property of an object, which can be that of a superclass.
    func inherited(_ name: String) -> Any? {
      for mirror in sequence(first: self, next: \.superclassMirror) {
        if let child = mirror.children.first(where: { $0.label == name }) { return child.value }
      }
      return nil
    }
  }
#endif
