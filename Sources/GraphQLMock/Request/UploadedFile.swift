public import Foundation

/// A file of an upload (GraphQL multipart request specification).
///
/// ```swift
/// #expect(service.exchanges(named: "SetAvatar").map { $0.request.files.map(\.filename) } == [["me.png"]])
/// ```
public struct UploadedFile: Sendable, Changeable, Hashable {
  /// The name of the file, or `nil` if the client doesn't send one.
  public let filename: String?
  /// The media type, or `nil` if the client doesn't send one.
  public let contentType: String?
  /// The number of bytes.
  public let size: Int
  /// The paths of the variables with this file as their value, such as `variables.file`, which are sent as null.
  public let paths: [String]
  private var content: Data?

  init(filename: String?, contentType: String?, paths: [String], content: Data) {
    self.filename = filename
    self.contentType = contentType
    self.paths = paths
    self.content = content
    size = content.count
  }

  /// A copy of the bytes, which is empty in a journal if the body exceeds the journal's limit.
  public var data: Data { content?.copied ?? Data() }

  /// A copy for the journal, which must not keep a long body in memory.
  var withoutBytes: UploadedFile {
    changing { $0.content = nil }
  }
}

extension OperationRequest {
  /// Digests of the uploaded files by path, as recordings have them; null without files.
  var uploads: MockJSON {
    if files.isEmpty { return nil }
    let digests = files.flatMap { file in
      let digest = StableDigest(of: [file.data.base64EncodedString()]).description.prefix(8)
      return file.paths.map { ($0, MockJSON.string(String(digest))) }
    }
    return .object(Dictionary(digests) { $1 })
  }
}
