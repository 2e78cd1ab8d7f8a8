// `HeroName.empire.2.json` contains the second response of the fixture variant `empire` for the operation `HeroName`.
// Users have files with such names, so don't change how names are read and made.

struct FixtureName: Sendable, Changeable, Equatable {
  /// The operation's name, or a substitute such as `anonymous-query`. GraphQL names can't contain hyphens.
  let operation: String
  private(set) var variant: String?
  /// The position of the file in a sequence of responses, starting at 1, or nil for a single response.
  private(set) var position: Int?
  let file: String

  /// The name of the operation, or nil if the file name doesn't contain the complete name.
  var operationName: String? { operation.utf8.contains(UInt8(ascii: "-")) ? nil : operation }

  /// The file's name without its number, which the files of a sequence share.
  var row: String { variant.map { "\(operation).\($0)" } ?? operation }

  /// Parses file names. In handwritten files, the number in `Film.401.json` is a position in a sequence only if
  /// files with all lower positions exist. Otherwise, it's a part of the variant's name.
  static func reading(_ files: [String]) -> [FixtureName] {
    let names = files.compactMap(FixtureName.init(file:))
    let positions = Dictionary(grouping: names, by: \.row).mapValues {
      Set($0.map { $0.position ?? 1 })
    }
    let runs = positions.mapValues { known in (1...).prefix { known.contains($0) }.last ?? 0 }
    return names.map { name in
      guard let position = name.position, position < 1 || position > runs[name.row] ?? 0,
        !RecordingName.accepts(name), let digits = name.file.split(separator: ".").dropLast().last
      else { return name }
      return name.changing {
        $0.variant = name.variant.map { "\($0).\(digits)" } ?? String(digits)
        $0.position = nil
      }
    }
  }

  init?(file: String) {
    guard file.hasSuffix(".json"), file != HandlerForm.tableFile, !file.hasPrefix(".") else {
      return nil
    }
    var parts = file.dropLast(".json".count).split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains(where: \.isEmpty) else { return nil }
    operation = String(parts.removeFirst())
    if let last = parts.last, last.utf8.allSatisfy(\.isDigit) {
      position = Int(last) ?? Int.max
      parts.removeLast()
    }
    variant = parts.isEmpty ? nil : parts.joined(separator: ".")
    self.file = file
  }

  var isOperation: Bool {
    operation.isGraphQLName || isShortened
      || OperationType.allCases.contains { operation == Self.anonymous($0) }
  }

  private var isShortened: Bool {
    let parts = operation.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && String(parts[0]).isGraphQLName
      && parts[1].utf8.count == Self.digestLength && parts[1].allSatisfy(\.isHexDigit)
  }

  private static let digestLength = 12
  /// The maximum number of bytes of an operation's name in a file name.
  private static let longestOperation = 100

  static func operation(of request: OperationRequest) -> String {
    request.name.map { operation(named: $0) } ?? anonymous(request.type ?? .query)
  }

  static func anonymous(_ type: OperationType) -> String { "anonymous-\(type.rawValue)" }

  /// Returns an operation's name for use in a file name. A hash replaces the end of a long name. A name that isn't a
  /// GraphQL name, as persisted operations may have, becomes `operation-` and a hash.
  static func operation(named name: String) -> String {
    let isName = name.isGraphQLName
    if isName, name.utf8.count <= longestOperation { return name }
    let start = isName ? String(name.prefix(longestOperation - digestLength - 1)) : "operation"
    return "\(start)-\(StableDigest(of: [name]).description.prefix(digestLength))"
  }
}
