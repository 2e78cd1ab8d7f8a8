// The parts of a request that handlers ask for by value: where they differ, no handler need be asked.

import Foundation

enum HandlerFacet: Sendable, Hashable {
  /// The variables as a whole, without nulls.
  case variables
  /// A scalar in the variables; the digest tells names apart that only look the same.
  case variable(JSONPath, Digest128)
  /// A header field, in lower case.
  case header(String)
  case endpoint
  case method
  case host
  case path
  case queryItem(String)
  case document

  /// What stands there; equal things have equal values, and so may others.
  enum Value: Sendable, Hashable {
    case json(MockJSON)
    case text(String)
    case digest(Digest128)
  }

  /// What a request has there: nothing, or all that a handler may mean.
  func values(of subject: MatchSubject) -> [Value] {
    switch self {
    case .variables:
      guard let operation = subject.operation else { return [] }
      let sent = operation.variables.droppingNullMembers()
      let coerced = operation.coercedVariables.droppingNullMembers()
      return sent == coerced ? [.json(sent)] : [.json(sent), .json(coerced)]
    case .variable(let path, _):
      guard let operation = subject.operation else { return [] }
      var value = operation.coercedVariables
      for component in path.components {
        switch component {
        case .member(let name): value = value[name]
        case .element(let index): value = value[index]
        }
      }
      return [.json(value)]
    case .header(let name):
      return subject.header(name).map { [.digest(Digest128(of: $0))] } ?? []
    case .endpoint:
      return subject.url.flatMap { Endpoint(url: $0).place }.map { [.text($0)] } ?? []
    case .method: return [.text(subject.method.lowercased())]
    case .host: return subject.url.map { [.text(($0.host ?? "").lowercased())] } ?? []
    case .path: return subject.url.map { [.text(PathPattern.literal(of: $0))] } ?? []
    case .queryItem(let name):
      return QueryItems(subject.url).items.filter { $0.name == name }.map { .text($0.value) }
    case .document:
      return subject.operation?.matchKey.map { [.digest($0.digest)] } ?? []
    }
  }
}

extension RequestHandler {
  /// What the handler asks for by value: a request that has something else there it can't match.
  var facets: [(facet: HandlerFacet, value: HandlerFacet.Value)] {
    var facets: [(facet: HandlerFacet, value: HandlerFacet.Value)] = []
    switch target {
    case .http(let match): facets += match.facets
    case .operation(let match):
      switch match.variables?.rule {
      case .exactly(let variables):
        facets.append((.variables, .json(variables.droppingNullMembers())))
      case .subset(let pattern):
        for (path, value) in pattern.scalars {
          facets.append((.variable(path, path.spelling), .json(value)))
        }
      case .predicate, nil: break
      }
      if case .success(let key)? = match.document?.key {
        facets.append((.document, .digest(key.digest)))
      }
    }
    for condition in urlConditions { facets += condition.facets }
    if let endpoint { facets.append((.endpoint, .text(endpoint.place ?? ""))) }
    for header in headers {
      guard let value = header.value, header.name.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      facets.append((.header(header.name.lowercased()), .digest(Digest128(of: value))))
    }
    return facets
  }
}

extension HTTPMatch {
  fileprivate var facets: [(facet: HandlerFacet, value: HandlerFacet.Value)] {
    var facets: [(facet: HandlerFacet, value: HandlerFacet.Value)] = []
    if let method { facets.append((.method, .text(method.lowercased()))) }
    if let host { facets.append((.host, .text(host.lowercased()))) }
    if let literal = path?.literal { facets.append((.path, .text(literal))) }
    for (name, value) in query.orderedByKey() {
      if let value { facets.append((.queryItem(name), .text(value))) }
    }
    return facets
  }
}

extension VariablePattern {
  /// How many values of a pattern count.
  private static let scalarLimit = 8
  /// How many members and elements of it are looked at.
  private static let memberLimit = 64

  /// The texts, numbers and truth values that a request must have, and where.
  fileprivate var scalars: [(path: JSONPath, value: MockJSON)] {
    var found: [(path: JSONPath, value: MockJSON)] = []
    // Level by level, so that what stands in front is found first.
    var pending: [(path: JSONPath, pattern: VariablePattern)] = [(JSONPath(), self)]
    var next = 0
    while next < pending.count, found.count < Self.scalarLimit {
      let (path, pattern) = pending[next]
      next += 1
      if case .value(let value) = pattern.rule, value.isScalar {
        found.append((path, value))
      } else {
        let room = Self.memberLimit - pending.count
        for part in pattern.parts.prefix(max(room, 0)) {
          pending.append((path.appending(part.component), part.pattern))
        }
      }
    }
    return found
  }

  /// The patterns of members and elements.
  private var parts: [(component: JSONPath.Component, pattern: VariablePattern)] {
    switch rule {
    case .object(let members): return members.map { (.member($0.name), $0.pattern) }
    case .array(let elements): return elements.enumerated().map { (.element($0), $1) }
    case .value(let value):
      if let members = value.members { return members.map { (.member($0.name), .value($0.value)) } }
      return value.array?.enumerated().map { (.element($0), .value($1)) } ?? []
    case .present, .absent: return []
    }
  }
}

extension JSONPath {
  /// What tells names apart that only look the same.
  fileprivate var spelling: Digest128 {
    Digest128(
      of: components.map { component in
        if case .member(let name) = component { name } else { "" }
      }.joined(separator: "\0"))
  }
}

extension MockJSON {
  /// Whether this is a value without parts, and not null, which is like an absent one.
  fileprivate var isScalar: Bool {
    switch storage {
    case .bool, .number, .string: true
    case .null, .array, .object, .unencodable: false
    }
  }
}
