/// The type system of a service: what is named, and what belongs to what (GraphQL, section 3).
///
/// It is read once and never changes, so that any number of services share it.
final class TypeSystem: Sendable {
  /// All texts of the schema, that of the built-in types first, in which definitions have their places.
  let document: Document
  /// The node of the string that describes the schema.
  let description: Int?
  let types: SchemaMembers<NamedType>
  let directives: SchemaMembers<DirectiveDefinition>
  /// The root operation types (section 3.3.1).
  let rootTypes: [OperationType: NamedType]
  /// The fields that every object, or every query, has (section 4.1 and 4.2).
  let metaFields: SchemaMembers<FieldDefinition>
  /// What values of custom scalars must be, by name; those without a check may be anything.
  let scalarChecks: [String: ScalarCheck]
  /// The object types that implement each interface, in the order of the schema.
  private let implementers: [String: [NamedType]]

  /// A text of a schema: what it is called, and where it stands among all texts.
  struct Source: Sendable {
    var file: String
    var range: Range<Int>
  }

  init(
    document: Document, description: Int?, types: SchemaMembers<NamedType>,
    directives: SchemaMembers<DirectiveDefinition>, rootTypes: [OperationType: NamedType],
    metaFields: SchemaMembers<FieldDefinition>, scalarChecks: [String: ScalarCheck] = [:]
  ) {
    self.document = document
    self.description = description
    self.types = types
    self.directives = directives
    self.rootTypes = rootTypes
    self.metaFields = metaFields
    self.scalarChecks = scalarChecks
    var implementers: [String: [NamedType]] = [:]
    for type in types where type.kind == .object {
      for use in type.interfaces where implementers[use.name]?.last != type {
        implementers[use.name, default: []].append(type)
      }
    }
    self.implementers = implementers
  }

  /// The same types with checks of custom scalars.
  convenience init(_ other: TypeSystem, scalarChecks: [String: ScalarCheck]) {
    self.init(
      document: other.document, description: other.description, types: other.types,
      directives: other.directives, rootTypes: other.rootTypes, metaFields: other.metaFields,
      scalarChecks: scalarChecks)
  }
}

/// Looking up.
extension TypeSystem {
  /// What a wrapped type names; nil only for a type that the schema lacks.
  func namedType(of type: WrappedType) -> NamedType? { types[type.name] }

  func kind(of type: WrappedType) -> TypeKind? { namedType(of: type)?.kind }

  /// Whether values of variables and arguments may have the type.
  func isInput(_ type: WrappedType) -> Bool { kind(of: type)?.isInput == true }

  /// The type that a document writes, as `[Int!]!`; nil if the schema lacks what it names, or if lists
  /// are nested deeper than ``WrappedType/listDepthLimit``.
  /// - Parameter range: The bytes of the type, as a node of kind `type` holds them.
  func type(_ range: Range<Int>, in text: ContiguousArray<UInt8>) -> WrappedType? {
    guard let type = WrappedType.read(range, in: text)?.type, namedType(of: type) != nil else {
      return nil
    }
    return type
  }

  /// The field that a selection names: a meta-field, or one of the type (sections 4.1 and 5.3.1).
  func field(_ name: String, of type: NamedType) -> FieldDefinition? {
    if name.utf8.first == UInt8(ascii: "_"), let field = metaFields[name] {
      let isThere = name == "__typename" ? type.kind.isComposite : type == rootTypes[.query]
      if isThere { return field }
    }
    return type.fields[name]
  }

  /// Whether a field is one that every object, or every query, has.
  func isMeta(_ field: FieldDefinition) -> Bool { metaFields[field.name] == field }
}

/// What is read from the text when it is asked for.
extension TypeSystem {
  /// The default value of an argument or input field; nil if there is none, enum values as strings.
  func defaultValue(of input: FieldDefinition) -> MockJSON? {
    input.defaultValue.map { document.json(of: $0) }
  }

  /// The text of a node that describes something.
  func description(at node: Int?) -> String? {
    node.flatMap { document.json(of: $0).string }
  }

  /// Why something is deprecated (section 3.13.3); nil if it is not.
  func deprecationReason(_ member: MemberFacts) -> String? {
    member.deprecation.map {
      document.arguments(of: $0, variables: [:])["reason"].string ?? "No longer supported"
    }
  }

  /// The URL that a custom scalar is specified by (section 3.13.4).
  func specifiedBy(of type: NamedType) -> String? {
    type.specifiedBy.flatMap { document.arguments(of: $0, variables: [:])["url"].string }
  }
}

/// Which types stand for which.
extension TypeSystem {
  /// The object types that a value of this type can have, in the order of the schema, those of a union
  /// in the order of its members; of an object type, itself.
  func possibleTypes(of type: NamedType) -> [NamedType] {
    switch type.kind {
    case .object: [type]
    case .interface: implementers[type.name] ?? []
    case .union: type.members.compactMap { types[$0.name] }
    case .scalar, .enum, .inputObject: []
    }
  }

  /// Whether an object type is one that a value of this type can have.
  func isPossible(_ object: NamedType, for type: NamedType) -> Bool {
    object == type || (object.kind == .object && isSubtype(object, of: type))
  }

  /// Whether two composite types have an object type in common (section 5.5.2.3).
  func overlap(_ left: NamedType, _ right: NamedType) -> Bool {
    left == right || possibleTypes(of: left).contains { isPossible($0, for: right) }
  }

  /// Whether a type is the other one, or an object or interface type that stands for it.
  func isSubtype(_ type: NamedType, of other: NamedType) -> Bool {
    switch other.kind {
    case .interface: type == other || type.interfaces[other.name] != nil
    case .union: type == other || other.members[type.name] != nil
    case .scalar, .object, .enum, .inputObject: type == other
    }
  }

  /// IsSubType(possibleSubType, superType) (section 3.6, "Type Validation").
  func isSubtype(_ type: WrappedType, of other: WrappedType) -> Bool {
    switch (type, other) {
    case (.nonNull(let type), .nonNull(let other)): isSubtype(type, of: other)
    case (_, .nonNull): false
    case (.nonNull(let type), _): isSubtype(type, of: other)
    case (.list(let type), .list(let other)): isSubtype(type, of: other)
    case (.named(let type), .named(let other)):
      if let type = types[type], let other = types[other] {
        isSubtype(type, of: other)
      } else {
        type == other
      }
    default: false
    }
  }
}
