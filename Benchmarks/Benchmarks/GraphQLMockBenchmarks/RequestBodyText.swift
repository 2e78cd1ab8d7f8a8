import Foundation

/// Bodies as clients send them: JSON with sorted members and without white space.
enum RequestBodyText {
  /// What large variables hold.
  enum Payload: Sendable {
    /// A list of numbers and a list of small objects with numbers.
    case arrays
    /// A list of input objects, mostly of strings.
    case objects
    /// One string, as files travel that are no upload.
    case base64
  }

  /// Generates a body of about a size: first the document, the variables for the rest.
  static func make(
    size: Int, documentSize: Int, payload: Payload = .arrays, number: Int = 0, seed: UInt64 = 2
  ) -> Data {
    var generator = SeededGenerator(seed: seed &+ UInt64(number))
    let document = document(size: documentSize, number: number)
    let name = document.operationName
    let head =
      #"{"operationName":"\#(name)","query":"\#(escape(document.text))","variables":"#
    var body = Data(head.utf8)
    body.reserveCapacity(size + 256)
    appendVariables(
      to: &body, size: max(size - body.count - 1, 0), payload: payload, using: &generator)
    body.append(UInt8(ascii: "}"))
    return body
  }

  /// The document in the body of a number.
  static func document(size: Int, number: Int) -> RequestDocument {
    var generator = SeededGenerator(seed: 1_000_003 &+ UInt64(number))
    return RequestDocument(size: size, style: .compact, number: number, using: &generator)
  }

  /// As `JSONEncoder` writes it.
  private static func escape(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "/", with: "\\/")
  }

  private static func appendVariables(
    to body: inout Data, size: Int, payload: Payload, using generator: inout SeededGenerator
  ) {
    let end = body.count + size
    body.append(contentsOf: #"{"after":null,"first":20,"id":"1a2b3c4d","input":"#.utf8)
    switch payload {
    case .arrays:
      body.append(contentsOf: #"{"ids":["#.utf8)
      let half = body.count + (end - body.count) / 2
      repeat {
        body.append(contentsOf: "\(Int.random(in: 1_000...9_999_999, using: &generator)),".utf8)
      } while body.count < half
      body.append(contentsOf: #"0],"points":["#.utf8)
      while body.count < end - 60 {
        let x = Int.random(in: -18_000...18_000, using: &generator)
        let isOn = generator.chance(50)
        body.append(
          contentsOf: #"{"label":"Point \#(x & 255)","on":\#(isOn),"x":\#(Double(x) / 100)},"#.utf8)
      }
      body.append(contentsOf: "null]}".utf8)
    case .objects:
      body.append(contentsOf: #"{"lines":["#.utf8)
      while body.count < end - 140 {
        let number = Int.random(in: 1_000...9_999_999, using: &generator)
        body.append(contentsOf: #"{"attributes":[{"key":"size","value":"\#(number & 63)"},"#.utf8)
        body.append(contentsOf: #"{"key":"note","value":"Gift wrapped, please"}],"#.utf8)
        body.append(contentsOf: #""productId":"product-\#(number)","quantity":2},"#.utf8)
      }
      body.append(contentsOf: "null]}".utf8)
    case .base64:
      var bytes = Data()
      while bytes.count < max(end - body.count, 0) * 3 / 4 {
        withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
      }
      body.append(contentsOf: #"{"file":""#.utf8)
      body.append(bytes.base64EncodedData())
      body.append(contentsOf: #""}"#.utf8)
    }
    body.append(contentsOf: #","withDetails":true}"#.utf8)
  }
}
