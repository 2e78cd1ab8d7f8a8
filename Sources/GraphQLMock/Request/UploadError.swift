struct UploadError: Error, Sendable, Hashable {
  /// Has the wording of `graphql-upload` for the same error.
  let message: String
  let detail: String?
  let isTooLarge: Bool

  init(_ message: String, _ detail: String? = nil, isTooLarge: Bool = false) {
    self.message = message
    self.detail = detail
    self.isTooLarge = isTooLarge
  }
}
