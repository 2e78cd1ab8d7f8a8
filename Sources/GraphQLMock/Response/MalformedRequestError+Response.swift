import Foundation

extension MalformedRequestError {
  /// Returns the response to a malformed request, with a status from "Status Codes" in GraphQL over HTTP.
  func response(edition: SpecificationEdition, as mediaType: ResponseMediaType) -> MockResponse {
    var error = MockResponseError(message)
    if let detail { error.extensions = ["detail": .string(detail)] }
    let status: Int
    var allow: String?
    switch reason {
    case .unreadableBody:
      return .networkError(URLError.mock(.resourceUnavailable, message: description))
    case .body(let body):
      switch body.problem {
      case .empty, .json, .notAnObject, .encoding: status = 400
      case .wrongType, .duplicate: status = edition.invalidParametersStatus
      }
    case .queryItem, .queryItemType, .duplicateQueryItem, .missingQuery, .mistypedJSON:
      status = edition.invalidParametersStatus
    case .emptyBatch: status = 400
    case .batchTooLong: status = 413
    case .upload(let upload): status = upload.isTooLarge ? 413 : 400
    case .mediaType, .contentCoding: status = 415
    case .persistedQuery(let problem):
      // Apollo's clients look for the error of an unknown persisted query in a response with the status 200.
      status = problem.isExpected ? 200 : 400
      if let code = problem.code { error.extensions = ["code": .string(code)] }
    case .document(let syntax, _):
      status = edition.unparsableDocumentStatus(for: mediaType)
      error.locations = [MockResponseError.Location(line: syntax.line, column: syntax.column)]
      error.extensions = nil  // The detail is an excerpt of the document, for messages.
    case .selection: status = edition.invalidRequestStatus(for: mediaType)
    case .mutationOverGET:
      status = 405
      allow = "POST"
    case .method:
      status = 405
      allow = "GET, POST"
    }
    let response = MockResponse.requestErrors([error]).status(status)
    return allow.map { response.header("Allow", $0) } ?? response
  }
}
