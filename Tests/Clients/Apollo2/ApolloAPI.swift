// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The part of ApolloAPI 2.4 that recipes use: its names and signatures, written for the check of pages.

public typealias JSONValue = any Sendable & Hashable
public typealias JSONObject = [String: JSONValue]

public protocol JSONEncodable: Sendable {
  @_spi(Internal) var _jsonValue: JSONValue { get }
}

public protocol GraphQLOperationVariableValue: Sendable {
  @_spi(Internal) var _jsonEncodableValue: (any JSONEncodable)? { get }
}

public protocol AnyScalarType: JSONEncodable, Hashable {}

extension String: AnyScalarType, GraphQLOperationVariableValue {
  @_spi(Internal) public var _jsonValue: JSONValue { self }
  @_spi(Internal) public var _jsonEncodableValue: (any JSONEncodable)? { self }
}

extension NSNull: JSONEncodable {
  @_spi(Internal) public var _jsonValue: JSONValue { self }
}

public enum GraphQLNullable<Wrapped: Sendable>: Sendable {
  case none
  case null
  case some(Wrapped)
}

extension GraphQLNullable: GraphQLOperationVariableValue
where Wrapped: GraphQLOperationVariableValue {
  @_spi(Internal) public var _jsonEncodableValue: (any JSONEncodable)? {
    switch self {
    case .none: nil
    case .null: NSNull()
    case .some(let value): value._jsonEncodableValue
    }
  }
}

public protocol EnumType: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

public enum GraphQLEnum<T: EnumType>: Hashable, AnyScalarType, GraphQLOperationVariableValue {
  case `case`(T)
  case unknown(String)

  public var rawValue: String {
    switch self {
    case .case(let value): value.rawValue
    case .unknown(let value): value
    }
  }

  @_spi(Internal) public var _jsonValue: JSONValue { rawValue }
  @_spi(Internal) public var _jsonEncodableValue: (any JSONEncodable)? { self }
}

public typealias JSONEncodableDictionary = [String: any JSONEncodable]

extension JSONEncodableDictionary: JSONEncodable {
  @_spi(Internal) public var _jsonValue: JSONValue { "" }
}

extension Dictionary where Key == String, Value == any GraphQLOperationVariableValue {
  @_spi(Internal) public var _jsonEncodableObject: JSONEncodableDictionary { [:] }
}

public struct OperationDocument: Sendable {
  public let definition: OperationDefinition?

  public init(definition: OperationDefinition? = nil) { self.definition = definition }
}

public struct OperationDefinition: Sendable {
  public let queryDocument: String

  public init(_ definition: String) { queryDocument = definition }
}

@_spi(Execution) public protocol ParentType {
  var __typename: String { get }
}

public protocol RootSelectionSet: Sendable {
  @_spi(Execution) static var __parentType: any ParentType { get }
}

public protocol GraphQLOperation: Sendable {
  typealias Variables = [String: any GraphQLOperationVariableValue]
  associatedtype Data: RootSelectionSet

  static var operationName: String { get }
  static var operationDocument: OperationDocument { get }
  @_spi(Unsafe) var __variables: Variables? { get }
}

public protocol GraphQLQuery: GraphQLOperation {}
public protocol GraphQLMutation: GraphQLOperation {}
public protocol GraphQLSubscription: GraphQLOperation {}

public struct Object: Sendable {
  public let typename: String

  public init(typename: String) { self.typename = typename }
}

@_spi(Execution)
extension Object: ParentType {
  public var __typename: String { typename }
}
