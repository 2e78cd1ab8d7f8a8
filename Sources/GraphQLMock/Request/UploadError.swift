/// What is wrong with an upload: with its form, or with what the multipart request specification of
/// GraphQL asks of it.
enum UploadError: Error, Sendable, Hashable {
  case noBoundary
  case invalidBoundary(String)
  /// The boundary that is stated stands nowhere in the body.
  case noDelimiter(String)
  case notClosed(String)
  case tooManyParts(limit: Int)
  case headNotClosed(part: Int)
  case headTooLong(part: Int, limit: Int)
  case noName(part: Int)

  case missing(String)
  case duplicate(String)
  /// `map` stands in front of `operations`.
  case mapTooEarly
  /// A file stands in front of `map`.
  case fileTooEarly(String)
  case map(JSONSyntaxError)
  case mapType(JSONKind)
  /// What belongs to a file is no list.
  case mapEntryType(String)
  /// What stands in the list of a file is no path.
  case mapPathType(String, Int)
  /// A file of `map` that is not there.
  case fileMissing(String)
  /// A path that leads to no place in the variables.
  case pathNowhere(String, path: String)
  case pathNotNull(String, path: String)
  case pathTwice(String, path: String)

  /// The limit that is exceeded; nil if none is.
  var limit: Int? {
    switch self {
    case .tooManyParts(let limit), .headTooLong(_, let limit): limit
    default: nil
    }
  }

  /// The whole message.
  ///
  /// What `graphql-upload` says too, it says alike.
  var message: String {
    switch self {
    case .noBoundary: "The type multipart/form-data has no boundary"
    case .invalidBoundary(let boundary): "\(quoted(boundary)) can't be the boundary of a form"
    case .noDelimiter(let boundary):
      "The delimiter \(quoted("--" + boundary)) of the form stands nowhere in the body"
    case .notClosed(let boundary):
      "The form ends without its closing delimiter \(quoted("--" + boundary + "--"))"
    case .tooManyParts(let limit): "The form has more than \(limit) parts"
    case .headNotClosed(let part): "The head of part \(part) of the form ends without an empty line"
    case .headTooLong(let part, let limit):
      "The head of part \(part) of the form has more than \(limit) bytes"
    case .noName(let part):
      "Part \(part) of the form has no Content-Disposition with form-data and a name"
    case .missing(let name): "Missing multipart field \(quoted(name))"
    case .duplicate(let name): "The multipart field \(quoted(name)) stands twice in the form"
    case .mapTooEarly: "Misordered multipart fields; \"map\" should follow \"operations\""
    case .fileTooEarly: "Misordered multipart fields; files should follow \"map\""
    case .map: "Invalid JSON in the \"map\" multipart field"
    case .mapType: "Invalid type for the \"map\" multipart field"
    case .mapEntryType(let key):
      "Invalid type for the \"map\" multipart field entry key \(quoted(key)) array"
    case .mapPathType(let key, let index):
      "Invalid type for the \"map\" multipart field entry key \(quoted(key)) array index "
        + "\"\(index)\" value"
    case .fileMissing: "File missing in the request"
    case .pathNowhere(let key, let path):
      "Invalid object path for the \"map\" multipart field entry key \(quoted(key)) value "
        + quoted(path)
    case .pathNotNull(_, let path): "The value at \(quoted(path)) must be null where a file belongs"
    case .pathTwice(_, let path): "Two files of \"map\" belong at \(quoted(path))"
    }
  }

  /// What a developer needs beside the message; nil where it says all.
  var detail: String? {
    switch self {
    case .map(let error): "\"map\" is not valid JSON: \(error)"
    case .mapType(let kind): "\"map\" must be an object, found \(kind.rawValue)."
    case .mapEntryType(let key): "The value of \(quoted(key)) in \"map\" must be a list of paths."
    case .mapPathType(let key, let index):
      "Element \(index) of \(quoted(key)) in \"map\" must be a path such as \"variables.file\"."
    case .fileMissing(let key):
      "\"map\" names the part \(quoted(key)), which the form does not have."
    case .fileTooEarly(let key): "The part \(quoted(key)) stands in front of \"map\"."
    case .pathNowhere(_, let path):
      "\"operations\" has no place \(quoted(path)); a file's place is null there."
    default: nil
    }
  }

  private func quoted(_ text: String) -> String { text.prefix(80).debugDescription }
}
