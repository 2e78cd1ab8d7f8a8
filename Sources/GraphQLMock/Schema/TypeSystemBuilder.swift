/// Turns what a reader has read into a type system: joins extensions with what they extend, and says
/// which type each name means.
struct TypeSystemBuilder: Sendable {
  /// What a ``TypeSystem`` is made of.
  struct Parts: Sendable {
    var bytes: ContiguousArray<UInt8>
    var sources: [TypeSystem.Source]
    var tables: SchemaTables
    /// The type that each name means; -1 where it is no type's.
    var typeOfName: ContiguousArray<Int32>
    var directiveOfName: [NameID: Int]
    var roots: TypeSystem.RootTypes
    var metaFields: TypeSystem.MetaFields
    var standard: TypeSystem.StandardTypes
  }

  /// How many faults say what may be meant.
  private static let suggestionLimit = 20

  private let bytes: ContiguousArray<UInt8>
  private let blocks: ContiguousArray<TypeBlock>
  private let rootOperations: [SchemaReader.RootOperation]
  private let schemaDefinitions: [Int]
  /// How many of the blocks, and of the directives, are built in.
  private let builtInBlocks: Int
  private let builtInDirectives: Int
  private var tables: SchemaTables
  private var typeOfName: ContiguousArray<Int32>
  private var faults: [SchemaFault]

  init(
    _ reader: SchemaReader, bytes: ContiguousArray<UInt8>, builtInBlocks: Int,
    builtInDirectives: Int
  ) {
    self.bytes = bytes
    self.builtInBlocks = builtInBlocks
    self.builtInDirectives = builtInDirectives
    blocks = reader.blocks
    rootOperations = reader.rootOperations
    schemaDefinitions = reader.schemaDefinitions
    tables = reader.tables
    faults = reader.faults
    typeOfName = ContiguousArray(repeating: -1, count: reader.tables.names.count)
  }

  /// Builds the type system.
  /// - Parameter sources: What the texts are called.
  /// - Returns: It, or what is wrong with the definitions, sorted by place.
  mutating func build(
    sources: [TypeSystem.Source]
  ) -> (system: TypeSystem?, faults: [SchemaFault]) {
    for offset in schemaDefinitions.dropFirst() {
      fault(.repeatedSchemaDefinition, offset)
    }
    defineTypes()
    checkUses()
    extendTypes()
    faults += RepeatedDefinitions.faults(in: tables, bytes)
    let directiveOfName = defineDirectives()
    let roots = roots()
    guard faults.isEmpty, let metaFields = metaFields(), let standard = standardTypes() else {
      return (nil, faults.ordered { $0.offset < $1.offset })
    }
    let parts = Parts(
      bytes: bytes, sources: sources, tables: tables, typeOfName: typeOfName,
      directiveOfName: directiveOfName, roots: roots, metaFields: metaFields, standard: standard)
    return (TypeSystem(parts), [])
  }

  private mutating func defineTypes() {
    tables.types.reserveCapacity(blocks.count)
    for (index, block) in blocks.enumerated() where !block.isExtension {
      let name = Int(block.definition.name.index)
      if typeOfName[name] >= 0 {
        // A text that prints every type brings the built-in ones too, and they stay what they are.
        if !tables.types[Int(typeOfName[name])].isBuiltIn {
          fault(.repeatedType(text(block.definition.name)), Int(block.definition.offset))
        }
        continue
      }
      typeOfName[name] = Int32(truncatingIfNeeded: tables.types.count)
      tables.types.append(block.definition)
      tables.types[tables.types.count - 1].isBuiltIn = index < builtInBlocks
    }
  }

  /// Every name that is used as a type has to be one.
  private mutating func checkUses() {
    for field in tables.fields { check(field.type.name, field.typeOffset) }
    for input in tables.inputs { check(input.type.name, input.typeOffset) }
    for use in tables.uses { check(use.name, use.offset) }
    for root in rootOperations { check(root.use.name, root.use.offset) }
  }

  @inline(__always)
  private mutating func check(_ name: NameID, _ offset: Int32) {
    if typeOfName[Int(name.index)] < 0 { unknownType(name, offset) }
  }

  private mutating func unknownType(_ name: NameID, _ offset: Int32) {
    // The name stands behind the brackets of a list.
    var offset = Int(offset)
    while offset < bytes.count, !bytes[offset].startsName { offset += 1 }
    let name = text(name)
    fault(.unknownType(name, similar: similarTypes(to: name, builtIns: true)), offset)
  }

  /// The types that may be meant; only the first faults say so, as each asks all types.
  private func similarTypes(to name: String, builtIns: Bool) -> [String] {
    guard faults.count < Self.suggestionLimit else { return [] }
    let types = tables.types.lazy.filter { type in
      (builtIns || !type.isBuiltIn) && text(type.name) != TypeSystem.metaFieldsName
    }
    return ValidationSuggestions.similar(to: name, among: types.map { text($0.name) })
  }

