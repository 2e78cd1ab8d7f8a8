public import Foundation

extension ServiceSchema {
  /// Decodes a value from the generated `data` of a document's response, for example for a preview or a unit test.
  ///
  /// ```swift
  /// let hero = try schema.value(
  ///   of: HeroResponse.self, for: "query Hero { hero { id name } }", ["Droid.name": "R2-D2"])
  /// ```
  /// The response is the one of ``MockResponse/generated(_:)`` in a service that hasn't had any other request.
  /// - Parameters:
  ///   - type: The type to decode, such as a client's response type, or ``MockJSON``.
  ///   - document: A document with one operation.
  ///   - overrides: The values that you set in the generated response.
  ///   - variables: The variables of the operation.
  ///   - decoder: The client's decoder.
  ///   - filePath: The source file near which the schema is looked up. The default is the caller's file.
  /// - Throws: The error of the schema, of the document, its variables or the overrides, or of the decoder.
  public func value<Value: Decodable>(
    of type: Value.Type = Value.self, for document: String, _ overrides: GeneratedOverrides = [:],
    variables: MockJSON = [:], decoder: JSONDecoder = JSONDecoder(), filePath: String = #filePath
  ) throws -> Value {
    let types = try placed(near: filePath).system
    let data = try Self.data(for: document, overrides, variables, in: types)
    return try data.decode(type, decoder: decoder)
  }

  private static func data(
    for text: String, _ overrides: GeneratedOverrides, _ variables: MockJSON, in types: TypeSystem
  ) throws(ResponseWritingError) -> MockJSON {
    let selected: SelectedOperation
    do throws(SelectedOperation.Failure) {
      let bytes = ContiguousArray(text.utf8)
      selected = try DocumentCache.shared.outcome(for: bytes, operationName: nil).get()
    } catch {
      guard case .syntax(let syntax) = error else { throw .notGenerated(reason: error.message) }
      throw .notGenerated(reason: "\(error.message) (\(syntax.line):\(syntax.column))")
    }
    let (operation, document) = (selected.operation, selected.document)
    var errors = selected.errors(by: nil, types: types).filter { !$0.reason.isWarning }
    if errors.isEmpty {
      errors = VariableCheck.errors(in: variables, for: operation, of: document, types: types)
    }
    var problems = errors.isEmpty ? [] : ValidationFailure(errors: errors).lines
    let resolved = ResolvedOverrides(overrides, in: types)
    let filledIn = selected.fillingIn(variables)
    if problems.isEmpty, let root = types.rootTypes[operation.type] {
      let check = OverrideCheck(
        of: resolved, selected, in: types, root, variables: filledIn, requestID: 0)
      // A service warns of some of these problems, because another request may need the override.
      let unmatched = check.matches.orderedByKey().compactMap(\.value.warning)
      problems = check.problems + check.warnings + unmatched
    }
    guard problems.isEmpty else { throw .notGenerated(reason: problems.joined(separator: "\n  ")) }
    let made = ResponseGenerator.data(
      for: operation, of: document, in: types, variables: filledIn, overrides: resolved)
    switch made {
    case .success(let made):
      let problems = ResponseCheck.problems(
        in: made.data, for: operation, of: document, in: types, variables: filledIn,
        errors: made.errors.map(\.json)
      ).filter { !$0.isWarning }.map { $0.description(in: document) }
      if problems.isEmpty { return made.data }
      throw .notGenerated(reason: problems.joined(separator: "\n  "))
    case .failure(let error): throw .notGenerated(reason: error.message)
    }
  }
}
