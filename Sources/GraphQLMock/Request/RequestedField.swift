/// A field that a request selects, with its response key and its arguments.
///
/// Clients that make up aliases get an answer under the keys that they wait for:
///
/// ```swift
/// .query("Heroes") { request in
///   var data: [String: MockJSON] = [:]
///   for field in request.selection where field.name == "hero" {
///     data[field.responseKey] = ["name": .string("Hero \(field.arguments["id"])")]
///   }
///   return .data(.object(data))
/// }
/// ```
/// What `@skip` and `@include` leave out is not there (GraphQL, section 6.3.2 "Field Collection").
public struct RequestedField: Sendable {
  /// The field's name in the schema.
  public let name: String
  /// The alias; nil if it has none.
  public let alias: String?
  /// The type condition of the innermost fragment around the field; nil outside of such fragments.
  public let typeCondition: String?
  /// The arguments with the values of variables and their defaults, an object.
  ///
  /// Enum values are strings. An argument whose variable has no value is absent.
  public let arguments: MockJSON
  private let source: SelectionSource
  /// The fields of this response key, of which each may have selections.
  private var nodes: [Int]

  /// The key of the field's value in the response: the alias, or else the name.
  public var responseKey: String { alias ?? name }

  /// The fields that are selected on this field's value, in the order of the text; none for leaves.
  ///
  /// Those of one response key and one type condition are one.
  public var selection: [RequestedField] { source.fields(of: nodes) }

  fileprivate init(_ node: Int, typeCondition: String?, in source: SelectionSource) {
    let document = source.document
    name = document.text(document.nodes[node].range)
    alias = document.alias(of: node).map(document.text)
    self.typeCondition = typeCondition
    arguments = document.arguments(of: node, variables: source.variables)
    self.source = source
    nodes = [node]
  }

  fileprivate mutating func add(_ node: Int) { nodes.append(node) }
}

extension OperationRequest {
  /// The fields that the operation selects at its root, in the order of the text; none where the
  /// document is not known.
  ///
  /// Those of one response key and one type condition are one.
  public var selection: [RequestedField] {
    guard let selected = selectedOperation else { return [] }
    let source = SelectionSource(document: selected.document, variables: coercedVariables)
    return source.fields(of: [selected.document.definitions[selected.operation.definition].node])
  }
}

/// What the fields of one request have in common.
private final class SelectionSource: Sendable {
  let document: Document
  let variables: MockJSON
  private let fragments: FragmentIndex

  init(document: Document, variables: MockJSON) {
    self.document = document
    self.variables = variables
    fragments = FragmentIndex(document)
  }

  private struct Key: Hashable {
    let name: String
    let typeCondition: String?
  }

  /// The fields below some fields or definitions, through fragments, each of which is entered once.
  func fields(of parents: [Int]) -> [RequestedField] {
    var fields: [RequestedField] = []
    var positions: [Key: Int] = [:]
    var entered: Set<Int> = []
    // Selections that are still to be read, the next last.
    var pending: [(node: Int, typeCondition: String?)] = []
    func push(_ parent: Int, _ typeCondition: String?) {
      guard let set = document.selectionSet(of: parent) else { return }
      pending += document.children(of: set).reversed().map { ($0, typeCondition) }
    }
    for parent in parents.reversed() { push(parent, nil) }
    while let (node, typeCondition) = pending.popLast() {
      guard document.isIncluded(node, variables: variables) else { continue }
      switch document.nodes[node].kind {
      case .field:
        let key = Key(name: document.responseKey(of: node), typeCondition: typeCondition)
        if let position = positions[key] {
          fields[position].add(node)
        } else {
          positions[key] = fields.count
          fields.append(RequestedField(node, typeCondition: typeCondition, in: self))
        }
      case .inlineFragment: push(node, document.typeCondition(of: node) ?? typeCondition)
      case .fragmentSpread:
        guard let definition = fragments.first(named: document.nodes[node].range, in: document),
          entered.insert(definition).inserted
        else { continue }
        let root = document.definitions[definition].node
        push(root, document.typeCondition(of: root) ?? typeCondition)
      default: break
      }
    }
    return fields
  }
}
