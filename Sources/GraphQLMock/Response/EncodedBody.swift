import Foundation

/// The encoded content of a response, which copies of the response share.
final class EncodedBody: Sendable {
  private let known: MadeOnce<Result<Data, ResponseWritingError>>
  private let verdict = Locked<AnswerVerdict?>(nil)

  init(_ bytes: Data? = nil) { known = MadeOnce(bytes.map { .success($0) }) }

  var isKnown: Bool { known.made != nil }

  /// What the content was last held against, and what came of it.
  var latestVerdict: AnswerVerdict? { verdict.withLock { $0 } }

  /// The verdict on the content that is known, if it is on the same; else the new one.
  func verdict(_ new: AnswerVerdict) -> AnswerVerdict {
    verdict.withLock { latest in
      if let latest, latest.isOnTheSame(as: new) { return latest }
      latest = new
      return new
    }
  }

  /// - Parameter encode: Makes the bytes. User values have been encoded already.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    try known.value { Result(catching: encode) }.get()
  }
}

/// What is wrong with the content of a response for an operation.
final class AnswerVerdict: Sendable {
  let selected: SelectedOperation
  /// An object that stands for the schema; nil where there is none.
  let types: (any AnyObject & Sendable)?
  /// The variables that it was asked for with; nil where they make no difference.
  let variables: Digest128?
  let problems = MadeOnce<[String]>()

  init(
    _ selected: SelectedOperation, _ types: (any AnyObject & Sendable)?, variables: Digest128?
  ) {
    self.selected = selected
    self.types = types
    self.variables = variables
  }

  func isOnTheSame(as other: AnswerVerdict) -> Bool {
    selected === other.selected && types === other.types && variables == other.variables
  }
}
