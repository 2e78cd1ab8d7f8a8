/// A violation of the GraphQL multipart request specification.
struct UploadError: Error, Sendable, Hashable {
  /// In the words of `graphql-upload` where it has the same error.
  let message: String
  let detail: String?
  let isTooLarge: Bool

  init(_ message: String, _ detail: String? = nil, isTooLarge: Bool = false) {
    self.message = message
    self.detail = detail
    self.isTooLarge = isTooLarge
  }
}
