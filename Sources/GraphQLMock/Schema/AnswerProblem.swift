/// One place where an answer is none that the service could give: data, document and type system do not
/// agree.
struct AnswerProblem: Error, Sendable, Equatable {
  indirect enum Defect: Sendable, Hashable {
    /// A selected key is not in the data.
    case missing(key: String, type: String?)
    /// A key of the data is not selected, or only under another one, the alias of its field.
    case notSelected(key: String, alias: String? = nil)
    /// A selected key stands beside where `data` belongs.
    case outsideOfData(key: String)
    /// A field with a selection set has neither an object, nor null, nor a list of these; without a
    /// schema.
    case notAnObject
    /// Data of null, and no error says why.
    case nullData
    /// Null where the type does not allow it.
    case null(type: String)
    /// A value of another kind than the type's.
    case wrongType(type: String, found: String)
    /// A number that is out of the range of `Int`, or of `Float`.
    case outOfRange(type: String, found: String)
    /// A string that is no value of the enum.
    case notInEnum(type: String, found: String)
    /// A value of `__typename` that is no type of which the field can be.
    case notPossible(type: String, found: String)
    /// An object of an abstract type that does not say its type, and has the fields of none.
    case fitsNoType(type: String)
    /// A value of `__typename` that is not what the object says elsewhere.
    case otherTypeName(expected: String, found: String)
    /// A custom scalar that its check refuses, and why.
    case refused(type: String, reason: String)
    /// The answer was not validated to its end.
    case notValidated
  }

  let defect: Defect
  /// Where the value, or the object that lacks one, stands in the response.
  let path: JSONPath
  /// Where the selection stands in the document, in bytes; nil for a key that is not selected.
  let offset: Int?
}

extension MockJSON {
  /// What a value is, as messages spell it; texts are not shown.
  var phrase: String {
    switch storage {
    case .null: "null"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    case .bool(let bool): "\(bool)"
    case .number(let number):
      "the number \(number.spelling.prefix(40))" + (number.spelling.utf8.count > 40 ? "…" : "")
    case .unencodable: "no JSON value"
    }
  }
}

extension AnswerProblem {
  /// What says that the answer was not validated, and nothing about it.
  static let notValidated =
    "The answer was not validated to its end: collecting its fields takes more steps than this library allows."

  /// The whole message, with the position in the document of the request.
  ///
  ///     data.viewer.age must be Int! (selected at query line 3, column 5), but is a string
  func description(in document: Document) -> String {
    description(of: "the query", position: document.selectionPosition)
  }

  /// The whole message.
  /// - Parameters:
  ///   - document: What the document is called.
  ///   - position: The place of a byte of it.
  func description(of document: String, position: (Int) -> String) -> String {
    let position = "selected at \(offset.map(position) ?? document)"
    switch defect {
    case .missing(let key, let type):
      let type = type.map { " (\($0))" } ?? ""
      return "\(path) has no \"\(key)\"\(type), \(position)"
    case .notSelected("data", _) where path == "data":
      return "data has another \"data\" in it: leave that out, and give what it holds"
    case .notSelected(let key, let alias?):
      return "\(path) has \"\(key)\", which \(document) selects as \"\(alias)\""
    case .notSelected(let key, nil):
      return "\(path) has \"\(key)\", which \(document) does not select"
    case .outsideOfData(let key):
      return "the response has \"\(key)\" outside of \"data\": use .data in the place of .json"
    case .notAnObject:
      return "\(path) must be an object, a list of objects or null: fields of it are \(position)"
    case .nullData: return "\(path) must not be null without errors beside it"
    case .null(let type):
      return "\(path) must not be null (\(position)): it is \(type)"
    case .wrongType(let type, let found):
      return "\(path) must be \(type) (\(position)), but is \(found)"
    case .outOfRange(let type, let found):
      return "\(path) must be \(type) (\(position)), but \(found) is out of its range"
    case .notInEnum(let type, let found):
      return "\(path) must be a value of \(type) (\(position)), but \"\(found)\" is none"
    case .notPossible(let type, let found):
      return "\(path) must be a type of \(type) (\(position)), but \"\(found)\" is none"
    case .fitsNoType(let type):
      return "\(path) has the fields of no type of \(type) (\(position))"
    case .otherTypeName(let expected, let found):
      return
        "\(path) must be \"\(expected)\" (\(position)), as the object says elsewhere, but is \"\(found)\""
    case .notValidated: return Self.notValidated
    case .refused(let type, let reason):
      return "\(path) must be \(type) (\(position)): \(reason)"
    }
  }
}

extension Document {
  /// Where a selection stands, as messages say it.
  func selectionPosition(_ offset: Int) -> String {
    let position = TextPosition(of: offset, in: bytes.span)
    return "query line \(position.line), column \(position.column)"
  }
}
