import Foundation

/// A JSON value of the client, independent of the package.
enum ClientJSON: Hashable, Sendable, Decodable {
  case null, bool(Bool), number(Double), string(String)
  case list([ClientJSON])
  case object([String: ClientJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ClientJSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: ClientJSON].self))
    }
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(ClientJSON.self, from: Data(text.utf8))
  }

  subscript(name: String) -> ClientJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var list: [ClientJSON]? { if case .list(let elements) = self { elements } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Changes the value at a path of names and indices.
  mutating func change(
    _ path: ArraySlice<ClientJSON>, _ body: (inout ClientJSON) throws -> Void
  ) throws {
    guard let step = path.first else { return try body(&self) }
    switch (self, step) {
    case (.object(var members), .string(let name)):
      guard members[name] != nil else { throw Reassembly.Violation("no place \(path)") }
      try members[name]?.change(path.dropFirst(), body)
      self = .object(members)
    case (.list(var elements), .number(let number)):
      guard elements.indices.contains(Int(number)) else {
        throw Reassembly.Violation("no place \(path)")
      }
      try elements[Int(number)].change(path.dropFirst(), body)
      self = .list(elements)
    default: throw Reassembly.Violation("no place \(path)")
    }
  }
}

/// Reassembles the payloads of a response like a client, and refuses violations of the
/// specifications, from which it is written.
struct Reassembly {
  struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// A deferred fragment that has arrived.
  struct Delivery: Hashable {
    var label: String
    var path: [ClientJSON]
  }

  private(set) var data = ClientJSON.null
  private(set) var errors: [ClientJSON] = []
  private(set) var deliveries: Set<Delivery> = []

  /// - Parameter payloads: Each has `path` and `label`, as of August 2022.
  init(_ payloads: [ClientJSON]) throws {
    for (index, payload) in payloads.enumerated() {
      let isLast = index == payloads.count - 1
      // A response with one payload may omit `hasNext`.
      guard payload["hasNext"] == .bool(!isLast) || payloads.count == 1 else {
        throw Violation("payload \(index) has a wrong hasNext")
      }
      if index == 0 {
        data = payload["data"] ?? .null
        errors = payload["errors"]?.list ?? []
      } else if payload["data"] != nil {
        throw Violation("payload \(index) has data")
      }
      try add(payload)
    }
  }

  private mutating func add(_ payload: ClientJSON) throws {
    for entry in payload["incremental"]?.list ?? [] {
      guard let path = entry["path"]?.list else { throw Violation("an entry without path") }
      errors += entry["errors"]?.list ?? []
      if let items = entry["items"]?.list {
        // "path ... ends with the index of the first item"
        try data.change(path.dropLast()) { place in
          guard case .list(let known) = place, path.last == .number(Double(known.count)) else {
            throw Violation("items at \(path)")
          }
          place = .list(known + items)
        }
      } else if let fields = entry["data"] {
        try data.change(path[...]) { place in place = try Self.merged(place, fields) }
        if let label = entry["label"]?.text {
          deliveries.insert(Delivery(label: label, path: path))
        }
      }
    }
  }

  /// A fragment in the format of 2022 contains all its fields; fields that exist already must not
  /// change.
  private static func merged(_ old: ClientJSON, _ new: ClientJSON) throws -> ClientJSON {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      return .object(try old.merging(new.map { ($0, $1) }, uniquingKeysWith: merged))
    case (.list(let old), .list(let new)) where old.count == new.count:
      return .list(try zip(old, new).map(merged))
    default:
      guard old == new else { throw Violation("\(old) became \(new)") }
      return old
    }
  }
}
