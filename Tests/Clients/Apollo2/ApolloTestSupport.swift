// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import ApolloAPI

// The part of ApolloTestSupport 2.4 that recipes and generated mocks use: its names and signatures.

public protocol AnyMock {
  var _selectionSetMockData: JSONObject { get }
}

public protocol MockFieldValue: Sendable {
  associatedtype MockValueCollectionType: Collection
}

public protocol MockObject: MockFieldValue {
  associatedtype MockFields: Sendable
  associatedtype MockValueCollectionType = [Mock<Self>]

  static var _mockFields: MockFields { get }
}

@propertyWrapper public struct Field<T>: Sendable {
  public init(_ field: StaticString) {}

  public var wrappedValue: Self { self }
}

public class Mock<O: MockObject>: AnyMock {
  public init() {}

  public func _setScalar<T: AnyScalarType & Hashable>(
    _ value: T?, for keyPath: KeyPath<O.MockFields, Field<T>>
  ) {}

  public func _setEntity<T: MockFieldValue>(
    _ value: T.MockValueCollectionType.Element?, for keyPath: KeyPath<O.MockFields, Field<T>>
  ) {}

  public var _selectionSetMockData: JSONObject { [:] }
}
