// The chunks of one body between what makes them and what hands them to the client, as a state
// machine: it calls nobody and waits for nothing.
//
//            ended                     all taken
//   open ─────────────▶ ended ─────────────────────▶ taken
//     │                   │
//     └───────────────────┴──▶ cancelled   (the client gave up: what comes later is dropped)

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReplyStreamState: Sendable {
  /// How a body ends.
  enum Ending: Sendable, Hashable {
    case finished
    case failed(URLError)
  }

  /// What the client is to get now.
  struct Portion: Sendable, Hashable {
    /// The chunks, none of them empty, in order.
    var chunks: [Data] = []
    /// The ending that comes after them, given out once; nil where more may follow.
    var ending: Ending?

    var isEmpty: Bool { chunks.isEmpty && ending == nil }
  }

  private enum Phase {
    case open
    case ended(Ending)
    case taken
    case cancelled
  }

  private var phase = Phase.open
  private var waiting: [Data] = []
  /// How many of those that wait were given out.
  private var givenCount = 0
  /// How many bytes of what was taken are kept.
  private let bodyLimit: Int
  /// After how many bytes the body breaks off, and with which error; nil if it does not.
  private let breakOff: (count: Int, error: URLError)?
  private var sentCount = 0
  private(set) var takenBytes = Data()
  private(set) var takenCount = 0

  init(bodyLimit: Int, breakOff: (count: Int, error: URLError)? = nil) {
    self.bodyLimit = bodyLimit
    self.breakOff = breakOff
  }

  /// Whether nothing more may be sent.
  var isOver: Bool { if case .open = phase { false } else { true } }

  /// Whether nothing more will be given out: the client has all, or gave up.
  var isDone: Bool {
    switch phase {
    case .open, .ended: false
    case .taken, .cancelled: true
    }
  }

  /// Whether all of the body is known, and the client still wants it.
  var hasEnding: Bool { if case .ended = phase { true } else { false } }

  /// A chunk was made.
  /// - Returns: whether the client should be told.
  mutating func sent(_ chunk: Data) -> Bool {
    guard case .open = phase, !chunk.isEmpty else { return false }
    sentCount += chunk.count
    if let breakOff, sentCount > breakOff.count {
      let kept = chunk.dropLast(sentCount - breakOff.count)
      if !kept.isEmpty { waiting.append(Data(kept)) }
      phase = .ended(.failed(breakOff.error))
    } else {
      waiting.append(chunk)
    }
    return true
  }

  /// The body is complete, or breaks off.
  /// - Returns: whether the client should be told; only the first ending counts.
  mutating func ended(_ ending: Ending) -> Bool {
    guard case .open = phase else { return false }
    // A body that is to break off never ends well.
    phase = .ended(breakOff.map { .failed($0.error) } ?? ending)
    return true
  }

  /// The client gave up.
  /// - Returns: whether it did so before it had all.
  mutating func cancelled() -> Bool {
    switch phase {
    case .open, .ended:
      phase = .cancelled
      waiting = []
      givenCount = 0
      return true
    case .taken, .cancelled:
      return false
    }
  }

  /// Gives out what waits.
  /// - Parameter limit: How many chunks at most; the ending comes with the last one.
  mutating func take(_ limit: Int = .max) -> Portion {
    var portion = Portion()
    switch phase {
    case .taken, .cancelled: return portion
    case .open, .ended: break
    }
    let end = limit < waiting.count - givenCount ? givenCount + limit : waiting.count
    portion.chunks = Array(waiting[givenCount..<end])
    givenCount = end
    // Half of them at a time, so that the cost of moving the others is shared.
    if givenCount > waiting.count / 2 || givenCount == waiting.count {
      waiting.removeFirst(givenCount)
      givenCount = 0
    }
    for chunk in portion.chunks { note(chunk) }
    if case .ended(let ending) = phase, waiting.isEmpty {
      portion.ending = ending
      phase = .taken
    }
    return portion
  }

  /// Keeps a chunk for the journal, which leaves out what is too long.
  private mutating func note(_ chunk: Data) {
    takenCount += chunk.count
    if takenCount <= bodyLimit { takenBytes += chunk } else { takenBytes = Data() }
  }
}
