/// The fragment definitions of a document by name.
///
/// Names may repeat: that is invalid, but not malformed.
struct FragmentIndex: Sendable {
  /// Up to here, comparing all names is faster than a table.
  private static let tableThreshold = 8

  private var table: [Digest128: [Int]]?

  init(_ document: Document) {
    guard document.definitions.count > Self.tableThreshold else { return }
    var table: [Digest128: [Int]] = [:]
    for (index, definition) in document.definitions.enumerated()
    where definition.kind == .fragment {
      table[Self.digest(definition.name, document), default: []].append(index)
    }
    self.table = table
  }

  /// The first fragment of that name, which stands for all of them; nil if there is none.
  func first(named name: Range<Int>, in document: Document) -> Int? {
    if let table { return table[Self.digest(name, document)]?.first }
    return document.definitions.firstIndex { Self.isFragment($0, name, document) }
  }

  /// All fragments that are named as this one is, it included.
  func all(like first: Int, in document: Document) -> [Int] {
    let name = document.definitions[first].name
    if let table { return table[Self.digest(name, document)] ?? [] }
    return document.definitions.indices.filter {
      Self.isFragment(document.definitions[$0], name, document)
    }
  }

  private static func isFragment(
    _ definition: DefinitionOutline, _ name: Range<Int>, _ document: Document
  ) -> Bool {
    definition.kind == .fragment && definition.name.count == name.count
      && document.bytes[definition.name].elementsEqual(document.bytes[name])
  }

  private static func digest(_ name: Range<Int>, _ document: Document) -> Digest128 {
    Digest128(of: document.bytes.span, name.lowerBound, name.upperBound)
  }
}
