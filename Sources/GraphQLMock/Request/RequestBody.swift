import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum RequestBody {
  case none
  case bytes(Data)
  case stream(InputStream)
  /// The body of an upload task, which Foundation doesn't make available.
  case invisible

  /// Finds the body of a request, which is a stream on Apple platforms, and missing on Linux for an upload task.
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

  func read(
    for request: URLRequest, bodyLimit: Int = RequestBodyReader.bodyLimit,
    isCancelled: () -> Bool = { false }
  ) -> Result<RequestBody.Received, BodyReadingError> {
    switch self {
    case .none: .success(RequestBody.Received(Data()))
    case .bytes(let bytes): .success(RequestBody.Received(bytes))
    case .stream(let stream):
      RequestBodyReader.read(stream, of: request, bodyLimit: bodyLimit, isCancelled: isCancelled)
    case .invisible: .failure(.invisibleUpload)
    }
  }

  #if canImport(FoundationNetworking)
    /// Finds the body of an upload task by reflection, because it's internal to swift-corelibs-foundation.
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
      // The property is an optional, which contains an enum case, which contains the body.
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
