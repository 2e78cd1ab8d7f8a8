import Foundation

extension RequestHandler {
  /// Returns a distance on the scale of ``MatchDistance``.
  func roughDistance(to request: IncomingRequest, _ unmet: [UnmetCondition]? = nil) -> Int {
    let unmet = unmet ?? unmetConditions(of: request)
    var distance = 0
    if case .http = target, request.operation != nil { distance = MatchDistance.http }
    distance = unmet.reduce(distance) { $0 + $1.distance(to: request) }
    guard unmet.contains(where: { if case .type = $0 { true } else { false } }),
      case .operation(let match) = target, let name = match.exactName,
      let other = request.operation?.name
    else { return distance }
    let limit = max(2, other.utf8.count / 3)
    return EditDistance.between(name, other, limit: limit) < limit
      ? distance : distance + MatchDistance.otherType
  }
}

extension RequestHandler.UnmetCondition {
  fileprivate func distance(to request: IncomingRequest) -> Int {
    switch self {
    case .isOperation:
      HTTPMatch.PathPattern(request.url?.path)?.namesGraphQL == true
        ? MatchDistance.condition : MatchDistance.operation
    case .http where request.operation != nil: MatchDistance.otherHTTP
    case .http(let match): MatchDistance.letter * (request.url?.distance(to: match) ?? 8)
    case .name(let name): name.distance(to: request.operation?.name)
    case .type: MatchDistance.type
    case .rootField, .document, .header, .endpoint, .url: MatchDistance.condition
    case .variables(let differences): MatchDistance.variable * differences.count
    case .closure: MatchDistance.variable
    }
  }
}

extension NameCondition {
  fileprivate func distance(to name: String?) -> Int {
    var letters = 6
    if let name {
      switch rule {
      case .exactly(let expected):
        letters = EditDistance.between(expected, name, limit: 40)
      case .prefix(let prefix):
        letters = EditDistance.between(prefix, String(name.prefix(prefix.count)), limit: 40)
      case .any, .anonymous, .pattern, .predicate: break
      }
    }
    return MatchDistance.ofNames(differingIn: letters)
  }
}

extension URL {
  fileprivate func distance(to match: HTTPMatch) -> Int {
    EditDistance.between(path(percentEncoded: false), match.path?.text ?? "", limit: 40) + 1
  }
}
