/// Finds members of one owner that share a name (GraphQL, section 3, the parts "Type Validation").
///
/// In one pass: each name remembers who had it last.
struct RepeatedDefinitions: Sendable {
  private let tables: SchemaTables
  private let bytes: ContiguousArray<UInt8>
  private var lastOwner: ContiguousArray<Int32>
  private var owner: Int32 = 0
  private var faults: [SchemaFault] = []

  static func faults(in tables: SchemaTables, _ bytes: ContiguousArray<UInt8>) -> [SchemaFault] {
    var finder = RepeatedDefinitions(tables, bytes)
    for type in tables.types { finder.check(type) }
    for directive in tables.directives {
      finder.checkArguments(directive.arguments) { text in "@" + text(directive.name) }
    }
    return finder.faults
  }

  private init(_ tables: SchemaTables, _ bytes: ContiguousArray<UInt8>) {
    self.tables = tables
    self.bytes = bytes
    lastOwner = ContiguousArray(repeating: -1, count: tables.names.count)
  }

  private mutating func check(_ type: NamedTypeDefinition) {
    owner += 1
    switch type.kind {
    case .scalar, .union: break
    case .object, .interface:
      for index in type.members {
        let field = tables.fields[Int(index)]
        if isRepeated(field.name) {
          report(.repeatedField(path: "\(text(type.name)).\(text(field.name))"), field.offset)
        }
      }
      for index in type.members {
        let field = tables.fields[Int(index)]
        checkArguments(field.arguments) { text in "\(text(type.name)).\(text(field.name))" }
      }
    case .inputObject:
      for index in type.members {
        let field = tables.inputs[Int(index)]
        if isRepeated(field.name) {
          report(.repeatedField(path: "\(text(type.name)).\(text(field.name))"), field.offset)
        }
      }
    case .enum:
      for index in type.members {
        let value = tables.enumValues[Int(index)]
        if isRepeated(value.name) {
          report(.repeatedEnumValue(path: "\(text(type.name)).\(text(value.name))"), value.offset)
        }
      }
    }
  }

  /// - Parameter path: The owner of the arguments as messages spell it, from the texts of names.
  private mutating func checkArguments(
    _ arguments: Range<Int32>, of path: ((NameID) -> String) -> String
  ) {
    guard arguments.count > 1 else { return }
    owner += 1
    for index in arguments {
      let argument = tables.inputs[Int(index)]
      if isRepeated(argument.name) {
        report(.repeatedArgument(path: "\(path(text))(\(text(argument.name)):)"), argument.offset)
      }
    }
  }

  @inline(__always)
  private mutating func isRepeated(_ name: NameID) -> Bool {
    let isRepeated = lastOwner[Int(name.index)] == owner
    lastOwner[Int(name.index)] = owner
    return isRepeated
  }

  private func text(_ name: NameID) -> String {
    String(decoding: bytes[tables.names.range(of: name)], as: UTF8.self)
  }

  private mutating func report(_ reason: SchemaFault.Reason, _ offset: Int32) {
    faults.append(SchemaFault(reason: reason, offset: Int(offset)))
  }
}
