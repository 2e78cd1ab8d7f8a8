package import Foundation

/// Reads server-sent events according to the HTML standard ("9.2.6 Interpreting an event stream"),
/// independently of the package's writer.
package struct EventStreamReader {
  package struct Event: Equatable {
    package var type: String
    package var data: String

    package init(type: String, data: String) { (self.type, self.data) = (type, data) }
  }

  package private(set) var events: [Event] = []
  package private(set) var comments = 0

  package init(_ body: Data) {
    var type = ""
    var data: [String] = []
    let text = String(decoding: body, as: UTF8.self)
      .replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
    var lines = text.components(separatedBy: "\n")
    lines.removeLast()  // what no line end follows is not dispatched
    for line in lines {
      if line.isEmpty {
        // "If the data buffer is an empty string, set the data buffer and event type buffer to the
        // empty string and return": an event without a data field isn't dispatched.
        if !data.isEmpty {
          events.append(
            Event(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n")))
        }
        (type, data) = ("", [])
      } else if line.hasPrefix(":") {
        comments += 1
      } else {
        let colon = line.firstIndex(of: ":")
        let field = colon.map { line[..<$0] } ?? line[...]
        var value = colon.map { line[line.index(after: $0)...] } ?? ""
        if value.hasPrefix(" ") { value = value.dropFirst() }
        if field == "event" { type = String(value) }
        if field == "data" { data.append(String(value)) }
      }
    }
  }
}
