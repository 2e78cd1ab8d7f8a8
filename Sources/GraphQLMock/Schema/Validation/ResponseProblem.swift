struct ResponseProblem: Error, Sendable, Equatable {
  indirect enum Fault: Sendable, Hashable {
    /// `RequestExecution+Checking` looks for this case.
    case missing(key: String, type: String?, isTypeName: Bool)
    /// The data has a member that the document doesn't select under this name. `CheckedDocument` points at the name.
    case notSelected(key: String, alias: String? = nil)
    case outsideOfData(key: String)
    /// A field has a scalar value, but the document selects fields inside of it.
    case notAnObject
    /// The data is null although the response has no errors.
    case nullData
    case noRootType(OperationType)
    /// The path of an error leads to a field that the document doesn't select, or to an index that isn't there.
    case errorNotSelected(place: String)
    case errorBesideValue(place: String, found: String)
    /// The data is null, but a service makes only a part of it null.
    case nullTooFar(place: String, data: String)
    case null(type: String)
    case wrongType(type: String, found: String)
    case outOfRange(type: String, found: String)
    case notInEnum(type: String, found: String, nearest: String? = nil)
    case notPossible(type: String, found: String)
    /// The fields of an object without `__typename` don't match any possible type.
    case fitsNoType(type: String)
    case otherTypeName(expected: String, found: String)
    case refused(type: String, reason: String)
    case notValidated
    case more(than: Int)
    /// The response is sent as a whole, but has this fault without the fields of a deferred fragment.
    case neverSent(Fault)
  }

  let fault: Fault
  /// The path of the invalid value, or of an object with a missing member.
  let path: JSONPath
  /// The byte offset of the field in the document, or nil if the document doesn't select the field.
  var offset: Int?

  /// Whether the problem never fails a request or a check. `RequestExecution+Checking` also only warns of `.notValidated`.
  var isWarning: Bool {
    switch fault {
    case .nullTooFar, .neverSent: true
    default: false
    }
  }
}

extension MockJSON {
  /// The value in a message, without the content of a container or string, and the first 40 characters of a number.
  var phrase: String {
    switch storage {
    case .null: "null"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    case .bool(let bool): "\(bool)"
    case .number(let number):
      "the number \(number.spelling.prefix(40))" + (number.spelling.utf8.count > 40 ? "…" : "")
    case .unencodable: "not a JSON value"
    }
  }
}

extension ResponseProblem {
  /// Returns a message such as `data.user.age must be Int! (selected at query line 3, column 5), but is a string`.
  func description(in document: Document) -> String {
    description(of: "the query", position: document.selectionPosition)
  }

  /// - Parameter document: The name of the document, or an empty string for a value that no document selects.
  func description(of document: String, position: (Int) -> String) -> String {
    let selection = "selected at \(offset.map(position) ?? document)"
    let place = document.isEmpty ? "" : " (\(selection))"
    switch fault {
    case .missing(let key, let type, _):
      let type = type.map { " (\($0))" } ?? ""
      return "\(path) has no \"\(key)\"\(type), \(selection)"
    case .notSelected("data", nil) where path == "data":
      return "data has another \"data\" in it: pass only the inner value"
    case .notSelected(let key, let alias?):
      return "\(path) has \"\(key)\", which \(document) selects as \"\(alias)\""
    case .notSelected(let key, nil):
      return "\(path) has \"\(key)\", which \(document) does not select"
    case .outsideOfData(let key):
      return "the response has \"\(key)\" outside of \"data\": use .data instead of .json"
    case .notAnObject:
      return "\(path) must be an object, a list of objects, or null: its fields are \(selection)"
    case .nullData: return "\(path) must not be null if there are no errors"
    case .errorNotSelected(let place):
      return "\(path) is \(place), which \(document) does not select"
    case .errorBesideValue(let place, let found):
      return "\(path) is \(place), which must be null, but is \(found)"
    case .nullTooFar(let place, let data):
      return "\(path) is null, but an error at \(place) makes only a nullable field null: use "
        + ".data(\(data), errors: …)"
    case .noRootType(let type):
      return "\(path) must be null: the schema has no root type for a \(type.rawValue)"
    case .null(let type): return "\(path) must not be null\(place): it is \(type)"
    case .wrongType(let type, let found): return "\(path) must be \(type)\(place), but is \(found)"
    case .outOfRange(let type, let found):
      return "\(path) must be \(type)\(place), but \(found) is out of its range"
    case .notInEnum(let type, let found, let nearest):
      return "\(path) must be a value of \(type)\(place), but \"\(found)\" isn't one"
        + (nearest.map { "; nearest is \"\($0)\"" } ?? "")
    case .notPossible(let type, let found):
      return "\(path) must be a type of \(type)\(place), but \"\(found)\" isn't one"
    case .fitsNoType(let type):
      return "\(path) doesn't have the fields of any type of \(type) (\(selection))"
    case .otherTypeName(let expected, let found):
      return
        "\(path) must be \"\(expected)\" (\(selection)), as elsewhere in the object, but is \"\(found)\""
    case .notValidated:
      return
        "The response was validated only in part: collecting its fields takes more steps than this library allows."
    case .neverSent(let fault):
      let problem = ResponseProblem(fault: fault, path: path, offset: offset)
      return "The response is sent as a whole, so a deferred part never comes: "
        + problem.description(of: document, position: position)
    case .more(let count): return "\(path) has more problems; only the first \(count) are listed"
    case .refused(let type, let reason): return "\(path) must be \(type)\(place): \(reason)"
    }
  }
}

extension Document {
  func selectionPosition(_ offset: Int) -> String {
    let position = TextPosition(of: offset, in: bytes.span)
    return "query line \(position.line), column \(position.column)"
  }
}
