/// A field at the root of an operation.
struct RootField: Hashable, Sendable {
  let name: String
  /// The alias, or else the name.
  let responseKey: String
}

extension Document {
  /// The fields at the root of an operation in the order of the text, through inline fragments and
  /// spreads.
  ///
  /// A fragment is entered once, so that cycles end; unknown fragments have no fields.
  func rootFields(of operation: OperationOutline) -> [RootField] {
    var fields: [RootField] = []
    let fragments = FragmentIndex(self)
    var entered: Set<Int> = []
    // Ranges of nodes that are still to be read, the innermost last.
    var pending: [Range<Int>] = [nodeRange(ofDefinition: operation.definition)]
    while let range = pending.popLast() {
      var index = range.lowerBound
      while index < range.upperBound {
        let node = nodes[index]
        switch node.kind {
        case .field:
          fields.append(rootField(at: index))
          index = Int(node.next)
        case .fragmentSpread:
          pending.append(Int(node.next)..<range.upperBound)
          if let first = fragments.first(named: node.range, in: self),
            entered.insert(first).inserted
          {
            for definition in fragments.all(like: first, in: self).reversed() {
              pending.append(nodeRange(ofDefinition: definition))
            }
          }
          index = range.upperBound
        case .selectionSet, .inlineFragment:
          index += 1
        default:
          index = Int(node.next)
        }
      }
    }
    return fields
  }

  private func rootField(at index: Int) -> RootField {
    let name = text(nodes[index].range)
    let child = index + 1
    guard child < Int(nodes[index].next), nodes[child].kind == .alias else {
      return RootField(name: name, responseKey: name)
    }
    return RootField(name: name, responseKey: text(nodes[child].range))
  }

  /// The nodes below a definition.
  private func nodeRange(ofDefinition index: Int) -> Range<Int> {
    let root = definitions[index].node
    return root + 1..<Int(nodes[root].next)
  }
}
