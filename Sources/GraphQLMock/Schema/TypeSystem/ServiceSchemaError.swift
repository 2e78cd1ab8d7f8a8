public import Foundation

/// An error that describes the problems of a schema and their locations.
///
/// ```
/// schema.graphqls:3:9: Unknown type "Usr".
/// ```
public struct ServiceSchemaError: Error, Sendable, Hashable {
  package let problems: [Problem]

  package struct Problem: Sendable, Hashable {
    package let message: String
    /// The name of the file, or nil if the problem concerns the whole schema.
    package private(set) var file: String?
    package private(set) var line: Int?
    /// The column, counted in Unicode scalars from 1, or nil if the problem has no location.
    package private(set) var column: Int?
    /// If a definition is repeated, the position of the first definition, such as `schema.graphqls:2:3`.
    private(set) var first: String?
  }

  init(problems: [Problem]) { self.problems = problems }

  init(_ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
    problems = [Problem(message: message, file: file, line: line, column: column)]
  }

  /// - Parameter isIntrospection: Whether the text was made from JSON. If so, the errors have no positions.
  init(
    _ errors: [SchemaValidationError], in bytes: ContiguousArray<UInt8>,
    _ sources: [TypeSystem.Source], isIntrospection: Bool
  ) {
    let offsets = errors.map(\.offset) + errors.compactMap(\.firstOffset)
    let places = sources.places(of: offsets, in: bytes)
    problems = errors.map { error in
      let (place, first) = (places[error.offset], error.firstOffset.flatMap { places[$0] })
      if isIntrospection { return Problem(message: error.message, file: place?.file) }
      return Problem(
        message: error.message, file: place?.file, line: place?.line, column: place?.column,
        first: first.map { "\($0.file):\($0.line):\($0.column)" })
    }
  }

  static var tooLarge: ServiceSchemaError {
    ServiceSchemaError("The schema is larger than \(Parser.sizeLimit - 1) bytes.")
  }
}

extension [TypeSystem.Source] {
  /// Returns the file, line and column of each offset. The first source has the built-in definitions, which are skipped.
  func places(of offsets: [Int], in bytes: ContiguousArray<UInt8>) -> [Int: TypeSystem.Place] {
    var places: [Int: TypeSystem.Place] = [:]
    for index in indices.dropFirst() {
      // An offset between two files, or after the last file, is counted as part of the file before it.
      let end = index + 1 < count ? self[index + 1].range.lowerBound : Int.max
      let start = self[index].range.lowerBound
      let here = offsets.filter { start <= $0 && $0 < end }.sorted()
      let positions = TextPosition.positions(
        of: here.map { $0 - start }, in: bytes.span.extracting(start..<bytes.count))
      for (offset, position) in zip(here, positions) {
        places[offset] = (self[index].file, position.line, position.column)
      }
    }
    return places
  }
}

extension ServiceSchemaError: CustomStringConvertible, LocalizedError {
  /// A message with one line for each of the first 50 problems.
  public var description: String {
    let lines = problems.prefix(Self.shownLimit).map(\.description)
    let hidden = problems.count - lines.count
    return (lines + (hidden > 0 ? ["and \(hidden) more"] : [])).joined(separator: "\n")
      .escapingControls()
  }

  private static let shownLimit = 50

  /// A localized message, which is the same text as ``description``.
  public var errorDescription: String? { description }
}

extension ServiceSchemaError.Problem: CustomStringConvertible {
  package var description: String {
    guard let file else { return message }
    guard let line, let column else { return "\(file): \(message)" }
    let other = first.map { " The first is at \($0)." } ?? ""
    return "\(file):\(line):\(column): \(message)\(other)"
  }
}
