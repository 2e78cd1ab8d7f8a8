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
  /// The number of bytes in the file.
  public let size: Int
  /// The paths of the variables whose value is the file, such as `variables.file`, where the client sends null.
  public let paths: [String]
  private var content: Data?

  init(filename: String?, contentType: String?, paths: [String], content: Data) {
    self.filename = filename
    self.contentType = contentType
    self.paths = paths
    self.content = content
    size = content.count
  }

  /// A copy of the file's bytes, which is empty in a journal if the body exceeds the journal's limit.
  public var data: Data { content?.copied ?? Data() }

  /// A copy of the file without its bytes, for the journal, which must not keep a long body in memory.
  var withoutBytes: UploadedFile {
    changing { $0.content = nil }
  }
}

extension OperationRequest {
  /// The digests of the uploaded files by the paths of their variables, as in recordings, or null without files.
  var uploads: MockJSON {
    if files.isEmpty { return nil }
    let digests = files.flatMap { file in
      let digest = StableDigest(of: [file.data.base64EncodedString()]).description.prefix(8)
      return file.paths.map { ($0, MockJSON.string(String(digest))) }
    }
    return .object(Dictionary(digests) { $1 })
  }
}
