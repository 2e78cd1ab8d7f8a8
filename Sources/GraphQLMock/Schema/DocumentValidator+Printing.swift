// Values as messages show them, and as they are compared.
extension DocumentValidator {
  private var printer: ValuePrinter { ValuePrinter(nodes: nodes, bytes: bytes) }

  func printedValue(_ root: Int) -> String { printer.text(of: root) }

  /// Whether two values print alike when the fields of objects are sorted.
  func isSameValue(_ left: Int, _ right: Int) -> Bool {
    if isSameTree(left, right) { return true }
    return canonicalDigest(left) == canonicalDigest(right)
  }

  private func isSameTree(_ left: Int, _ right: Int) -> Bool {
    let count = Int(nodes[left].next) - left
    guard Int(nodes[right].next) - right == count else { return false }
    for offset in 0..<count {
      let (one, other) = (nodes[left + offset], nodes[right + offset])
      guard one.kind == other.kind, Int(one.next) - left == Int(other.next) - right,
        isSameText(one.range, other.range)
      else { return false }
    }
    return true
  }

  /// A digest of the printed value, fields sorted; children before their parents, so that no nesting
  /// exhausts the stack.
  private func canonicalDigest(_ root: Int) -> Digest128 {
    var digests = ContiguousArray<Digest128>()
    let end = Int(nodes[root].next)
    digests = ContiguousArray(repeating: Digest128(high: 0, low: 0), count: end - root)
    for index in (root..<end).reversed() {
      let node = nodes[index]
      var digester = Digester(.process, seed: node.kind.rawValue)
      switch node.kind {
      case .list, .object, .objectField:
        var members = nodes.children(of: index)
        if node.kind == .object { sortByName(&members) }
        if node.kind == .objectField { digester.add(digest(node.range)) }
        for member in members { digester.add(digests[member - root]) }
      case .string:
        let printed = ContiguousArray(printer.printedString(node.range).utf8)
        digester.add(Digest128(of: printed.span, 0, printed.count))
      default: digester.add(digest(node.range))
      }
      digests[index - root] = digester.finish()
    }
    return digests.first ?? Digest128(high: 0, low: 0)
  }

  /// Fields of one name keep their order.
  private func sortByName(_ fields: inout [Int]) {
    guard fields.count > 1 else { return }
    let source = bytes.span
    fields.sort {
      let order = ValidationSuggestions.naturalOrder(
        source.extracting(nodes[$0].range), source.extracting(nodes[$1].range))
      return order == 0 ? $0 < $1 : order < 0
    }
  }
}
