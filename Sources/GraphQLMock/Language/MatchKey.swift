/// A key that is equal for documents that ask for the same thing.
///
/// The key ignores white space, comments, descriptions, unused definitions, the order of selections and arguments,
/// and `__typename` next to other selections. At the root of a mutation, the order of selections matters.
///
///     try MatchKey(document: "{ hero { name id } }")
///       == MatchKey(document: "query { hero { __typename id name } }")  // true
///
/// Don't store a key, because it's only valid in the process that created it.
public struct MatchKey: Hashable, Sendable {
  let operationType: OperationType
  let operationName: String?
  private let form: ByteKey
  /// The digest of the form, which must never change: see ``recordedText``.
  private let fingerprint: StableDigest

  /// Creates the key of an operation.
  /// - Parameters:
  ///   - document: A document in the GraphQL query language.
  ///   - operationName: The operation to select. With `nil` or `""`, the document must have a single operation.
  /// - Throws: ``GraphQLSyntaxError`` if the document is malformed. An error with a message if no operation can be
  ///   selected (GraphQL, section 6.1 "GetOperation").
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
  /// The type and name of the operation, with a fingerprint that is the same in every process.
  public var description: String { recordedText }

  /// A text that must never change, because names of recordings of anonymous operations contain its digest.
  var recordedText: String {
    [operationType.rawValue, operationName, "#" + fingerprint.description.prefix(12)]
      .compactMap { $0 }.joined(separator: " ")
  }
}
