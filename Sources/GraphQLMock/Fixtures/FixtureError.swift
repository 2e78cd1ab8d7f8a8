/// What is wrong with a fixture table, and where.
public struct FixtureError: Error, Sendable, Hashable {
  indirect enum Reason: Error, Sendable, Hashable {
    case finding(FileFinder.Failure)
    case unreadable(String)
    case unwritable(String)
    case json(String)
    case wrongType(what: String, expected: String, found: String)
    case sentence(String)
    case missingKey(String)
    case document(String)
    case relativeFolder(String)
    case linkedFolder(String, target: String)
    case schema(String)
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
    // These messages name the table or the folder themselves.
    switch reason {
    case .finding(.missing), .finding(.unplaced), .relativeFolder, .linkedFolder: return message
    default: return "\(line == 0 ? file : "\(file):\(line):\(column)"): \(message)"
    }
  }

  /// What is wrong, without file, line and column.
  public var message: String {
    switch reason {
    case .finding(let failure): failure.message
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    case .json(let reason): "this is not valid JSON: \(reason)"
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), found \(found)"
    case .sentence(let sentence): sentence
    case .missingKey(let key): "the key \"\(key)\" is missing"
    case .document(let reason): "the query can't be used: \(reason)"
    case .relativeFolder(let path):
      "the folder \(path.swiftLiteral) must be an absolute path without \".\" and \"..\"."
    case .linkedFolder(let path, let target):
      "the folder \(path.swiftLiteral) is reached through a link; name \(target.swiftLiteral) instead."
    case .schema(let reason): "the schema can't be used: \(reason)"
    }
  }
}

extension FixtureError.Reason: ExpressibleByStringInterpolation {
  init(stringLiteral sentence: String) { self = .sentence(sentence) }
}
