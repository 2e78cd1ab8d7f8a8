// A stream that was recorded over HTTP, as a socket sends it.

import Foundation

extension RecordedStream {
  /// The same results at the same times in the form of ``StreamFormat/payloads``, whatever they were
  /// recorded in.
  /// - Returns: nil if what stands in the place of a result is no JSON.
  func asPayloads() -> RecordedStream? {
    var stream = RecordedStream(pieces: [], isOpen: isOpen)
    var delay = Duration.zero
    for piece in pieces {
      delay += piece.delay
      guard let text = Self.result(in: piece.bytes) else { continue }
      guard let chunk = Self.payload(of: text) else { return nil }
      if chunk == StreamFormat.payloads.heartbeat { continue }
      stream.pieces.append(Piece(delay: delay, bytes: chunk))
      delay = .zero
    }
    // The end, if it came later than the last result.
    if delay > .zero, !isOpen { stream.pieces.append(Piece(delay: delay, bytes: Data())) }
    return stream
  }

  /// The text of the result in a piece; nil for what only frames results, or says that there is none.
  private static func result(in piece: Data) -> Data? {
    // The lines of data of an event belong together (server-sent events, "data").
    let field = Data("data:".utf8)
    // Lines may end with CR LF, and white space is free in JSON.
    let lines = piece.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.starts(with: field) }
    guard !lines.isEmpty else { return StreamPiece(piece)?.json.map { Data($0) } }
    let values = lines.map { line in
      let value = line.dropFirst(field.count)
      return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
    let data = Data(values.joined(separator: [UInt8(ascii: "\n")]))
    return data.isEmpty ? nil : data
  }

  /// What a socket sends for a result; Apollo's multipart protocol wraps results and errors.
  private static func payload(of text: Data) -> Data? {
    guard let json = try? MockJSON(parsing: text) else { return nil }
    guard json.hasMember("payload"), !json.hasMember("data") else { return text }
    guard json["payload"].isNull else { return try? json["payload"].encoded() }
    return (try? json["errors"].encoded()).map(StreamFormat.payloads.transportError)
  }
}
