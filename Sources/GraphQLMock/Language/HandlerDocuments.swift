import Foundation

/// The documents that handlers state, parsed when they were registered.
///
/// A request that brings one of them need not be parsed any more. It is recognised by its bytes, or by
/// its normalized text, which takes a fifth of the time that parsing does.
final class HandlerDocuments: @unchecked Sendable {
  private struct Name: Hashable {
    let document: Digest128
    let operation: Digest128?
  }

  private let lock = NSLock()
  private var byBytes: [Digest128: SelectedOperation] = [:]
  private var byNormalizedText: [Name: SelectedOperation] = [:]

  /// Takes the operation of a document that a handler states.
  func add(_ selected: SelectedOperation) {
    let bytes = selected.document.bytes
    guard case .success(let digest) = DocumentStripper.digest(bytes.span) else { return }
    var names = [selected.operation.name]
    // The only operation needs no name.
    if selected.document.operationCount == 1, names[0] != nil { names.append(nil) }
    lock.withLock {
      for name in names {
        byBytes[DocumentCache.digest(bytes, name)] = selected
        byNormalizedText[Name(document: digest, operation: name.map { Digest128(of: $0) })] =
          selected
      }
    }
  }

  /// The operation of a document with these bytes; nil if no handler states it.
  /// - Parameters:
  ///   - digest: What the cache of documents knows document and name by.
  ///   - bytes: The document in UTF-8.
  func operation(_ digest: Digest128, _ bytes: ContiguousArray<UInt8>) -> SelectedOperation? {
    guard let selected = lock.withLock({ byBytes[digest] }) else { return nil }
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
    guard lock.withLock({ !byNormalizedText.isEmpty }),
      case .success(let digest) = DocumentStripper.digest(bytes.span)
    else { return nil }
    let name = Name(document: digest, operation: operationName.map { Digest128(of: $0) })
    return lock.withLock { byNormalizedText[name] }
  }
}
