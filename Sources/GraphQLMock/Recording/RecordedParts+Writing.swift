import Foundation

extension RecordedParts {
  typealias Member = (name: String, text: ContiguousArray<UInt8>)

  /// The nesting depth at which a recording contains the JSON of a streamed part.
  private static let levelsAround = 4

  /// - Parameter old: The content of the existing file. Its valid delays are kept, because measured delays always differ.
  static func texts(of stream: RecordedStream, replacing old: Data?) -> [Member] {
    let known = old.flatMap { try? MockJSON(parsing: $0) }?["response"][key].array ?? []
    var list = ContiguousArray("[".utf8)
    for (index, part) in stream.parts.enumerated() {
      let isKept =
        known.count == stream.parts.count && FixtureParser.isDelay(known[index]["delay"])
      let delay = isKept ? known[index]["delay"] : Self.delay(part.delay)
      if index > 0 { list += ",".utf8 }
      list += text(of: part, delay: delay)
    }
    list += "]".utf8
    var texts: [Member] = [(key, list)]
    if stream.isOpen { texts.append((openKey, ContiguousArray("true".utf8))) }
    return texts
  }

  private static func delay(_ delay: Duration) -> MockJSON {
    let hundredths = (delay.seconds * 100).rounded()
    return hundredths > 0 ? .number(hundredths / 100) : .null
  }

  private static func text(of part: ResponseStream.Chunk, delay: MockJSON) -> ContiguousArray<UInt8>
  {
    var members: [Member] = []
    if let framed = RecordedStream.PartText(part.bytes) {
      if let json = framed.json, RecordingFile.canStand(json, within: levelsAround) {
        members = [
          ("before", JSONWriter.quoted(framed.before)),
          ("behind", JSONWriter.quoted(framed.behind)), ("body", json),
        ]
      } else {
        // `framed.before` ends where the JSON begins, so the whole text is written.
        members = [("before", JSONWriter.quoted(String(decoding: part.bytes, as: UTF8.self)))]
      }
    } else {
      members = [("base64", JSONWriter.quoted(part.bytes.base64EncodedString()))]
    }
    if !delay.isNull { members.append(("delay", ContiguousArray(delay.description.utf8))) }
    return JSONWriter.object(members)
  }
}
