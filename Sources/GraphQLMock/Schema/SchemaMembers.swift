/// Elements in the order of the schema, found by name; of two with one name, the first.
package struct SchemaMembers<Member: SchemaElement>: RandomAccessCollection, Sendable {
  private var all: [Member] = []
  private var byName: [String: Member] = [:]

  init(_ all: [Member] = []) { append(contentsOf: all) }

  mutating func append(_ member: Member) {
    all.append(member)
    if byName[member.name] == nil { byName[member.name] = member }
  }

  mutating func append(contentsOf members: some Sequence<Member>) {
    for member in members { append(member) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }
  package subscript(position: Int) -> Member { all[position] }

  package subscript(name: String) -> Member? {
    guard let member = byName[name] else { return nil }
    // Swift takes a Kelvin sign for a K.
    return member.name.utf8.count == name.utf8.count ? member : nil
  }

  /// Those that have the name of an earlier one, and where the first of the name stands.
  var repeated: [(member: Member, first: Int)] {
    guard byName.count < all.count else { return [] }
    var first: [String: Int] = [:]
    return all.compactMap { member in
      if let known = first[member.name] { return (member, known) }
      first[member.name] = member.offset
      return nil
    }
  }

  /// The names that are similar to one, the most similar first.
  func names(similarTo name: String) -> [String] {
    EditDistance.similar(to: name, among: lazy.map(\.name))
  }
}

/// Something that a schema names.
package protocol SchemaElement: Sendable {
  var facts: MemberFacts { get }
}

extension SchemaElement {
  package var name: String { facts.name }
  /// Where the name stands.
  var offset: Int { facts.offset }
}

/// What a schema defines is there once: no two definitions are equal.
extension SchemaElement where Self: AnyObject & Hashable {
  package static func == (left: Self, right: Self) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value of an enum type, or what it has in common with types, directives, fields and input values; a
/// name where a type is used, by a union or for an interface.
package struct MemberFacts: SchemaElement {
  let name: String
  let offset: Int
  /// The node of the first `@deprecated` (section 3.13.3).
  var deprecation: Int?

  package var facts: MemberFacts { self }
}
