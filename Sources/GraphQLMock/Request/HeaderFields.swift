/// The fields of an HTTP header, in which a name can occur several times (RFC 9110, section 5.2).
///
/// ```swift
/// .status(200, headers: ["Cache-Control": "no-store", "Set-Cookie": "a=1", "Set-Cookie": "b=2"])
/// ```
/// A client that uses `URLSession` gets one value for each name, because Foundation joins several values with
/// commas. If you call ``MockGraphQLService/respond(to:)``, the values stay separate.
public struct HeaderFields: Sendable, Hashable, Sequence, ExpressibleByDictionaryLiteral {
  private struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// The fields, sorted by name in any case. Equal names keep their order (RFC 9110, section 5.3).
  private var fields: [Field]

  private init(_ fields: [Field]) {
    self.fields = fields.count < 2 ? fields : fields.ordered { Self.isInOrder($0.name, $1.name) }
  }

  private static func isInOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lazy.map(\.asciiLowercased).lexicographicallyPrecedes(
      right.utf8.lazy.map(\.asciiLowercased))
  }

  init(_ dictionary: [String: String] = [:]) {
    self.init(dictionary.map { Field(name: $0.key, value: $0.value) })
  }

  /// Creates fields from names and values, in which a name can occur several times.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }

  /// The value of the field with a name, or nil if there is no such field.
  ///
  /// If the name occurs several times, the values are joined with commas.
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? {
    var found: String?
    for field in fields where field.name.equalsIgnoringCase(name) {
      found = found.map { "\($0), \(field.value)" } ?? field.value
    }
    return found
  }

  /// Returns the values of all fields with a name, in their original order.
  /// - Parameter name: The name, in any case.
  public func values(of name: String) -> [String] {
    fields.compactMap { $0.name.equalsIgnoringCase(name) ? $0.value : nil }
  }

  /// Returns an iterator over the fields, sorted by name.
  public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    fields.lazy.map { ($0.name, $0.value) }.makeIterator()
  }

  var isEmpty: Bool { fields.isEmpty }

  /// The values of each name in any case, with the first spelling of the name.
  var byName: [(name: String, values: [String])] {
    fields.reduce(into: []) { found, field in
      if found.last?.name.equalsIgnoringCase(field.name) == true {
        found[found.count - 1].values.append(field.value)
      } else {
        found.append((field.name, [field.value]))
      }
    }
  }

  var joined: [String: String] {
    Dictionary(byName.map { ($0.name, $0.values.joined(separator: ", ")) }) { first, _ in first }
  }

  /// Whether there are no other fields than `Content-Type` in its usual spelling, which is fast to find out.
  var areOnlyContentType: Bool { fields.count == 1 && fields[0].name == "Content-Type" }

  var areOfJSON: Bool { self["Content-Type"]?.lowercased().contains("json") == true }

  /// Returns the fields with those of `others`, which replace all fields with the same names.
  func setting(_ others: HeaderFields) -> HeaderFields {
    others.isEmpty ? self : HeaderFields(removing(others.fields.map(\.name)).fields + others.fields)
  }

  func removing(_ names: [String]) -> HeaderFields {
    HeaderFields(fields.filter { field in !names.contains { $0.equalsIgnoringCase(field.name) } })
  }

  func mapValues(_ change: (_ name: String, _ value: String) -> String) -> HeaderFields {
    HeaderFields(fields.map { Field(name: $0.name, value: change($0.name, $0.value)) })
  }

  mutating func add(_ name: String, _ value: String) {
    // Inserting into an empty array allocates memory twice.
    if fields.isEmpty { return fields = [Field(name: name, value: value)] }
    let index = fields.lastIndex { !Self.isInOrder(name, $0.name) }.map { $0 + 1 } ?? 0
    fields.insert(Field(name: name, value: value), at: index)
  }
}
