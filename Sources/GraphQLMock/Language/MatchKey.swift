/// A key that is equal for two operations if they request the same data.
///
/// The key ignores white space, comments, descriptions, unused definitions, the order of selections and arguments,
/// and `__typename` next to other selections. At the root of a mutation, the order of selections matters.
///
///     try MatchKey(document: "{ hero { name id } }")
///       == MatchKey(document: "query { hero { __typename id name } }")  // true
///
/// Don't store a key in a file, because it's only valid in the process that created it.
public struct MatchKey: Hashable, Sendable {
  let operationType: OperationType
  let operationName: String?
  private let form: ByteKey
  /// The hash of the operation, which must never change: see ``recordedText``.
  private let fingerprint: StableDigest

  /// Creates the key of an operation.
  /// - Parameters:
  ///   - document: A document in the GraphQL query language.
  ///   - operationName: The operation to select. With `nil` or `""`, the document must have exactly one operation.
  /// - Throws: ``GraphQLSyntaxError`` if the document is malformed. Throws another error, which has a message, if
  ///   the operation doesn't exist or isn't unique (GraphQL, section 6.1 "GetOperation").
  public init(document: String, operationName: String? = nil) throws {
    let document = try Document.parse(document).get()
    self.init(try document.selectOperation(named: operationName).get(), in: document)
  }

  init(_ operation: Document.Operation, in document: Document) {
    operationType = operation.type
    operationName = operation.name
    (form, fingerprint) = CanonicalForm.key(of: operation, in: document)
  }
}

extension MatchKey: CustomStringConvertible {
  /// The type and name of the operation, followed by a hash value that is the same in every process.
  public var description: String { recordedText }

  /// This text must never change, because names of recordings contain its hash if an operation has no name.
  var recordedText: String {
    [operationType.rawValue, operationName, "#" + fingerprint.description.prefix(12)]
      .compactMap { $0 }.joined(separator: " ")
  }
}
