// What the name of a fixture file says: `HeroName.empire.2.json` is the second response in turn of
// the variant `empire` of the operation `HeroName`.

struct FixtureName: Sendable, Hashable {
  /// The operation's name, or `anonymous-query` and the like: a hyphen can't be in a GraphQL name.
  let operation: String
  /// What is between the operation and the position; nil for the answer to every such operation.
  let variant: String?
  /// The position in a sequence; nil for a single response.
  let position: Int?
  let file: String

  /// The operation's name; nil for anonymous operations.
  var operationName: String? {
    operation.utf8.contains(UInt8(ascii: "-")) ? nil : operation
  }

  /// The name without position and ending: `HeroName.empire`.
  var row: String { variant.map { "\(operation).\($0)" } ?? operation }

  /// Reads the name of a file.
  /// - Returns: nil if it is no fixture: another ending, or the file of the table's rows.
  init?(file: String) {
    guard file.hasSuffix(".json"), file != TableFile.fileName, !file.hasPrefix(".") else {
      return nil
    }
    var parts = file.dropLast(5).split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains(where: \.isEmpty) else { return nil }
    operation = String(parts.removeFirst())
    if let last = parts.last, last.utf8.allSatisfy(\.isDigit) {
      position = Int(last) ?? Int.max
      parts.removeLast()
    } else {
      position = nil
    }
    variant = parts.isEmpty ? nil : parts.joined(separator: ".")
    self.file = file
  }

  /// Whether the name starts with one of GraphQL's (section 2.1.9 "Names"), or `anonymous-…`.
  var isOperation: Bool {
    if OperationType.allCases.contains(where: { operation == "anonymous-\($0.rawValue)" }) {
      return true
    }
    return operation.isGraphQLName
  }

  /// The name under which the fixtures of an operation are filed.
  static func operation(of request: OperationRequest) -> String {
    request.name ?? "anonymous-\(request.type?.rawValue ?? "query")"
  }
}
