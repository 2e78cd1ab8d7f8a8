// What can be wrong with a fixture table, with the place, and its wording.

struct FixtureFault: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    case noTable(name: String, searched: [String])
    case invalidTableName(String)
    case unreadable(String)
    case namesDifferInCaseOnly(String, String)
    case json(String)
    case wrongType(what: String, expected: String, found: String)
    case unknownKey(String, allowed: [String])
    case missingKey(String)
    case noResponse
    case emptyErrors
    case invalidStatus(String)
    case invalidDelay
    case document(String)
    case operationMismatch(String, expected: String)
    case samePosition(String)
    case sameRequest(String)
    case mixedSequence(String)
  }

  var reason: Reason
  /// The table's name, and the file's if a file is to blame.
  var file: String
  /// Counted from 1; 0 if no single place is to blame.
  var line = 0
  var column = 0
}

extension FixtureFault: CustomStringConvertible {
  var description: String {
    let place = line == 0 ? file : "\(file):\(line):\(column)"
    return "\(place): \(text)"
  }

  private var text: String {
    switch reason {
    case .noTable(let name, let searched):
      "there is no fixture table \"\(name)\"; searched \(searched.joined(separator: ", "))"
    case .invalidTableName(let name):
      "\"\(name)\" can't name a fixture table; a name has no \"..\" and does not start with \"/\""
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .namesDifferInCaseOnly(let first, let second):
      "\"\(first)\" and \"\(second)\" differ in upper and lower case only"
    case .json(let reason): "the file is not valid JSON: \(reason)"
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), found \(found)"
    case .unknownKey(let key, let allowed):
      "unknown key \"\(key)\"; allowed are \(allowed.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .missingKey(let key): "the key \"\(key)\" is missing"
    case .noResponse: "this is no GraphQL response: it has neither \"data\" nor \"errors\""
    case .emptyErrors: "\"errors\" must not be empty; leave it out"
    case .invalidStatus(let found): "\"status\" must be a number from 100 to 599, found \(found)"
    case .invalidDelay: "\"delay\" must be a number of seconds, 0 or more"
    case .document(let reason): "the query can't be used: \(reason)"
    case .operationMismatch(let name, let expected):
      "the request asks for \"\(name)\", but the file is named for \"\(expected)\""
    case .samePosition(let other): "the same position in the sequence as \(other)"
    case .sameRequest(let other): "the request can't be told apart from the one in \(other)"
    case .mixedSequence(let other): "part of a sequence, but \(other) is not"
    }
  }
}
