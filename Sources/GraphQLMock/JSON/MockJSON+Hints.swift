// What one writes first, and does not compile: see `MockResponse+Hints`. It can't be had: `#expect` would
// compare as `AnyHashable`, by which JSON never equals a text.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension MockJSON? {
  @available(*, unavailable, message: "JSON equals .string(id), .number(n), .value(encodable)")
  @_disfavoredOverload
  public static func == (json: MockJSON?, value: some Encodable) -> Bool { false }

  @available(*, unavailable, message: "JSON equals .string(id), .number(n), .value(encodable)")
  @_disfavoredOverload
  public static func != (json: MockJSON?, value: some Encodable) -> Bool { true }
}
