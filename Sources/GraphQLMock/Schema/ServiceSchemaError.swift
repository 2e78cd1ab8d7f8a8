public import Foundation

/// What is wrong with a schema, and where.
///
/// ```
/// schema.graphqls:3:9: Unknown type "Usr".
/// ```
public struct ServiceSchemaError: Error, Sendable, Hashable {
  /// Everything that was found, in the order of the text.
  public let problems: [Problem]

  /// One thing that is wrong.
  public struct Problem: Sendable, Hashable {
    /// What is wrong, in the words of the reference implementation.
    public let message: String
    /// What the text is called; nil where the problem is with the schema as a whole.
    public let file: String?
    /// The line, counted from 1; nil where the problem has no place.
    public let line: Int?
    /// The column, counted from 1 in Unicode scalars; nil where the problem has no place.
    public let column: Int?

    init(message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
      self.message = message
      self.file = file
      self.line = line
      self.column = column
    }
  }

  init(problems: [Problem]) { self.problems = problems }

  init(_ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
    problems = [Problem(message: message, file: file, line: line, column: column)]
  }

  /// Works out lines and columns, which are not counted before something is wrong, in one pass over each
  /// text.
  /// - Parameter errors: In the order of the text.
  init(
    _ errors: [SchemaValidationError], in bytes: ContiguousArray<UInt8>,
    _ sources: [TypeSystem.Source]
  ) {
    problems = sources.indices.flatMap { index in
      let (file, range) = (sources[index].file, sources[index].range)
      // What lies between two texts belongs to the one before, as does the end of the last.
      let end = index + 1 < sources.count ? sources[index + 1].range.lowerBound : Int.max
      let start = index == 0 ? -1 : range.lowerBound
      let here = errors.filter { start <= $0.offset && $0.offset < end }
      guard index > 0 else { return here.map { Problem(message: $0.message) } }
      let places = TextPosition.positions(
        of: here.map { $0.offset - start }, in: bytes.span.extracting(start..<bytes.count))
      return zip(here, places).map { error, place in
        Problem(message: error.message, file: file, line: place.line, column: place.column)
      }
    }
  }

  static var tooLarge: ServiceSchemaError {
    ServiceSchemaError("The schema is larger than \(Parser.sizeLimit - 1) bytes.")
  }

  /// The same without lines and columns.
  var withoutPositions: ServiceSchemaError {
    ServiceSchemaError(problems: problems.map { Problem(message: $0.message, file: $0.file) })
  }
}

extension ServiceSchemaError: CustomStringConvertible, LocalizedError {
  /// The whole message, a line for each of the first problems.
  public var description: String {
    let lines = problems.prefix(Self.shownLimit).map(\.description)
    let hidden = problems.count - lines.count
    return (lines + (hidden > 0 ? ["and \(hidden) more"] : [])).joined(separator: "\n")
  }

  /// How many problems a message shows.
  private static let shownLimit = 50

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ServiceSchemaError.Problem: CustomStringConvertible {
  /// The message behind its place, as in `schema.graphqls:3:9: Unknown type "Usr".`.
  public var description: String {
    guard let file else { return message }
    guard let line, let column else { return "\(file): \(message)" }
    return "\(file):\(line):\(column): \(message)"
  }
}
