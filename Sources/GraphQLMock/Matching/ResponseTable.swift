import Foundation

/// A collection of responses, such as a folder of fixture files.
protocol ResponseTable: Sendable {
  var name: String { get }
  var handlers: [RequestHandler] { get }
  /// The reason why the table can't answer any request, such as an invalid `table.json`.
  var error: (any Error)? { get }
  /// Returns a Boolean value that indicates whether the table can look up a response without reading files.
  func isLoaded(for operation: OperationRequest) -> Bool
  func answer(to operation: OperationRequest) -> Result<TableResponse, any Error>?
  func answer(named name: String) -> Result<TableResponse, any Error>?
  func nearestName(to name: String) -> String?
  /// The names of all fixtures for the operation of a fixture name.
  func variants(besides name: String) -> [String]
  /// Returns the values of variables that the table's recordings contain only in redacted form.
  func secrets(in operation: OperationRequest) -> Set<ByteText>
  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  /// Returns advice to create or rename a fixture file, so that the table can answer the operation.
  func advice(for operation: OperationRequest, data: MockJSON, variables: MockJSON) -> TableResponse
    .Advice?
}

extension ResponseTable {
  func nearestName(to name: String) -> String? { nil }

  func variants(besides name: String) -> [String] { [] }

  func advice(
    for operation: OperationRequest, data: MockJSON, variables: MockJSON
  ) -> TableResponse.Advice? { nil }
}

struct TableResponse: Sendable {
  let name: String
  /// The responses to successive requests, in order. The last response is repeated.
  let responses: [MockResponse]
  /// The folder that contains the recording, or nil if the response isn't from a recording.
  var recordingFolder: URL?
  var files: [String] = []
  var isRecorded: Bool { recordingFolder != nil }
  /// The short hashes of the uploaded files in the recorded request, or null without files.
  var uploads = MockJSON.null

  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
