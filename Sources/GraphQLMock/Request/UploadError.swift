/// What is wrong with an upload: with its form, or with what the multipart request specification of
/// GraphQL asks of it.
struct UploadError: Error, Sendable, Hashable {
  /// The whole message; what `graphql-upload` says too, it says alike.
  let message: String
  /// What a developer needs beside the message; nil where it says all.
  let detail: String?
  /// Whether a limit is exceeded.
  let isTooLarge: Bool

  init(_ message: String, _ detail: String? = nil, isTooLarge: Bool = false) {
    self.message = message
    self.detail = detail
    self.isTooLarge = isTooLarge
  }
}
