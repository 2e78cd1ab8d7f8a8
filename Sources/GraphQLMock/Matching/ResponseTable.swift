import Foundation

/// A collection of responses, such as a folder of fixture files. `ReplaceableTable` forwards each method.
protocol ResponseTable: Sendable {
  /// The name of the folder, or an empty string while a recording has no table.
  var name: String { get }
  /// The rows of `table.json`, which come before the table's fixtures.
  var handlers: [RequestHandler] { get }
  /// The reason why the table can't answer any request, such as an invalid `table.json`.
  var error: (any Error)? { get }
  /// Returns whether the table can look up a response without reading files.
  func isLoaded(for operation: OperationRequest) -> Bool
  /// Returns the fixture for an operation, an error if its files are invalid, or nil if it has none. It may read files.
  func answer(to operation: OperationRequest) -> Result<TableResponse, any Error>?
  func answer(named name: String) -> Result<TableResponse, any Error>?
  func nearestName(to name: String) -> String?
  /// Returns the names of fixtures for the operation of a fixture name, as Swift literals.
  func variants(besides name: String) -> [String]
  /// Returns the values of variables that the table's recordings contain only in redacted form.
  func secrets(in operation: OperationRequest) -> Set<ByteText>
  func nearMisses(of operation: OperationRequest, _ mask: RequestMask) -> [MatchFailure.NearMiss]
  /// Returns advice to create or rename a fixture file, so that the table can answer the operation.
  func advice(for operation: OperationRequest, data: MockJSON, variables: MockJSON) -> TableResponse
    .Advice?
}

/// The responses of a fixture or recording to an operation.
struct TableResponse: Sendable {
  let name: String
  /// The responses to successive requests, in order. The last response is repeated.
  let responses: [MockResponse]
  var folder: URL?
  var files: [String] = []
  var isRecorded = false
  /// The short hashes of the uploaded files in the recorded request, or null without files.
  var uploads = MockJSON.null

  /// Returns the path of the file of a response, which begins with the last `Fixtures` if it's in such a folder.
  func path(atStep step: Int) -> String? {
    guard let folder, let file = files.prefix(step + 1).last else { return nil }
    let parents = folder.pathComponents
    return (parents[(parents.lastIndex(of: "Fixtures") ?? parents.count - 1)...] + [file])
      .joined(separator: "/")
  }

  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
