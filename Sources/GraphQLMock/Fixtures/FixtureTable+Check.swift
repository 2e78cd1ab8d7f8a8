import Foundation

extension FixtureTable {
  /// Returns the errors in the files of the table.
  ///
  /// Errors are invalid files and file names, rows of `table.json` that name a missing fixture, a `$variable` that the
  /// operation doesn't define, recordings that contain no response, and malformed documents. If `documents` has an
  /// operation without a fixture, a fixture whose name differs in one or two letters is an error, too.
  ///
  /// The data of a response must have exactly the fields that the operation's document selects. The document is the
  /// `query` of the fixture's `request`, a file `<OperationName>.graphql` in the table, or one of `documents`.
  /// Without a document, the data isn't checked; see ``uncheckedCount(documents:filePath:)``.
  ///
  /// ```swift
  /// @Test func fixturesAreTrue() { #expect(FixtureTable("Shop").check() == []) }
  /// ```
  ///
  /// With a schema, the documents and the data are validated too, including types, nullability and enum values. A
  /// default value in the schema that doesn't fit its type is an error.
  ///
  /// ```swift
  /// #expect(FixtureTable("Shop").check(schema: "schema.graphqls") == [])
  /// ```
  /// - Parameters:
  ///   - documents: The documents of operations, for example from generated code. A malformed document is an error.
  ///   - schema: The service's schema. With `nil`, only the names of fields are checked.
  ///   - filePath: The source file near which names are looked up. The default is the caller's file.
  /// - Returns: The errors, grouped by file.
  public func check(
    documents: [String] = [], schema: ServiceSchema? = nil, filePath: String = #filePath
  ) -> [FixtureError] {
    let schema = schema?.placed(near: filePath)
    // `checkAndCount`, which the tool calls for each table, returns the error of a schema that can't be read.
    let unfit = (try? schema?.system)?.unfitDefaults ?? []
    let catalog = OperationCatalog(
      documents: documents.enumerated().map { ("documents[\($0.offset)]", $0.element) })
    let malformed = catalog.errors.map {
      FixtureError(
        reason: .document($0.error.message), file: $0.file, line: $0.error.line,
        column: $0.error.column)
    }
    return unfit.map { problem in
      FixtureError(
        reason: .sentence(problem.message), file: problem.file ?? name, line: problem.line ?? 0,
        column: problem.column ?? 0)
    } + malformed + placed(near: filePath).checkAndCount(documents: catalog, schema: schema).errors
  }

  /// Returns the number of responses that ``check(documents:schema:filePath:)`` can't compare with a document.
  ///
  /// No document is known for their operations. Pass it, or add it to the table as `<OperationName>.graphql`.
  public func uncheckedCount(documents: [String] = [], filePath: String = #filePath) -> Int {
    let catalog = OperationCatalog(documents: documents.map { ("", $0) })
    return placed(near: filePath).checkAndCount(documents: catalog, schema: nil).unchecked
      .undocumented
  }

