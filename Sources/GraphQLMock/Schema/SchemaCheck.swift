/// Finds what makes a type system invalid (GraphQL, section 3, the parts "Type Validation").
struct SchemaCheck: Sendable {
  let system: TypeSystem
  var found: [SchemaFault] = []

  init(_ system: TypeSystem) { self.system = system }

  mutating func faults() -> [SchemaFault] { found }
}
