/// The object types that stand for each interface and union (GraphQL, section 5.5.2.3,
/// GetPossibleTypes), one sorted run of numbers for each.
struct PossibleTypes: Sendable {
  private var types = ContiguousArray<TypeID>()
  /// Where the run of each type begins; the next one's begin is its end.
  private var starts: ContiguousArray<Int32>

  init(_ tables: SchemaTables, typeOfName: ContiguousArray<Int32>) {
    // Counted first, then filled, so that there is one array and not one for each type.
    var counts = ContiguousArray<Int32>(repeating: 0, count: tables.types.count + 1)
    Self.forEachPair(tables, typeOfName) { abstract, _ in counts[abstract + 1] += 1 }
    for index in counts.indices.dropFirst() { counts[index] += counts[index - 1] }
    starts = counts
    types = ContiguousArray(repeating: TypeID(0), count: Int(counts.last ?? 0))
    var next = starts
    Self.forEachPair(tables, typeOfName) { abstract, object in
      types[Int(next[abstract])] = TypeID(object)
      next[abstract] += 1
    }
  }

  /// Calls with each pair of an abstract and an object type once, object types in order.
  private static func forEachPair(
    _ tables: SchemaTables, _ typeOfName: ContiguousArray<Int32>, _ body: (Int, Int) -> Void
  ) {
    // By object type, so that each run comes out sorted: unions are turned around.
    var unions: [Int: [Int]] = [:]
    for (index, type) in tables.types.enumerated() where type.kind == .union {
      for use in type.members {
        let member = Int(typeOfName[Int(tables.uses[Int(use)].name.index)])
        guard member >= 0, tables.types[member].kind == .object else { continue }
        if unions[member]?.last != index { unions[member, default: []].append(index) }
      }
    }
    var seen = ContiguousArray<Int32>(repeating: -1, count: tables.types.count)
    for (index, type) in tables.types.enumerated() where type.kind == .object {
      for use in type.interfaces {
        let interface = Int(typeOfName[Int(tables.uses[Int(use)].name.index)])
        guard interface >= 0, tables.types[interface].kind == .interface,
          seen[interface] != Int32(truncatingIfNeeded: index)
        else { continue }
        seen[interface] = Int32(truncatingIfNeeded: index)
        body(interface, index)
      }
      for union in unions[index] ?? [] { body(union, index) }
    }
  }

  func types(of type: TypeID) -> ArraySlice<TypeID> { ArraySlice(types[range(of: type)]) }

  func contains(_ object: TypeID, for type: TypeID) -> Bool {
    var range = range(of: type)
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if types[middle] == object { return true }
      range =
        types[middle] < object ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// Whether two runs have a type in common; the shorter is looked up in the longer.
  func overlap(_ left: TypeID, _ right: TypeID) -> Bool {
    let isLeftShorter = range(of: left).count < range(of: right).count
    let (short, long) = isLeftShorter ? (left, right) : (right, left)
    return types[range(of: short)].contains { contains($0, for: long) }
  }

  private func range(of type: TypeID) -> Range<Int> {
    Int(starts[Int(type.index)])..<Int(starts[Int(type.index) + 1])
  }
}