  /// Returns the errors in the table's files, and the number of fixtures that can't be checked.
  package func checkAndCount(
    documents catalog: OperationCatalog?, schema: ServiceSchema?
  ) -> (errors: [FixtureError], unchecked: UncheckedFixtures) {
    var unchecked = UncheckedFixtures()
    if let error = content.error { return ([error], unchecked) }
    let types: TypeSystem?
    do throws(ServiceSchemaError) {
      types = try schema?.system
    } catch {
      return ([FixtureError(reason: .schema(error.description), file: name)], unchecked)
    }
    var known: [String: CheckedDocument] = [:]
    for entry in catalog?.entries ?? [] {
      let name = entry.name.map(FixtureName.operation(named:))
      known[name ?? FixtureName.anonymous(entry.type)] = entry.selected.map {
        CheckedDocument(selected: $0, origin: .catalog(entry))
      }
    }
    var errors = content.rowsError.map { [$0] } ?? []
    errors += handlers.flatMap(missingFixtures)
    errors += lookalikes(known)
    errors += content.oddFiles.map { FixtureError(reason: .oddName, file: "\(name)/\($0)") }
    for operation in content.operations {
      switch content.rows(of: operation) {
      case .failure(let error):
        // An error in `table.json` affects every operation, but is reported only once.
        if error != content.rowsError { errors.append(error) }
      case .success(let rows):
        let beside = Result { () throws(FixtureError) in try content.document(of: operation) }
        if case .failure(let error) = beside { errors.append(error) }
        for file in rows.all.flatMap(\.files) {
          if let error = file.recordingError {
            errors.append(error)
          } else if file.responseMap == nil {
            let response = file.parser["response"].json
            if ResponseForm.bodyKeys.contains(where: response.has) {
              unchecked.unreadable += 1
            }
          } else if let document = document(of: file, beside: try? beside.get(), known: known) {
            errors += document.errors(in: file, types)
          } else {
            unchecked.undocumented += 1
          }
        }
      }
    }
    let start = (folder?.path.count ?? 0) + 1
    let sentFiles = Set(content.sentFiles.map { "\(name)/\($0.dropFirst(start))" })
    return (errors.filter { !sentFiles.contains($0.file) }, unchecked)
  }

  private func missingFixtures(of handler: RequestHandler) -> [FixtureError] {
    guard case .responses(let responses) = handler.provider else { return [] }
    return responses.compactMap { response in
      guard case .fixture(let name) = response.content, fixture(named: name) == nil else {
        return nil
      }
      return FixtureError(
        reason: .missingFixture(
          name, table: self.name, nearest: nearestName(to: name), variants: variants(besides: name)),
        file: handler.location.fileID, line: handler.location.line, column: handler.location.column)
    }
  }

  /// The maximum number of letters in which a misspelled name differs from the correct name.
  private static let lookalikeDistance = 2

  private func lookalikes(_ documents: [String: CheckedDocument]) -> [FixtureError] {
    let operations = Set(content.operations)
    let unanswered = documents.keys.ordered().filter { !operations.contains($0) }
    guard !unanswered.isEmpty else { return [] }
    return content.operations.flatMap { operation -> [FixtureError] in
      guard documents[operation] == nil,
        let other = unanswered.first(where: {
          EditDistance.between($0, operation, limit: Self.lookalikeDistance + 1)
            <= Self.lookalikeDistance
        })
      else { return [] }
      return content.files(of: operation).map {
        FixtureError(reason: .lookalike(operation, document: other), file: "\(name)/\($0)")
      }
    }
  }

  private func document(
    of file: FixtureFile, beside: CheckedDocument?, known: [String: CheckedDocument]
  ) -> CheckedDocument? {
    let own = try? file.condition?.document?.selected.get()
    return own.map { CheckedDocument(selected: $0, origin: .query) } ?? beside
      ?? known[file.name.operation]
  }

  package struct UncheckedFixtures: Sendable, Equatable {
    /// The number of files with a GraphQL response whose operation has no document.
    package var undocumented = 0
    /// The number of files whose body isn't a single GraphQL response (for example, an HTML page).
    package var unreadable = 0

    package init() {}
  }
}

extension FixtureFile {
  /// The error if an older version of the library recorded something other than a GraphQL response.
  fileprivate var recordingError: FixtureError? {
    guard condition?.isRecorded == true else { return nil }
    // Any media type and edition can be used here, because the result is the same for all of them.
    let writer = ResponseWriter(mediaType: .json, edition: .deployed)
    let reason =
      failureToConnect.map(UnrecordableResponse.failure)
      ?? (try? writer.outcome(to: response))?.response?.reasonNotToRecord()
    return reason.map {
      parser["response"].error(.sentence("this isn't a response, so record it again: \($0)"))
    }
  }
}
