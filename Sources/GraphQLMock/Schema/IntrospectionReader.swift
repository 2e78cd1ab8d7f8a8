/// Turns the answer to an introspection query into definitions.
enum IntrospectionReader {
  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> { [] }
}
