/// Finds input objects that hold themselves through fields that have to be given, so that no value of
/// them ends (GraphQL, section 3.10 "Input Objects", "Circular References").
///
/// The walk is that of the reference implementation, with a stack of its own.
struct InputCycles: Sendable {
  private struct Frame: Sendable {
    var type: TypeID
    /// The fields that are still to be followed.
    var fields: Range<Int>
  }

  private let system: TypeSystem
  private var visited: Set<TypeID> = []
  /// The fields that lead to the current type.
  private var path: [InputID] = []
  /// How long the path was when a type was entered that is still open.
  private var pathLength: [TypeID: Int] = [:]
  private var faults: [SchemaFault] = []

  static func faults(in system: TypeSystem) -> [SchemaFault] {
    var cycles = InputCycles(system)
    for index in system.types.indices where system.types[index].kind == .inputObject {
      cycles.walk(from: TypeID(index))
    }
    return cycles.faults
  }

  private init(_ system: TypeSystem) { self.system = system }

  private mutating func walk(from root: TypeID) {
    var stack: [Frame] = []
    enter(root, &stack)
    while let last = stack.indices.last {
      guard let index = stack[last].fields.popFirst() else {
        pathLength[stack[last].type] = nil
        stack.removeLast()
        // The field that led here; the root has none.
        if !stack.isEmpty { path.removeLast() }
        continue
      }
      let type = system.inputs[index].type
      guard type.isNonNull, type.unwrapped.isNamed, let target = system.namedType(of: type),
        system[target].kind == .inputObject
      else { continue }
      if let length = pathLength[target] {
        report(target, path[length...] + [InputID(index)])
      } else if !visited.contains(target) {
        path.append(InputID(index))
        enter(target, &stack)
      }
    }
  }

  private mutating func enter(_ type: TypeID, _ stack: inout [Frame]) {
    guard visited.insert(type).inserted else { return }
    pathLength[type] = path.count
    stack.append(Frame(type: type, fields: system.inputFields(of: type)))
  }

  private mutating func report(_ type: TypeID, _ path: ArraySlice<InputID>) {
    guard let first = path.first else { return }
    let names = path.map { system.text(system[$0].name) }
    faults.append(
      SchemaFault(
        reason: .inputCycle(system.text(type), path: names), offset: Int(system[first].offset)))
  }
}
