/// Documents as clients send them: an operation with variables, then its fragments.
struct RequestDocument: Sendable {
  /// How a client writes documents.
  enum Style: CaseIterable, Sendable {
    /// On one line, a fragment each on its own, as Apollo iOS and Apollo Kotlin send them.
    case compact
    /// Indented by two spaces, as graphql-js prints and Apollo Client and Relay send them.
    case indented
  }

  let operationName: String
  let text: String

  var bytes: ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

  /// Generates a document of about a size.
  init(size: Int, style: Style, number: Int, using generator: inout SeededGenerator) {
    operationName =
      generator.pick(["Hero", "Feed", "Product", "Checkout", "Search", "Profile"])
      + generator.pick(["Details", "List", "Page", "Summary"]) + String(number)
    var writer = Writer(style: style, generator: generator)
    writer.writeOperation(named: operationName, size: size)
    generator = writer.generator
    text = writer.text
  }

  /// Documents of 300 bytes to 4 KB, in both styles.
  static func corpus(styles: [Style] = Style.allCases, seed: UInt64 = 1) -> [RequestDocument] {
    var generator = SeededGenerator(seed: seed)
    return (0..<48).map { number in
      RequestDocument(
        size: [300, 600, 1_000, 1_000, 2_000, 4_000][number % 6],
        style: styles[number / 6 % styles.count], number: number, using: &generator)
    }
  }
}

/// Writes one document.
private struct Writer {
  let style: RequestDocument.Style
  var generator: SeededGenerator
  private(set) var text = ""
  private var depth = 0

  init(style: RequestDocument.Style, generator: SeededGenerator) {
    self.style = style
    self.generator = generator
  }

  mutating func writeOperation(named name: String, size: Int) {
    let type = generator.chance(80) ? "query" : "mutation"
    text +=
      "\(type) \(name)($id: ID!, $first: Int = 20, $after: String, "
      + "$input: \(name)Input, $withDetails: Boolean = false)"
    let fragments = size / 450
    open()
    // Each variable is used: a service refuses those that are not.
    field(
      "\(field())(id: $id, input: $input, first: $first, after: $after) @include(if: $withDetails)")
    open()
    typename()
    for index in 0..<fragments { item("...\(name)Fields\(index)") }
    selections(until: text.utf8.count + min(size / 3, 700), depth: 3)
    close()
    close()
    for index in 0..<fragments {
      text += "\n"
      if style == .indented { text += "\n" }
      text += "fragment \(name)Fields\(index) on \(Self.types[index % Self.types.count])"
      open()
      typename()
      let left = (size - text.utf8.count) / (fragments - index)
      selections(until: text.utf8.count + max(left, 80), depth: 3)
      close()
    }
  }

  private mutating func selections(until end: Int, depth: Int) {
    repeat {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<14 where depth > 0:
        field(field() + arguments() + directive())
        open()
        typename()
        selections(until: min(end, text.utf8.count + 160), depth: depth - 1)
        close()
      case 14..<19 where depth > 0:
        item("... on \(generator.pick(Self.types))")
        open()
        typename()
        selections(until: min(end, text.utf8.count + 120), depth: depth - 1)
        close()
      case 19..<25: field("\(field())Alias: \(field())\(arguments())")
      default: field(field() + directive())
      }
    } while text.utf8.count < end
  }

  private mutating func arguments() -> String {
    generator.pick([
      "", "", "(first: $first, after: $after)", "(id: $id)", "(size: 64)",
      #"(orderBy: {field: CREATED_AT, direction: DESC}, filter: {text: "swift \"mock\""})"#,
      "(ids: [1, 2, 3], scale: 1.5)",
    ])
  }

  private mutating func directive() -> String {
    generator.chance(4) ? " @include(if: $withDetails)" : ""
  }

  private mutating func field() -> String { generator.pick(Self.fields) }

  private mutating func field(_ text: String) { item(text) }

  private mutating func typename() { item("__typename") }

  private mutating func item(_ item: String) {
    switch style {
    case .compact: text += " "
    case .indented: text += "\n" + String(repeating: "  ", count: depth)
    }
    text += item
  }

  private mutating func open() {
    text += " {"
    depth += 1
  }

  private mutating func close() {
    depth -= 1
    item("}")
  }

  private static let types = ["User", "Product", "Character", "Order", "Image", "Repository"]
  private static let fields = [
    "id", "name", "title", "url", "createdAt", "updatedAt", "description", "price", "currency",
    "image", "avatarUrl", "friends", "nodes", "edges", "node", "pageInfo", "hasNextPage",
    "endCursor", "totalCount", "author", "viewerHasLiked", "primaryLanguage", "status", "owner",
    "isAvailable", "shippingAddress", "street", "postalCode", "city", "country", "rating",
  ]
}
