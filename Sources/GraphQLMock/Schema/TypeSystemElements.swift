// What a type system consists of (GraphQL, section 3). Members lie in arrays of the whole schema, one
// after the other, and their owners hold ranges of these.

/// A named type of a schema.
struct TypeID: Hashable, Sendable, Comparable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  static func < (left: TypeID, right: TypeID) -> Bool { left.index < right.index }
}

/// A field of an object or interface type.
struct FieldID: Hashable, Sendable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// An input value: an argument of a field or directive, or a field of an input object type.
struct InputID: Hashable, Sendable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// The kinds of named types.
enum TypeKind: UInt8, Sendable {
  case scalar, object, interface, union, `enum`, inputObject

  /// Whether values of the type have a selection set.
  var isComposite: Bool { self == .object || self == .interface || self == .union }

  /// Whether values of the type are leaves of an answer.
  var isLeaf: Bool { self == .scalar || self == .enum }

  /// Whether arguments and variables may have the type (section 3.4.2 "Input and Output Types").
  var isInput: Bool { isLeaf || self == .inputObject }

  /// Whether fields may have the type.
  var isOutput: Bool { self != .inputObject }

  /// Whether a value's own type is another one.
  var isAbstract: Bool { self == .interface || self == .union }
}

/// A named type, its extensions included.
struct NamedTypeDefinition: Sendable {
  var name: NameID
  var kind: TypeKind
  /// True for what every service has: `Int`, `__Type`.
  var isBuiltIn = false
  /// Whether exactly one field of an input object must be given (section 3.10.1).
  var isOneOf = false
  /// The fields, input fields, enum values, or member types of a union, by kind.
  var members: Range<Int32> = 0..<0
  /// The interfaces that are implemented, as uses of names.
  var interfaces: Range<Int32> = 0..<0
  /// Where the name stands in the text of the schema.
  var offset: Int32
  /// Where the first `@specifiedBy` stands; -1 if there is none.
  var specifiedBy: Int32 = -1
}

/// What `@deprecated` can be said of (section 3.13.3).
protocol Deprecatable: Sendable {
  /// Where the first `@deprecated` stands; -1 if there is none.
  var deprecation: Int32 { get }
}

extension Deprecatable {
  var isDeprecated: Bool { deprecation >= 0 }
}

/// A field of an object or interface type.
struct FieldDefinition: Deprecatable {
  var name: NameID
  var type: WrappedType
  /// The arguments, as a range of input values.
  var arguments: Range<Int32>
  /// Where the name stands in the text of the schema.
  var offset: Int32
  /// Where the type stands in the text of the schema.
  var typeOffset: Int32
  var deprecation: Int32 = -1
}

/// An argument or an input field.
struct InputDefinition: Deprecatable {
  var name: NameID
  var type: WrappedType
  /// The text of the default value; empty if there is none.
  var defaultValue: Range<Int32> = 0..<0
  /// Where the name stands in the text of the schema.
  var offset: Int32
  /// Where the type stands in the text of the schema.
  var typeOffset: Int32
  var deprecation: Int32 = -1

  var hasDefault: Bool { !defaultValue.isEmpty }

  /// Whether a value has to be given (section 5.4.2.1 "Required Arguments").
  var isRequired: Bool { type.isNonNull && !hasDefault }
}

/// A value of an enum type.
struct EnumValueDefinition: Deprecatable {
  var name: NameID
  /// Where the name stands in the text of the schema.
  var offset: Int32
  var deprecation: Int32 = -1
}

/// A name where a type is used without wrappers: a union's member, an interface that is implemented.
struct TypeUse: Sendable {
  var name: NameID
  /// Where it stands in the text of the schema.
  var offset: Int32
}

/// A directive that a schema defines (section 3.13).
struct DirectiveDefinition: Sendable {
  var name: NameID
  /// The arguments, as a range of input values.
  var arguments: Range<Int32>
  var locations: DirectiveLocations
  /// Whether it may be used more than once at one place.
  var isRepeatable: Bool
  /// True for what every service has: `@skip`, `@deprecated`.
  var isBuiltIn = false
  /// Where the name stands in the text of the schema.
  var offset: Int32
}
