/// A JSON text as one list of its values, each before the values in it (RFC 8259).
///
/// A large text is read so without an object for each of its parts:
///
/// ```
/// {"a": [1, true], "b": "c"}      object, array a, number, literal, string b
/// ```
/// The text must be shorter than 2 GiB.
struct JSONTape: Sendable {
  struct Node: Sendable {
    var kind: JSONKind
    /// The name of a member, unescaped; empty for an element.
    var name: Range<Int32> = 0..<0
    /// A string's content, unescaped; of any other value, its text.
    var content: Range<Int32> = 0..<0
    /// The node behind it and all that is in it.
    var next: Int32 = 0
    /// Whether a string stands there as it is, without escapes.
    var isPlain = true
  }

  /// The text, and behind it what had to be unescaped.
  private(set) var bytes: ContiguousArray<UInt8>
  private(set) var nodes = ContiguousArray<Node>()

  /// Reads a text.
  static func read(_ text: ContiguousArray<UInt8>) -> Result<JSONTape, JSONSyntaxError> {
    var tape = JSONTape(bytes: text)
    if let error = tape.read() { return .failure(JSONSyntaxError(error, in: text.span)) }
    return .success(tape)
  }

  private init(bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  private mutating func read() -> JSONError? {
    let text = bytes
    let span = text.span
    var unescaped = ContiguousArray<UInt8>()
    var tokenizer = JSONTokenizer()
    var open: [Int] = []
    var name: Range<Int32> = 0..<0
    nodes.reserveCapacity(span.count / 16)

    func content(_ tokenizer: borrowing JSONTokenizer) -> Range<Int32> {
      if tokenizer.isPlain { return Self.range(tokenizer.plainRange) }
      let start = text.count + unescaped.count
      unescaped += tokenizer.content
      return Self.range(start..<(text.count + unescaped.count))
    }

    while true {
      var node: Node
      let token = tokenizer.next(span)
      switch token {
      case .beginObject, .beginArray:
        open.append(nodes.count)
        nodes.append(Node(kind: token == .beginObject ? .object : .array, name: name))
        name = 0..<0
        continue
      case .endObject, .endArray:
        if let index = open.popLast() { nodes[index].next = Int32(truncatingIfNeeded: nodes.count) }
        continue
      case .name:
        name = content(tokenizer)
        continue
      case .string:
        node = Node(kind: .string, name: name, content: content(tokenizer))
        node.isPlain = tokenizer.isPlain
      case .number:
        node = Node(
          kind: .number, name: name, content: Self.range(tokenizer.start..<tokenizer.offset))
      case .literal:
        node = Node(
          kind: tokenizer.literal == .null ? .null : .boolean, name: name,
          content: Self.range(tokenizer.start..<tokenizer.offset))
      case .needsMore, .failed:
        if let error = tokenizer.finish() { return error }
        if nodes.isEmpty {
          // A number ends with the text.
          nodes.append(
            Node(kind: .number, content: Self.range(tokenizer.start..<text.count), next: 1))
        }
        bytes += unescaped
        return nil
      }
      name = 0..<0
      node.next = Int32(truncatingIfNeeded: nodes.count + 1)
      nodes.append(node)
    }
  }

  private static func range(_ range: Range<Int>) -> Range<Int32> {
    Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound)
  }
}

/// Walking.
extension JSONTape {
  /// The member of an object that has a name, the last of them; nil if there is none, or null.
  func member(_ name: String, of node: Int) -> Int? {
    guard nodes[node].kind == .object else { return nil }
    var found: Int?
    var child = node + 1
    let end = Int(nodes[node].next)
    let length = name.utf8.count
    while child < end {
      let range = nodes[child].name
      if range.count == length, Bytes.areEqual(bytes.span, Self.range(range), name) {
        found = child
      }
      child = Int(nodes[child].next)
    }
    return found.flatMap { nodes[$0].kind == .null ? nil : $0 }
  }

  /// The elements of an array; nil if it is none.
  func elements(of node: Int) -> [Int]? {
    guard nodes[node].kind == .array else { return nil }
    var result: [Int] = []
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      result.append(child)
      child = Int(nodes[child].next)
    }
    return result
  }

  /// The bytes of a string's content, or of another value's text.
  func content(of node: Int) -> Range<Int> { Self.range(nodes[node].content) }

  func string(_ node: Int) -> String? {
    nodes[node].kind == .string ? String(decoding: bytes[content(of: node)], as: UTF8.self) : nil
  }

  /// Whether a value is this string.
  func isString(_ node: Int, _ text: String) -> Bool {
    nodes[node].kind == .string && Bytes.areEqual(bytes.span, content(of: node), text)
  }

  func isTrue(_ node: Int) -> Bool {
    nodes[node].kind == .boolean && bytes[content(of: node).lowerBound] == UInt8(ascii: "t")
  }

  private static func range(_ range: Range<Int32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }
}
