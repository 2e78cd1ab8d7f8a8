public import Foundation

extension FixtureTable {
  /// Returns the errors of decoding the table's responses into the client's types.
  ///
  /// ```swift
  /// #expect(FixtureTable("Shop").check(decoding: ["Cart": CartResponse.self]) == [])
  /// ```
  /// The `data` of each response is decoded, also from `table.json`. Responses without data, with `errors`, with
  /// templates such as `{"$variable": "id"}`, and with events or deferred fragments aren't.
  /// - Parameters:
  ///   - types: The types that the client decodes from `data`, by operation name. An unanswered name is an error.
  ///   - decoder: The client's decoder.
  ///   - filePath: The source file near which the table is looked up. The default is the caller's file.
  /// - Returns: The errors, each with its file, its path in the response, and the words of the decoder.
  public func check(
    decoding types: [String: any Decodable.Type], decoder: JSONDecoder = JSONDecoder(),
    filePath: String = #filePath
  ) -> [FixtureError] {
    let table = placed(near: filePath)
    if let error = table.content.firstError { return [error] }
    return types.orderedByKey().flatMap { table.errors(decoding: $1, of: $0, decoder) }
  }

  private func errors(
    decoding type: any Decodable.Type, of operation: String, _ decoder: JSONDecoder
  ) -> [FixtureError] {
    let rows = handlers.filter { $0.operationName == operation }
    let filed = content.filed(operation)
    if rows.isEmpty, content.files(of: filed).isEmpty {
      let nearest = EditDistance.nearest(
        to: operation, among: content.operations + handlers.compactMap(\.operationName))
      let text = "no fixture answers \(operation.swiftLiteral)" + Suggestion.clause(nearest)
      return [FixtureError(reason: .sentence(text), file: name)]
    }
    let errors = rows.flatMap { row -> [FixtureError] in
      guard case .responses(let responses) = row.provider else { return [] }
      return responses.compactMap { $0.problem(decoding: type, decoder) }.map {
        FixtureError(
          reason: .sentence($0.text), file: row.location.fileID, line: row.location.line,
          column: row.location.column)
      }
    }
    switch content.rows(of: filed) {
    case .failure(let error): return errors + [error]
    case .success(let rows):
      return errors
        + rows.all.flatMap(\.files).compactMap { file in
          guard let problem = file.response.problem(decoding: type, decoder) else { return nil }
          let path = (file.responseMap?.path.components ?? []) + problem.path.components
          return file.parser.error(.sentence(problem.text), at: JSONPath(path))
        }
    }
  }
}

extension RequestHandler {
  fileprivate var operationName: String? {
    guard case .operation(let operation) = target, case .exactly(let name) = operation.name.rule
    else { return nil }
    return name
  }
}

extension MockResponse {
  /// Returns where and why the data can't be decoded, or nil if it can, or if a part of it isn't known yet.
  fileprivate func problem(
    decoding type: any Decodable.Type, _ decoder: JSONDecoder
  ) -> (path: JSONPath, text: String)? {
    guard completion == nil, statedErrors.isEmpty, let data = statedData else { return nil }
    do {
      _ = try data.decode(type, decoder: decoder)
      return nil
    } catch {
      let context = (error as? DecodingError)?.parts.context
      let keys = context?.codingPath.map { key in
        key.intValue.map { JSONPath.Component.element($0) } ?? .member(key.stringValue)
      }
      let path = JSONPath([.member("data")] + (keys ?? []))
      let words = context?.debugDescription ?? error.localizedDescription
      return (path, "\(path) can't be decoded as \(type): \(words)")
    }
  }
}
