/// An object of a mock service, or the fields of an object to assign (see ``ServiceObjects``).
public struct ServiceObject: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral,
  CustomStringConvertible
{
  private let key: ObjectKey
  private var store: (any ObjectStore)?
  private var stated: MockJSON?

  init(_ key: ObjectKey, in store: (any ObjectStore)?) { (self.key, self.store) = (key, store) }

  /// Creates the value to assign in order to delete an object.
  public init(nilLiteral: ()) { key = ObjectKey(typeName: "", id: "") }

  /// Creates the fields of an object to assign.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    let fields = MockJSON.object(of: elements)
    key = ObjectKey(typeName: "", id: fields["id"].idText ?? "")
    stated = fields
  }

  /// The text of the object's `id`.
  public var id: String { key.id }

  /// The object's type and stated fields, with secrets hidden. A value to assign shows its fields unchanged.
  public var description: String { store?.text(of: key) ?? "\(stated ?? .null)" }

  /// A Boolean value that indicates whether the service has the object.
  ///
  /// A type without seeds has every object that wasn't deleted.
  public var exists: Bool { store?.exists(key, at: .unknown) ?? false }

  /// The value of a field, which is generated if nothing has stated it. A new value is set at once.
  public subscript(
    field: String, fileID fileID: String = #fileID, filePath filePath: String = #filePath,
    line line: Int = #line, column column: Int = #column
  ) -> MockJSON {
    get {
      let place = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return store?.value(of: field, in: key, at: place) ?? stated?[field] ?? .null
    }
    nonmutating set {
      let place = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      store?.write(.member(field, newValue), to: key, at: place)
    }
  }

  /// The fields that an assignment of the object writes, or nil to delete the object.
  var fields: MockJSON? {
    var copy = stated
    if exists { store?.update(key, at: .unknown) { copy = $0 } }
    return copy
  }

  fileprivate var reference: MockJSON {
    stated ?? ["__typename": .string(key.typeName), "id": self["id"]]
  }
}

extension MockJSONLiteral {
  /// Returns an object of the service as a value in data, with `.data(fields: …).completed`.
  public static func object(_ object: ServiceObject) -> Self { Self(json: object.reference) }

  /// Returns objects of the service as a list in data, with `.data(fields: …).completed`.
  public static func list(_ objects: some Sequence<ServiceObject>) -> Self {
    Self(json: .array(objects.map(\.reference)))
  }
}
