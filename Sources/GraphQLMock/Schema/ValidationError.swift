/// Why a service refuses a request before it executes anything (GraphQL, sections 5 and 6.1.2).
struct ValidationError: Error, Hashable, Sendable {
  /// A place in the document.
  struct Location: Hashable, Sendable {
    /// Counted from 1; lines end in LF, CR or CR LF.
    let line: Int
    /// Counted from 1 in UTF-16 code units, as the reference implementation counts.
    let column: Int
  }

  let reason: Reason
  /// The places that the error is about, in the order of the reference implementation.
  let locations: [Location]

  /// What a service puts into `errors[].message`.
  var message: String { reason.message }
}

extension ValidationError: CustomStringConvertible {
  /// The message, and where: `Fragment "F" is never used. (3:1)`.
  var description: String {
    if locations.isEmpty { return message }
    let places = locations.map { "\($0.line):\($0.column)" }.joined(separator: ", ")
    return "\(message) (\(places))"
  }
}

extension ValidationError {
  /// Turns offsets into lines and columns, all of them in one pass over the document.
  static func located(_ findings: [ValidationFinding], in document: Document) -> [ValidationError] {
    guard !findings.isEmpty else { return [] }
    let starts = tokenStarts(findings, in: document)
    func offset(_ place: ValidationFinding.Place) -> Int {
      switch place {
      case .at(let offset): offset
      case .tokenBefore(let offset): starts[offset] ?? offset
      }
    }
    let locations = locations(
      of: Set(findings.lazy.flatMap(\.places).map(offset)), in: document.bytes.span)
    return findings.map { finding in
      ValidationError(
        reason: finding.reason, locations: finding.places.compactMap { locations[offset($0)] })
    }
  }

  /// Where the token before each of the tokens begins that the findings ask for.
  private static func tokenStarts(
    _ findings: [ValidationFinding], in document: Document
  ) -> [Int: Int] {
    var wanted: Set<Int> = []
    for place in findings.lazy.flatMap(\.places) {
      if case .tokenBefore(let offset) = place { wanted.insert(offset) }
    }
    guard !wanted.isEmpty else { return [:] }
    var starts: [Int: Int] = [:]
    let source = document.bytes.span
    var lexer = Lexer()
    var previous = 0
    while starts.count < wanted.count {
      let token = lexer.next(source)
      if token.kind == .endOfFile || token.kind.isError { break }
      if wanted.contains(token.start) { starts[token.start] = previous }
      previous = token.start
    }
    return starts
  }

  /// The reference implementation's getLocation for many offsets at once.
  private static func locations(
    of offsets: Set<Int>, in source: Span<UInt8>
  ) -> [Int: Location] {
    var result: [Int: Location] = [:]
    var line = 1
    var column = 1
    var index = 0
    for offset in offsets.sorted() {
      while index < min(offset, source.count) {
        let byte = source[index]
        index += 1
        switch byte {
        case 0x0A:
          line += 1
          column = 1
        case 0x0D:
          // CR LF is one break, after the LF.
          if index < source.count, source[index] == 0x0A {
            column += 1
          } else {
            line += 1
            column = 1
          }
        // A continuation of UTF-8 is no code unit of UTF-16; four bytes are two.
        case 0x80..<0xC0: break
        case 0xF0...: column += 2
        default: column += 1
        }
      }
      result[offset] = Location(line: line, column: column)
    }
    return result
  }
}