  /// Joins extensions with what they extend (section 3.4.3 "Type Extensions").
  private mutating func extendTypes() {
    var extensions: [Int: [NamedTypeDefinition]] = [:]
    for block in blocks where block.isExtension {
      let name = text(block.definition.name)
      let index = Int(typeOfName[Int(block.definition.name.index)])
      let offset = Int(block.definition.offset)
      if index < 0 {
        fault(.extendedNothing(name, similar: similarTypes(to: name, builtIns: false)), offset)
      } else if tables.types[index].kind != block.definition.kind {
        fault(.extendedOtherKind(block.definition.kind, name), offset)
      } else {
        extensions[index, default: []].append(block.definition)
      }
    }
    for index in extensions.keys.sorted() {
      for part in extensions[index] ?? [] {
        tables.types[index].isOneOf = tables.types[index].isOneOf || part.isOneOf
        if tables.types[index].specifiedBy < 0 {
          tables.types[index].specifiedBy = part.specifiedBy
        }
      }
      let parts = [tables.types[index]] + (extensions[index] ?? [])
      tables.types[index].interfaces = Self.join(parts.map(\.interfaces), in: &tables.uses)
      let members = parts.map(\.members)
      tables.types[index].members =
        switch tables.types[index].kind {
        case .scalar: 0..<0
        case .object, .interface: Self.join(members, in: &tables.fields)
        case .union: Self.join(members, in: &tables.uses)
        case .enum: Self.join(members, in: &tables.enumValues)
        case .inputObject: Self.join(members, in: &tables.inputs)
        }
    }
  }

  /// Makes one range of several, by copies at the end unless only one holds something.
  private static func join<Element>(
    _ ranges: [Range<Int32>], in elements: inout ContiguousArray<Element>
  ) -> Range<Int32> {
    let ranges = ranges.filter { !$0.isEmpty }
    guard ranges.count > 1 else { return ranges.first ?? 0..<0 }
    let start = Int32(truncatingIfNeeded: elements.count)
    for range in ranges {
      for index in range { elements.append(elements[Int(index)]) }
    }
    return start..<Int32(truncatingIfNeeded: elements.count)
  }

  /// The last definition of a built-in directive counts: the schema's own, if it has one.
  private mutating func defineDirectives() -> [NameID: Int] {
    var result: [NameID: Int] = [:]
    for index in tables.directives.indices {
      let directive = tables.directives[index]
      if index < builtInDirectives {
        tables.directives[index].isBuiltIn = true
      } else if let other = result[directive.name], other >= builtInDirectives {
        fault(.repeatedDirective(text(directive.name)), Int(directive.offset))
        continue
      }
      result[directive.name] = index
    }
    return result
  }

  /// The root operation types, by default those of the usual names (section 3.3.1).
  private func roots() -> TypeSystem.RootTypes {
    var result = TypeSystem.RootTypes()
    for root in rootOperations {
      let index = typeOfName[Int(root.use.name.index)]
      if index >= 0 { result[root.type] = TypeID(Int(index)) }
    }
    guard schemaDefinitions.isEmpty else { return result }
    for (operation, name) in [
      (OperationType.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription"),
    ] where result[operation] == nil {
      result[operation] = type(named: name)
    }
    return result
  }

  private mutating func metaFields() -> TypeSystem.MetaFields? {
    guard let type = type(named: TypeSystem.metaFieldsName) else { return nil }
    let fields = tables.types[Int(type.index)].members.map { FieldID(Int($0)) }
    guard fields.count == 3 else { return nil }
    // Nobody may name the type that holds them.
    typeOfName[Int(tables.types[Int(type.index)].name.index)] = -1
    return TypeSystem.MetaFields(schema: fields[0], type: fields[1], typename: fields[2])
  }

  private func standardTypes() -> TypeSystem.StandardTypes? {
    guard let int = type(named: "Int"), let float = type(named: "Float"),
      let string = type(named: "String"), let boolean = type(named: "Boolean"),
      let id = type(named: "ID")
    else { return nil }
    return TypeSystem.StandardTypes(
      int: int, float: float, string: string, boolean: boolean, id: id)
  }

  private func type(named name: String) -> TypeID? {
    let name = ContiguousArray(name.utf8)
    guard let id = tables.names.find(name.span, 0, name.count, in: bytes.span) else { return nil }
    let index = typeOfName[Int(id.index)]
    return index < 0 ? nil : TypeID(Int(index))
  }

  private func text(_ name: NameID) -> String {
    String(decoding: bytes[tables.names.range(of: name)], as: UTF8.self)
  }

  private mutating func fault(_ reason: SchemaFault.Reason, _ offset: Int) {
    faults.append(SchemaFault(reason: reason, offset: offset))
  }
}

extension TypeKind {
  /// The kind as messages spell it: `input object`.
  var phrase: String {
    switch self {
    case .scalar: "scalar"
    case .object: "object"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .inputObject: "input object"
    }
  }
}
