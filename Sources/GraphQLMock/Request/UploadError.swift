struct UploadError: Error, Sendable, Hashable {
  /// A message about the error, in the words of the JavaScript package `graphql-upload`.
  let message: String
  let detail: String?
  let isTooLarge: Bool

  init(_ message: String, _ detail: String? = nil, isTooLarge: Bool = false) {
    self.message = message
    self.detail = detail
    self.isTooLarge = isTooLarge
  }
}
