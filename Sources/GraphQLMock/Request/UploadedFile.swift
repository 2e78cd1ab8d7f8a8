public import Foundation

/// An uploaded file of a request (GraphQL multipart request specification).
///
/// ```swift
/// #expect(service.requests(named: "SetAvatar").map { $0.operation.files.map(\.filename) } == [["me.png"]])
/// ```
public struct UploadedFile: Sendable, Changeable, Hashable {
  /// The name of the file, or `nil` if the client didn't send a name.
  public let filename: String?
  /// The media type of the file, or `nil` if the client didn't send a media type.
  public let contentType: String?
  /// The number of bytes in the file.
  public let size: Int
  /// The paths of the variables to which the file belongs, such as `variables.file`.
  public let paths: [String]
  /// The bytes as a slice of the request's body, or nil in the journal if the body was too long.
  private var content: Data?

  init(filename: String?, contentType: String?, paths: [String], content: Data) {
    self.filename = filename
    self.contentType = contentType
    self.paths = paths
    self.content = content
    size = content.count
  }

  /// The bytes of the file, or empty data if the request's body was too long to be kept.
  public var data: Data { content?.copied ?? Data() }

  var withoutBytes: UploadedFile { changing { $0.content = nil } }
}

extension OperationRequest {
  /// The hash of each file, such as `{"variables.file": "1a2b3c4d"}`, or null. Recordings contain it, so it must stay.
  var uploads: MockJSON {
    if files.isEmpty { return nil }
    let digests = files.flatMap { file in
      let digest = StableDigest(of: [file.data.base64EncodedString()]).description.prefix(8)
      return file.paths.map { ($0, MockJSON.string(String(digest))) }
    }
    return .object(of: digests)
  }
}
