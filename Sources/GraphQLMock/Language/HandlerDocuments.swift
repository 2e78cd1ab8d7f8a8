/// The documents that handlers state, parsed when they were registered.
///
/// A request that brings one of them need not be parsed any more. It is recognised by its bytes, or by
/// its normalized text, which takes a fifth of the time that parsing does.
final class HandlerDocuments: Sendable {
  private struct Name: Hashable {
    let document: Digest128
    let operation: Digest128?
  }

  private struct State {
    var byBytes: [Digest128: SelectedOperation] = [:]
    var byNormalizedText: [Name: SelectedOperation] = [:]
  }

  private let state = Locked(State())

  /// Takes the operation of a handler's document.
  func add(_ selected: SelectedOperation) {
    let bytes = selected.document.bytes
    guard case .success(let digest) = DocumentStripper.digest(bytes.span) else { return }
    var names = [selected.operation.name]
    // The only operation needs no name.
    if selected.document.operationCount == 1, names[0] != nil { names.append(nil) }
    state.withLock { state in
      for name in names {
        state.byBytes[DocumentCache.digest(bytes, name)] = selected
        let known = Name(document: digest, operation: name.map { Digest128(of: $0) })
        state.byNormalizedText[known] = selected
      }
    }
  }

  /// The operation of a document with these bytes; nil if no handler states it.
  /// - Parameters:
  ///   - digest: What the cache of documents knows document and name by.
  ///   - bytes: The document in UTF-8.
  func operation(_ digest: Digest128, _ bytes: ContiguousArray<UInt8>) -> SelectedOperation? {
    guard let selected = state.withLock({ $0.byBytes[digest] }) else { return nil }
    let stated = selected.document.bytes
    return Bytes.areEqual(stated.span, bytes.span) ? selected : nil
  }

  /// The operation of a document with the same normalized text; nil if no handler states one.
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - operationName: The operation that is asked for; nil asks for the only one.
  func operation(
    normalizing bytes: ContiguousArray<UInt8>, named operationName: String?
  ) -> SelectedOperation? {
    guard state.withLock({ !$0.byNormalizedText.isEmpty }),
      case .success(let digest) = DocumentStripper.digest(bytes.span)
    else { return nil }
    let name = Name(document: digest, operation: operationName.map { Digest128(of: $0) })
    return state.withLock { $0.byNormalizedText[name] }
  }
}
