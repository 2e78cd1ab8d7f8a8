import GraphQLMock

extension VariantSearch.Failure {
  init(_ error: any Error) {
    guard let decoding = error as? DecodingError else {
      let text = "\(type(of: error)): \(error)"
      self.init(cause: String(text.prefix(400)).withoutNumbers, message: text.shortened(to: 400))
      return
    }
    let (name, context, subject) = decoding.parts
    let path = context.codingPath.map { $0.intValue == nil ? $0.stringValue : "[]" }
      .joined(separator: ".")
    let what = "DecodingError.\(name) \(subject)at \(path.isEmpty ? "the root" : path)"
    // Null and missing values at different paths often have one cause in the client, so their errors are merged.
    let isAbsence = name == "valueNotFound" || name == "keyNotFound"
    self.init(
      cause: what, message: "\(what): \(context.debugDescription.shortened(to: 200))",
      remark: isAbsence ? name : nil)
  }

  init(issue text: String) {
    self.init(cause: String(text.prefix { $0 != "\n" }).withoutNumbers, message: text)
  }

  /// - Parameter text: A text that begins with the location of the expectation, as `VariantIssues.take()` returns it.
  init(expectation text: String) {
    let place = text.prefix { $0 != " " }
    self.init(cause: "expectation \(place)", message: text)
    isExpectation = true
  }
}

extension String {
  /// The text with `#` in place of numbers, so that failures at different list indices are equal.
  fileprivate var withoutNumbers: String {
    replacing(#/\d+/#, with: "#")
  }
}
