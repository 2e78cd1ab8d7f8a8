// A response that came in pieces, as it is kept and played again.

import Foundation

/// A body in pieces, each some time after the one before it.
struct RecordedStream: Sendable, Hashable {
  struct Piece: Sendable, Hashable {
    /// The time between the piece before it and this one.
    var delay: Duration
    var bytes: Data
  }

  var pieces: [Piece]
  /// Whether its end was never seen: then it stays open.
  var isOpen = false

  /// The whole body.
  var body: Data { pieces.reduce(into: Data()) { $0 += $1.bytes } }
}

extension RecordedStream {
  /// Divides a body that is there as a whole.
  /// - Returns: nil if its type is none of several results.
  init?(_ body: Data, contentType: String?, isOpen: Bool = false) {
    guard var divider = StreamDivider(contentType: contentType) else { return nil }
    var units = divider.append(body)
    let rest = divider.finish()
    if !rest.isEmpty { units.append(rest) }
    self.init(pieces: units.map { Piece(delay: .zero, bytes: $0) }, isOpen: isOpen)
  }

  /// Divides a body that came in chunks, at their times.
  /// - Returns: nil if its type is none of several results.
  init?(_ response: ExchangeResponse) {
    let type = response.contentType
    guard var divider = StreamDivider(contentType: type) else { return nil }
    pieces = []
    var delay = Duration.zero
    var start = response.body.startIndex
    func add(_ units: [Data]) {
      for unit in units where !unit.isEmpty {
        pieces.append(Piece(delay: delay, bytes: unit))
        delay = .zero
      }
    }
    for chunk in response.chunks {
      let end = min(start + chunk.size, response.body.endIndex)
      delay += chunk.delay
      add(divider.append(response.body[start..<end]))
      start = end
    }
    add(divider.append(response.body[start...]))
    add([divider.finish()])
  }

  /// The same pieces at the times of others, if these are as many.
  func timed(by other: RecordedStream) -> RecordedStream {
    guard pieces.count == other.pieces.count else { return self }
    var copy = self
    for index in pieces.indices { copy.pieces[index].delay = other.pieces[index].delay }
    return copy
  }
}

/// Takes the chunks of a network, and gives the pieces that belong together: a part of a multipart body
/// with the delimiter behind it, which has clients hand it on, or an event.
struct StreamDivider: Sendable {
  /// What a piece ends with.
  private let ends: [ContiguousArray<UInt8>]
  private var rest = Data()
  /// How much of the rest was searched.
  private var searched = 0

  /// - Returns: nil for a type that has one result.
  init?(contentType: String?) {
    guard let contentType else { return nil }
    let parameters = HeaderParameters(Substring(contentType))
    switch parameters.value.lowercased() {
    case "multipart/mixed":
      guard let boundary = parameters["boundary"], !boundary.isEmpty else { return nil }
      ends = [ContiguousArray("\n--\(boundary)".utf8)]
    case "text/event-stream":
      ends = [ContiguousArray("\n\n".utf8), ContiguousArray("\r\n\r\n".utf8)]
    default: return nil
    }
  }

  /// Takes a chunk.
  /// - Returns: the pieces that it ends, together with what came before.
  mutating func append(_ chunk: Data) -> [Data] {
    rest += chunk
    var pieces: [Data] = []
    var start = 0
    // Each kind of end is looked for once: what has but one kind is not searched for the others again.
    var found = ends.map { range(of: $0, from: searched) }
    while let end = found.compactMap({ $0?.upperBound }).min() {
      pieces.append(rest.subdata(in: start..<end))
      start = end
      for (index, range) in found.enumerated() {
        guard let range, range.lowerBound < start else { continue }
        found[index] = self.range(of: ends[index], from: start)
      }
    }
    let longest = ends.map(\.count).max() ?? 1
    searched = max(start, rest.count - longest + 1)
    if start > 0 { rest = rest.subdata(in: start..<rest.count) }
    searched -= start
    return pieces
  }

  /// Where an end stands in the rest; `Data.range(of:in:)` copies all of it for each search.
  private func range(of end: ContiguousArray<UInt8>, from start: Int) -> Range<Int>? {
    let bytes = rest.span
    var index = start
    while index + end.count <= bytes.count {
      var length = 0
      while length < end.count, bytes[index + length] == end[length] { length += 1 }
      if length == end.count { return index..<(index + length) }
      index += 1
    }
    return nil
  }

  /// What is left.
  mutating func finish() -> Data {
    defer { rest = Data() }
    return rest
  }
}
