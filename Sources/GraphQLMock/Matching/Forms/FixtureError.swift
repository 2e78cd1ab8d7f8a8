/// An error in a fixture table (a folder of response files), with the location of the error.
public struct FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
  indirect enum Reason: Error, Sendable, Hashable {
    case finding(FileFinder.Failure)
    case unreadable(String)
    case unwritable(String)
    case namesDifferInCaseOnly(String, String)
    case json(String)
    /// The name of the fixture is probably misspelled, because a similar operation has no fixture.
    case lookalike(String, document: String)
    case wrongType(what: String, expected: String, found: String)
    case sentence(String)
    case unknownKey(String, allowed: [String])
    case missingKey(String)
    case noResponse
    case document(String)
    case operationMismatch(String, expected: String)
    case samePosition(String)
    case sameRequest(String)
    case mixedSequence(String)
    case otherRequest(String)
    case oddName
    case missingFixture(String, table: String, nearest: String?, variants: [String])
    case undefinedVariable(String, document: String)
    case unsafePath(String)
    case linkOut(String)
    case fileWithoutTable
    case relativeFolder(String)
    case linkedFolder(String, target: String)
    case twoContents(String, String)
    case rowWithoutTarget
    case rowWithTwoTargets
    case responseAndResponses
    case schema(String)
    case invalidDocument(ValidationError, document: String)
  }

  let reason: Reason
  /// The file with the error, such as `Shop/Cart.json`, the fixture table, such as `Shop`, or `Fixtures`.
  package let file: String
  /// The line of the error, starting at 1, or 0 if the error concerns the whole file.
  package private(set) var line = 0
  /// The column of the error in Unicode scalars, starting at 1.
  package private(set) var column = 0

  /// The file, line, column and message of the error, such as `Shop/Cart.json:3:5: unknown key "dota"; …`.
  public var description: String {
    // The messages of these errors already name the table or folder.
    switch reason {
    case .finding(.missing), .finding(.unplaced), .relativeFolder, .linkedFolder:
      message.escapingControls()
    default:
      "\(line == 0 ? file : "\(file):\(line):\(column)"): \(message)".escapingControls()
    }
  }

  /// The error of an app's document that breaks several fixtures, so that the tool can show it only once.
  package var documentError: String? {
    if case .invalidDocument(let error, _) = reason { error.message } else { nil }
  }

  package var message: String {
    switch reason {
    case .finding(let failure): failure.message
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    case .namesDifferInCaseOnly(let first, let second):
      "\"\(first)\" and \"\(second)\" differ only in upper and lower case"
    case .json(let reason): "this isn't valid JSON: \(reason)"
    case .lookalike(let name, let document):
      "no document has the operation \"\(name)\", and no fixture answers \"\(document)\"; is the name right?"
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), found \(found)"
    case .sentence(let sentence): sentence
    case .unknownKey(let key, let allowed):
      "unknown key \"\(key)\"; the allowed keys are \(allowed.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .missingKey(let key): "the key \"\(key)\" is missing"
    case .noResponse: "this isn't a GraphQL response: it has neither \"data\" nor \"errors\""
    case .document(let reason): "the query can't be used: \(reason)"
    case .operationMismatch(let name, let expected):
      "the request is for \"\(name)\", but the file is named after \"\(expected)\""
    case .samePosition(let other): "the position in the sequence is the same as that of \(other)"
    case .sameRequest(let other): "the request can't be distinguished from the one in \(other)"
    case .unsafePath(let path):
      "\"\(path)\" isn't a path inside the table; it must not start with \"/\" or contain \"..\""
    case .linkOut(let path): "\"\(path)\" is a link that leads out of the table"
    case .fileWithoutTable: "\"file\" can be used only in a fixture table, which has the file"
    case .relativeFolder(let path):
      "the folder \(path.swiftLiteral) must be an absolute path without \".\" and \"..\"."
    case .linkedFolder(let path, let target):
      "the folder \(path.swiftLiteral) is reached through a link; name \(target.swiftLiteral) instead."
    case .twoContents(let first, let second):
      "\"\(first)\" and \"\(second)\" can't be used together"
    case .rowWithoutTarget:
      "a row needs \"operationName\", \"query\", \"path\" or \"host\" in its request, which may be null"
    case .rowWithTwoTargets: "a request is either an operation or plain HTTP, not both"
    case .responseAndResponses: "a row needs either \"response\" or \"responses\""
    case .schema(let reason): "the schema can't be used: \(reason)"
    case .invalidDocument(let error, let document):
      "\(document) isn't valid for the schema: \(error)"
    case .otherRequest(let other):
      "the request differs from the one in \(other), which belongs to the same sequence"
    case .oddName: "the name is neither <OperationName>.json nor <OperationName>.<variant>.json"
    case .missingFixture(let name, let table, let nearest, let variants):
      ResponseWritingError.unknownFixture(
        name: name, tables: [table], nearest: nearest, variants: variants
      ).description
    case .undefinedVariable(let name, let document):
      "the variable \"\(name)\" is not defined in \(document)"
    case .mixedSequence(let other): "this is part of a sequence, but \(other) isn't"
    }
  }
}
