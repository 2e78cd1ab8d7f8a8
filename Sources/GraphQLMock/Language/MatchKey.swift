/// Identifies what an operation asks for, however its document is written.
///
/// Two documents with the same key ask a service for the same thing. White space, comments,
/// descriptions, unused definitions, the order of selections and arguments, and `__typename` where
/// something else is selected do not count; at the root of a mutation the order does.
///
///     try MatchKey(document: "{ hero { name id } }")
///       == MatchKey(document: "query { hero { __typename id name } }")  // true
///
/// A key is valid only in the process that made it: do not store it.
public struct MatchKey: Hashable, Sendable {
  let operationType: OperationType
  let operationName: String?
  private let form: ByteKey
  /// Must not change between versions: see ``recordedText``.
  private let fingerprint: StableDigest

  /// Makes the key of an operation.
  /// - Parameters:
  ///   - document: A document in the GraphQL query language.
  ///   - operationName: The operation to select; nil and "" ask for the only one.
  /// - Throws: ``GraphQLSyntaxError`` if the document can't be read, an error with the message of the
  ///   specification's algorithm if no operation can be selected (GraphQL, section 6.1 "GetOperation").
  public init(document: String, operationName: String? = nil) throws {
    let document = try Document.parse(document).get()
    self.init(try document.selectOperation(named: operationName).get(), in: document)
  }

  init(_ operation: Document.Operation, in document: Document) {
    operationType = operation.type
    operationName = operation.name
    (form, fingerprint) = CanonicalForm.key(of: operation, in: document)
  }

  /// Returns whether two operations ask for the same thing.
  public static func == (left: MatchKey, right: MatchKey) -> Bool {
    // The form is compared too, because different texts can have one fingerprint. It includes type and name.
    left.fingerprint == right.fingerprint && left.form == right.form
  }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension MatchKey: CustomStringConvertible {
  /// The type and the name of the operation with a fingerprint, for messages.
  ///
  /// It is the same in every process.
  public var description: String { recordedText }

  /// The names of recordings of anonymous operations contain its digest, so it must not change between versions.
  var recordedText: String {
    [operationType.rawValue, operationName, "#" + fingerprint.description.prefix(12)]
      .compactMap { $0 }.joined(separator: " ")
  }
}
