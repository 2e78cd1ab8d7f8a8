// The fixture file `HeroName.empire.2.json` has the second response of the variant `empire` for the operation
// `HeroName`. Users have files with such names, so every new version of the library must read them as before.

struct FixtureName: Sendable, Changeable, Equatable {
  // The name of the operation, such as `HeroName`, or a substitute such as `anonymous-query`. A substitute contains
  // a hyphen, because the name of an operation can't contain one.
  let operation: String
  private(set) var variant: String?
  /// The position of the file in a sequence of responses, starting at 1, or nil for a single response.
  private(set) var position: Int?
  let file: String

  /// The name of the operation, or nil if the operation is anonymous or its name is shortened in the file name.
  var operationName: String? {
    operation.utf8.contains(UInt8(ascii: "-")) ? nil : operation
  }

  var row: String { variant.map { "\(operation).\($0)" } ?? operation }

  // Parses file names. In handwritten files, a number at the end of the name is a position only if files with all
  // lower positions exist. In `film.401.json`, the number is therefore part of the variant's name.
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
    } else {
      position = nil
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
  // The maximum number of bytes for the name of the operation. File systems allow 255 bytes for the whole file
  // name.
  private static let longestOperation = 100

  static func operation(of request: OperationRequest) -> String {
    request.name.map { operation(named: $0) } ?? anonymous(request.type ?? .query)
  }

  static func anonymous(_ type: OperationType) -> String { "anonymous-\(type.rawValue)" }

  // Returns the name of an operation as a part of a file name. If the name is too long, a digest (a short hash)
  // replaces its end. Persisted operations can have names that aren't GraphQL names. These become `operation-` and
  // a digest.
  static func operation(named name: String) -> String {
    let isName = name.isGraphQLName
    if isName, name.utf8.count <= longestOperation { return name }
    let start = isName ? String(name.prefix(longestOperation - digestLength - 1)) : "operation"
    return "\(start)-\(StableDigest(of: [name]).description.prefix(digestLength))"
  }
}
