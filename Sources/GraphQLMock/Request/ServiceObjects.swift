/// The objects of a mock service with a schema, by type and `id`.
///
/// ```swift
/// service.objects["Todo", 1]["title"] = "Zed"
/// service.objects["Todo", 2] = nil                        // deleted
/// let todo = service.objects.create("Todo", ["title": "Milk"])
/// service.objects.update("Counter", 1) { $0["value"] = .number(($0["value"].int ?? 0) + 1) }
/// ```
/// An object has the same values here and in every generated response. A mistake, such as an unknown field, fails the
/// test at the line of the call.
public struct ServiceObjects: Sendable, CustomStringConvertible {
  private let store: (any ObjectStore)?

  package init(_ store: (any ObjectStore)?) { self.store = store }

  /// The objects that code has stated, one on each line, with secrets hidden.
  public var description: String { store?.text ?? "" }

  /// The object with an `id`. Assign a dictionary to add or replace the object, or nil to delete it.
  public subscript(
    type: String, id: some CustomStringConvertible, fileID fileID: String = #fileID,
    filePath filePath: String = #filePath, line line: Int = #line, column column: Int = #column
  ) -> ServiceObject {
    get { ServiceObject(key(type, id), in: store) }
    nonmutating set {
      store?.write(
        newValue.fields.map { .object($0) } ?? .deletion, to: key(type, id),
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Returns the key of an object. Its `id` is empty, which `MadeUpObjects` reports, if it's JSON that can't be an `id`.
  private func key(_ type: String, _ id: some CustomStringConvertible) -> ObjectKey {
    ObjectKey(typeName: type, id: (id as? MockJSON).map { $0.idText ?? "" } ?? id.description)
  }

  /// Returns the objects of a type, oldest first. Of a type without seeds, these are the objects that code has added.
  public func all(
    _ type: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> [ServiceObject] {
    let place = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return (store?.ids(ofType: type, at: place) ?? []).map {
      ServiceObject(key(type, $0), in: store)
    }
  }

  /// Adds an object, with a new `id` if the fields have none.
  @discardableResult public func create(
    _ type: String, _ fields: MockJSON = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> ServiceObject {
    let place = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ServiceObject(key(type, store?.create(type, fields, at: place) ?? ""), in: store)
  }

  /// Changes an object, so that no other change comes between reading and writing.
  ///
  /// The closure gets the stated fields, and those with a scalar or an enum. It runs once, and can't change other objects.
  public func update(
    _ type: String, _ id: some CustomStringConvertible, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: (inout MockJSON) -> Void
  ) {
    let place = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    store?.update(key(type, id), at: place, change)
  }
}

extension MockJSON {
  /// The text of an `id`, or nil if the value can't be one.
  var idText: String? { string ?? int.map(String.init) }
}
