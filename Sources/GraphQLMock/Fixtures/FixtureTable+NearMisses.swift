import Foundation

extension FixtureTable {
  private static let rowLimit = HandlerRegistry.nearLimit
  private static let nameLimit = HandlerRegistry.nameLimitOfNear

  func nearMisses(of operation: OperationRequest, _ mask: RequestMask) -> [MatchFailure.NearMiss] {
    let name = FixtureName.operation(of: operation)
    let found = rowMisses(of: operation, filedAs: name, mask) + nameMisses(of: name)
    return Array(found.ordered { $0.distance < $1.distance }.prefix(MatchFailure.nearMissLimit))
  }

  private func rowMisses(
    of operation: OperationRequest, filedAs name: String, _ mask: RequestMask
  ) -> [MatchFailure.NearMiss] {
    guard case .success(let rows) = content.rows(of: name) else { return [] }
    let request = rows.request(operation, redaction)
    // The fixtures that may match the request are compared first, because they're the most similar.
    var near = rows.candidates(for: request).prefix(Self.rowLimit)
    if near.count < Self.rowLimit {
      let known = Set(near.map(\.name))
      near += rows.all.prefix(2 * Self.rowLimit).filter { !known.contains($0.name) }
    }
    return near.prefix(Self.rowLimit).compactMap { miss($0, request, mask) }
  }

  private func miss(
    _ row: Fixture, _ request: RedactedRequest, _ mask: RequestMask
  ) -> MatchFailure.NearMiss? {
    guard let file = row.files.first?.name.file else { return nil }
    let condition = row.condition
    var differences: [MatchDifference] = []
    var distance = 0
    if let condition, !condition.isEmpty {
      if !condition.matchesDocument(of: request), let document = condition.document {
        differences.append(document.difference(from: request.operation, mask))
        distance += MatchDistance.condition
      }
      if !condition.matchesVariables(of: request) {
        let found = condition.unmetVariables(by: request)
        differences.append(.variables(found, of: request.operation, mask))
        distance += MatchDistance.variable * max(found.count, 1)
        differences += condition.adviceOnSecrets(found).prefix(1).map { .init($0) }
      }
    } else if row.isVariant {
      differences.append(
        MatchDifference(
          "a fixture variant without \"request\" answers only if it is named, as in "
            + ".fixture(\(row.name.swiftLiteral))"))
      distance = MatchDistance.byNameOnly
    }
    if let code = row.files.lazy.compactMap(\.failureToConnect).first {
      differences.append(
        MatchDifference("it contains a failed connection (\(code.name)), which counts as missing"))
    }
    guard !differences.isEmpty else { return nil }
    return MatchFailure.NearMiss(
      candidate: .fixture(file: "\(name)/\(file)", isRecorded: condition?.isRecorded == true),
      distance: distance, differences: differences)
  }

  private func nameMisses(of wanted: String) -> [MatchFailure.NearMiss] {
    content.operations(near: wanted, atMost: Self.rowLimit).compactMap { name in
      let limit = EditDistance.limit(for: wanted)
      let distance = EditDistance.between(name, wanted, limit: limit)
      guard distance < limit, let file = firstFile(of: name) else { return nil }
      return MatchFailure.NearMiss(
        candidate: .fixture(file: "\(self.name)/\(file)", isRecorded: false),
        distance: MatchDistance.ofNames(differingIn: distance),
        differences: [distance == 0 ? .nameCase : .name()])
    }
  }

  /// Returns an operation's shortest file name, such as `Hero.json` rather than `Hero.empire.json`.
  private func firstFile(of name: String) -> String? {
    content.files(of: name).min { $0.utf8.count < $1.utf8.count }
  }

  func nearestName(to wanted: String) -> String? {
    // Removes the name of the table, as in `Shop/Viewer`.
    let wanted = wanted.split(separator: "/").last.map(String.init) ?? wanted
    let operation = String(wanted.prefix { $0 != "." })
    // Parsing is slow, so only the files of operations with similar names are parsed.
    let operations = [operation] + content.operations(near: operation, atMost: Self.nameLimit)
    let names = operations.flatMap { operation -> [String] in
      guard case .success(let rows) = content.rows(of: operation) else { return [] }
      return rows.all.prefix(Self.rowLimit).map(\.name)
    }
    let stem = wanted.hasSuffix(".json") ? String(wanted.dropLast(".json".count)) : wanted
    return EditDistance.nearest(to: stem, among: names)
  }

  func variants(besides name: String) -> [String] {
    let operation = name.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    let rows = (try? content.rows(of: content.filed(String(operation))).get())?.all ?? []
    return rows.prefix(Self.nameLimit).map(\.name.swiftLiteral)
  }

  func advice(
    for operation: OperationRequest, data: MockJSON, variables: MockJSON
  ) -> TableResponse.Advice? {
    guard let folder = content.folder?.url else { return nil }
    let name = FixtureName.operation(of: operation)
    let files = content.files(of: name)
    if files.isEmpty,
      let other = content.operations(near: name, atMost: Self.nameLimit)
        .first(where: { $0 != name && $0.equalsIgnoringCase(name) }),
      let file = firstFile(of: other)
    {
      return .rename(
        path: folder.appendingPathComponent(file).path, name: name + file.dropFirst(other.count))
    }
    let response: MockJSON = ["data": data]
    guard files.contains(where: { $0.hasPrefix(name + ".json") || $0.hasPrefix(name + ".1.") })
    else {
      return .create(path: folder.appendingPathComponent(name + ".json").path, content: response)
    }
    var variant = 1
    while files.contains("\(name).case\(variant).json") { variant += 1 }
    return .create(
      path: folder.appendingPathComponent("\(name).case\(variant).json").path,
      content: ["request": ["variables": variables], "response": ["body": response]])
  }
}

extension FixtureFile.Condition {
  fileprivate func unmetVariables(by request: RedactedRequest) -> [VariablesCondition.Difference] {
    let limit = MatchFailure.differenceLimit
    let forms = recorded.map { request.variables($0.replacement) }
    let differences = (forms ?? [request.operation.coercedVariables]).map {
      MockJSON.differences(
        of: $0, from: variables ?? [:], forms == nil ? .subset : .exact, limit: limit,
        at: VariablesCondition.root)
    }
    return (differences.min { $0.count < $1.count } ?? []).map { .value($0) }
  }

  fileprivate func adviceOnSecrets(_ differences: [VariablesCondition.Difference]) -> [String] {
    guard let style = recorded?.replacement else { return [] }
    return differences.compactMap { difference in
      guard case .value(let difference) = difference,
        case .value(let expected?, let actual) = difference.content,
        let name = difference.path.lastName?.swiftLiteral
      else { return nil }
      if !SecretReplacement.all(in: expected.description).isEmpty {
        return "\(name) was redacted in the recording: if it isn't a secret, "
          + "use Redaction(keep: [\(name)]) and record it again"
      }
      guard let secret = expected.secretText, actual?.secretText == style.of(secret) else {
        return nil
      }
      return
        "\(name) is the replacement of a secret from a response, which was too short to be redacted in "
        + "the recorded request: use Redaction(members: [\(name)]) and record it again"
    }
  }
}

extension JSONPath {
  fileprivate var lastName: String? {
    components.lazy.reversed().compactMap { if case .member(let name) = $0 { name } else { nil } }
      .first
  }
}
