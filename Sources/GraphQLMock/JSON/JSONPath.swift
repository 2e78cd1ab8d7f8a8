/// The path to a JSON value, which messages show in a form such as `variables.input.tags[2]`.
struct JSONPath: Sendable, Hashable {
  enum Component: Sendable, Hashable {
    case member(String)
    case element(Int)

    static func == (left: Component, right: Component) -> Bool {
      switch (left, right) {
      case (.member(let left), .member(let right)): Bytes.areEqual(left, right)
      case (.element(let left), .element(let right)): left == right
      case (.member, .element), (.element, .member): false
      }
    }
  }

  var components: [Component]

  init(_ components: [Component] = []) { self.components = components }

  subscript(name: String) -> JSONPath { JSONPath(components + [.member(name)]) }
  subscript(index: Int) -> JSONPath { JSONPath(components + [.element(index)]) }
}

extension JSONPath: ExpressibleByStringLiteral, CustomStringConvertible {
  init(stringLiteral name: String) { self.init([.member(name)]) }

  var description: String {
    var text = ""
    for component in components {
      switch component {
      case .element(let index): text += "[\(index)]"
      case .member(let name) where name.isGraphQLName: text += text.isEmpty ? name : ".\(name)"
      case .member(let name): text += "[\(MockJSON.string(name))]"
      }
    }
    return text
  }
}
