// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The part of ApolloAPI 1.25 that recipes use: its names and signatures, written for the check of pages.

public typealias JSONValue = AnyHashable
public typealias JSONObject = [String: JSONValue]

public protocol JSONEncodable {
  var _jsonValue: JSONValue { get }
}

public protocol GraphQLOperationVariableValue {
  var _jsonEncodableValue: (any JSONEncodable)? { get }
}

public protocol AnyScalarType: JSONEncodable {}

extension String: AnyScalarType, GraphQLOperationVariableValue {
  public var _jsonValue: JSONValue { self }
  public var _jsonEncodableValue: (any JSONEncodable)? { self }
}

extension NSNull: JSONEncodable {
  public var _jsonValue: JSONValue { self }
}

public enum GraphQLNullable<Wrapped> {
  case none
  case null
  case some(Wrapped)
}

extension GraphQLNullable: GraphQLOperationVariableValue
where Wrapped: GraphQLOperationVariableValue {
  public var _jsonEncodableValue: (any JSONEncodable)? {
    switch self {
    case .none: nil
    case .null: NSNull()
    case .some(let value): value._jsonEncodableValue
    }
  }
}

public protocol EnumType: RawRepresentable, CaseIterable, Hashable where RawValue == String {}

public enum GraphQLEnum<T: EnumType>: Hashable, AnyScalarType, GraphQLOperationVariableValue {
  case `case`(T)
  case unknown(String)

  public var rawValue: String {
    switch self {
    case .case(let value): value.rawValue
    case .unknown(let value): value
    }
  }

  public var _jsonValue: JSONValue { rawValue }
  public var _jsonEncodableValue: (any JSONEncodable)? { self }
}

public typealias JSONEncodableDictionary = [String: any JSONEncodable]

extension JSONEncodableDictionary: JSONEncodable {
  public var _jsonValue: JSONValue { "" }
}

extension Dictionary where Key == String, Value == any GraphQLOperationVariableValue {
  public var _jsonEncodableObject: JSONEncodableDictionary { [:] }
}

public struct OperationDocument: Sendable {
  public let definition: OperationDefinition?

  public init(definition: OperationDefinition? = nil) { self.definition = definition }
}

public struct OperationDefinition: Sendable {
  public let queryDocument: String

  public init(_ definition: String) { queryDocument = definition }
}

public protocol ParentType {
  var __typename: String { get }
}

public protocol RootSelectionSet {
  static var __parentType: any ParentType { get }
}

public protocol GraphQLOperation: AnyObject {
  typealias Variables = [String: any GraphQLOperationVariableValue]
  associatedtype Data: RootSelectionSet

  static var operationName: String { get }
  static var operationDocument: OperationDocument { get }
  var __variables: Variables? { get }
}

public protocol GraphQLQuery: GraphQLOperation {}
public protocol GraphQLMutation: GraphQLOperation {}
public protocol GraphQLSubscription: GraphQLOperation {}

public struct Object: Sendable {
  public let typename: String

  public init(typename: String) { self.typename = typename }
}

extension Object: ParentType {
  public var __typename: String { typename }
}
