/// The objects of a mock service, as its generator keeps them, or as an app in another process does.
package protocol ObjectStore: Sendable {
  /// Returns the IDs of the objects of a type, oldest first. For a type without seeds, these are the added objects.
  func ids(ofType typeName: String, at location: CodeLocation) -> [String]
  /// A description of all objects that code has stated, one on each line, without secrets.
  var text: String { get }
  func text(of object: ObjectKey) -> String
  func exists(_ object: ObjectKey, at location: CodeLocation) -> Bool
  func value(of field: String, in object: ObjectKey, at location: CodeLocation) -> MockJSON
  func write(_ change: ObjectChange, to object: ObjectKey, at location: CodeLocation)
  /// Returns the `id` of the new object.
  func create(_ typeName: String, _ fields: MockJSON, at location: CodeLocation) -> String
  func update(_ object: ObjectKey, at location: CodeLocation, _ change: (inout MockJSON) -> Void)
}

package struct ObjectKey: Sendable, Hashable, Codable {
  package let typeName: String
  package let id: String
}

package enum ObjectChange: Sendable, Codable {
  case member(String, MockJSON)
  /// All fields of an object, which is added or replaced.
  case object(MockJSON)
  case deletion
}
