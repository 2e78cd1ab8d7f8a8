/// What is wrong with a fixture table, and where.
public struct FixtureError: Error, Sendable, Hashable {
  enum Reason: Error, Sendable, Hashable {
    case noTable(name: String, searched: [String], lead: SourceFiles.Lead?)
    case invalidTableName(String)
    case unreadable(String)
    case unwritable(String)
    case namesDifferInCaseOnly(String, String)
    case json(String)
    /// JSON that is nested too deep to be read.
    case nesting(String)
    /// A fixture for an operation that no document has, named much like one that has no fixture.
    case lookalike(String, document: String)
    case wrongType(what: String, expected: String, found: String)
    case unknownKey(String, allowed: [String])
    case missingKey(String)
    case noResponse
    case emptyErrors
    case invalidStatus(String)
    case invalidDelay(String)
    case document(String)
    case operationMismatch(String, expected: String)
    case samePosition(String)
    case sameRequest(String)
    case mixedSequence(String)
    case otherRequest(String)
    case oddName
    case missingFile(String)
    /// A row names a fixture that the table does not have.
    case missingFixture(String, table: String, nearest: String?)
    case undefinedVariable(String, document: String)
    case template(String)
    case unsafePath(String)
    case linkOut(String)
    case fileWithoutTable
    case twoContents(String, String)
    case invalidSpacing(String)
    case otherRecording(String)
    case invalidFailure(String)
    case invalidFlag(String)
    case noRows
    case rowWithoutTarget
    case rowWithTwoTargets
    case invalidPattern(String)
    case invalidURL(String)
    case responseAndResponses
    case invalidTimes
    case notUTF8
    case notBase64
    case missingFromData(key: String, path: String, selection: String)
    case notSelected(key: String, path: String, document: String)
    case notAnObject(path: String, selection: String)
    case schema(String)
    case invalidDocument(String, document: String)
    case answer(String)
  }

  let reason: Reason
  /// The table's name, and the file's if a file is to blame.
  public let file: String
  /// The line in the file, counted from 1; 0 if the file as a whole is to blame.
  public let line: Int
  /// The column in the line, counted from 1; 0 if the file as a whole is to blame.
  public let column: Int

  init(reason: Reason, file: String, line: Int = 0, column: Int = 0) {
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
  }
}

extension FixtureError: CustomStringConvertible {
  /// File, line, column and message, such as `Shop/Cart.json:3:5: unknown key "dota"; …`.
  public var description: String {
    // The name of a table that is not there says nothing more.
    if case .noTable = reason { return message }
    let position = line == 0 ? file : "\(file):\(line):\(column)"
    return "\(position): \(message)"
  }

  /// What is wrong, without file, line and column.
  public var message: String {
    switch reason {
    case .noTable(let name, let searched, let lead):
      "No fixture table \"\(name)\"\(lead?.text ?? ""). Searched: "
        + searched.joined(separator: ", ")
    case .invalidTableName(let name):
      SourceFiles.ReadingError.invalidName(name)
        .message("fixture table", byPath: "FixtureTable(folder:)")
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    case .namesDifferInCaseOnly(let first, let second):
      "\"\(first)\" and \"\(second)\" differ in upper and lower case only"
    case .json(let reason): "this is not valid JSON: \(reason)"
    case .nesting(let reason): reason
    case .lookalike(let name, let document):
      "no document asks for \"\(name)\", and no fixture answers \"\(document)\"; is the name right?"
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), found \(found)"
    case .unknownKey(let key, let allowed):
      "unknown key \"\(key)\"; allowed are \(allowed.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .missingKey(let key): "the key \"\(key)\" is missing"
    case .noResponse: "this is no GraphQL response: it has neither \"data\" nor \"errors\""
    case .emptyErrors: "\"errors\" must not be empty; leave it out"
    case .invalidStatus(let found): "\"status\" must be a number from 100 to 599, found \(found)"
    case .invalidDelay(let name):
      "\"\(name)\" must be a number of seconds from 0 to less than 1,000,000"
    case .document(let reason): "the query can't be used: \(reason)"
    case .operationMismatch(let name, let expected):
      "the request asks for \"\(name)\", but the file is named for \"\(expected)\""
    case .samePosition(let other): "the same position in the sequence as \(other)"
    case .sameRequest(let other): "the request can't be told apart from the one in \(other)"
    case .template(let reason): reason
    case .unsafePath(let path):
      "\"\(path)\" is no path inside the table; it must not start with \"/\" or hold \"..\""
    case .linkOut(let path): "\"\(path)\" is a link that leads out of the table"
    case .fileWithoutTable:
      "\"file\" needs a fixture table to find the file in"
    case .twoContents(let first, let second):
      "\"\(first)\" and \"\(second)\" can't stand together"
    case .invalidSpacing(let name):
      "unknown spacing \"\(name)\"; there are "
        + JSONSpacing.allNames.map { "\"\($0)\"" }.joined(separator: ", ")
    case .otherRecording(let version):
      "this version of GraphQLMock reads recordings of the format \(RecordingVersion.version), found "
        + "\(version); record them anew"
    case .invalidFailure(let found):
      "\"failure\" must be the name or the number of a URLError code, such as \"timedOut\" or -1001,"
        + " found \(found)"
    case .invalidFlag(let name): "\"\(name)\" must be true; leave it out otherwise"
    case .noRows: "the key \"rows\" is missing"
    case .rowWithoutTarget:
      "a row needs \"operationName\", \"query\", \"path\" or \"host\" in its request"
    case .invalidPattern(let reason): reason
    case .invalidURL(let text): "\"\(text)\" is no URL"
    case .rowWithTwoTargets: "a request is either an operation or plain HTTP, not both"
    case .responseAndResponses: "a row needs either \"response\" or \"responses\""
    case .invalidTimes: "\"times\" must be a whole number, 0 or more"
    case .notBase64: "\"base64\" is not base64"
    case .notUTF8: "the file is not UTF-8"
    case .missingFromData(let key, let path, let selection):
      "\(path) has no \"\(key)\", selected at \(selection)"
    case .notSelected(let key, let path, let document):
      "\(path) has \"\(key)\", which \(document) does not select"
    case .notAnObject(let path, let selection):
      "\(path) must be an object, a list of objects or null: fields of it are selected at "
        + selection
    case .schema(let reason): "the schema can't be used: \(reason)"
    case .invalidDocument(let reason, let document):
      "\(document) is not valid by the schema: \(reason)"
    case .answer(let problem): problem
    case .otherRequest(let other):
      "the request is not the one in \(other), which is of the same sequence"
    case .oddName:
      "the name is neither <OperationName>.json nor <OperationName>.<variant>.json"
    case .missingFile(let name): "there is no file \"\(name)\" in the table"
    case .missingFixture(let name, let table, let nearest):
      ResponseWritingError.unknownFixture(name: name, tables: [table], nearest: nearest).description
    case .undefinedVariable(let name, let document):
      "the variable \"\(name)\" is not defined in \(document)"
    case .mixedSequence(let other): "part of a sequence, but \(other) is not"
    }
  }
}
