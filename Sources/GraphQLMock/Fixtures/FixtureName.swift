// What the name of a fixture file says: `HeroName.empire.2.json` is the second response in turn of
// the variant `empire` of the operation `HeroName`.

struct FixtureName: Sendable, Changeable, Equatable {
  /// The operation's name, or `anonymous-query` and the like: a hyphen can't be in a GraphQL name.
  let operation: String
  /// What is between the operation and the position; nil for the answer to every such operation.
  private(set) var variant: String?
  /// The position in a sequence; nil for a single response.
  private(set) var position: Int?
  let file: String

  /// The operation's name; nil for anonymous operations, and where the file's name is not the whole.
  var operationName: String? {
    operation.utf8.contains(UInt8(ascii: "-")) ? nil : operation
  }

  /// The name without position and ending: `HeroName.empire`.
  var row: String { variant.map { "\(operation).\($0)" } ?? operation }

  /// Reads the names of a folder's files.
  ///
  /// Digits at the end are a position where they run from 1 without gaps, or the name is a recording's;
  /// else they are a variant's name: `film.401.json` is no 401st answer.
  static func reading(_ files: [String]) -> [FixtureName] {
    let names = files.compactMap(FixtureName.init(file:))
    // A file without position may be the first of a recording.
    let positions = Dictionary(grouping: names, by: \.row).mapValues {
      Set($0.map { $0.position ?? 1 })
    }
    let runs = positions.mapValues { known in (1...).prefix { known.contains($0) }.last ?? 0 }
    return names.map { name in
      guard let position = name.position, position < 1 || position > runs[name.row] ?? 0,
        !RecordingName.isOne(name), let digits = name.file.split(separator: ".").dropLast().last
      else { return name }
      return name.changing {
        $0.variant = name.variant.map { "\($0).\(digits)" } ?? String(digits)
        $0.position = nil
      }
    }
  }

  /// Reads the name of a file by itself.
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
    return operation.isGraphQLName || isShortened
  }

  /// Whether it stands for a name that is too long for a file, or none of GraphQL's.
  private var isShortened: Bool {
    let parts = operation.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && String(parts[0]).isGraphQLName
      && parts[1].utf8.count == Self.digestLength && parts[1].allSatisfy(\.isHexDigit)
  }

  private static let digestLength = 12
  /// How many bytes an operation's name may have in a file's; file systems allow 255 for the whole.
  private static let longestOperation = 100

  /// The name under which the fixtures of an operation are filed.
  static func operation(of request: OperationRequest) -> String {
    request.name.map { operation(named: $0) } ?? "anonymous-\(request.type?.rawValue ?? "query")"
  }

  /// What stands for the name of an operation in the name of a file.
  ///
  /// A persisted operation may have any name; only one of GraphQL's can name a file.
  static func operation(named name: String) -> String {
    let isName = name.isGraphQLName
    if isName, name.utf8.count <= longestOperation { return name }
    let start = isName ? String(name.prefix(longestOperation - digestLength - 1)) : "operation"
    return "\(start)-\(StableDigest(of: [name]).description.prefix(digestLength))"
  }
}
