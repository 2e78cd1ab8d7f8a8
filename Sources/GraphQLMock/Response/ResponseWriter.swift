// From a `MockResponse` to what goes over the wire. Pure, but for the file that a response names.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ResponseWriter: Sendable {
  /// The media type of GraphQL responses, and of JSON in plain HTTP.
  let mediaType: ResponseMediaType
  let edition: HTTPEdition

  /// Writes a response.
  /// - Returns: the reply; nil for a response that never comes. A fault of the response itself is an
  ///   error.
  func reply(to response: MockResponse) throws(ResponseWritingError) -> Reply? {
    switch response.content {
    case .graphQL(let data, let errors, let extensions):
      let status =
        !errors.isEmpty && data.map { !$0.isNull } == true
        ? edition.partialDataStatus(for: mediaType) : 200
      return try write(
        response, default: status, contentType: mediaType.contentType,
        body: response.encoded.bytes { () throws(ResponseWritingError) in
          try encode(Self.responseMap(data: data, errors: errors, extensions: extensions))
        })
    case .json(let json), .template(let json):
      let isPartial = json["errors"].array?.isEmpty == false && !json["data"].isNull
      return try write(
        response, default: isPartial ? edition.partialDataStatus(for: mediaType) : 200,
        contentType: mediaType.contentType,
        body: response.encoded.bytes { () throws(ResponseWritingError) in try encode(json) })
    case .bytes(let bytes, let contentType):
      return try write(
        response, default: 200, contentType: contentType ?? mediaType.contentType, body: bytes)
    case .file(let path, let contentType):
      return try write(
        response, default: 200, contentType: contentType ?? self.contentType(ofFile: path),
        body: readFile(path))
    case .empty:
      return try write(response, default: 200, contentType: nil, body: Data())
    case .failure(let error as URLError):
      return .failure(error)
    case .failure(let error as ResponseWritingError):
      throw error
    case .failure(let error):
      throw .thrown(String(describing: error))
    case .fixture(let name):
      throw .unknownFixture(name: name, tables: [])
    case .incremental(let incremental):
      return try write(
        response, default: 200, contentType: mediaType.contentType,
        body: encode(incremental.whole()))
    case .pieces(let stream):
      return try write(response, default: 200, contentType: nil, body: stream.body)
    case .transportErrors(let errors):
      let map = Self.responseMap(data: nil, errors: errors, extensions: nil)
      return try write(
        response, default: 200, contentType: mediaType.contentType, body: encode(map))
    case .never, .passThrough, .events:
      return nil
    }
  }

  /// Writes the head of a response in several parts.
  func head(
    of response: MockResponse, contentType: String
  ) throws(ResponseWritingError) -> ExchangeResponse {
    let reply = try write(response, default: 200, contentType: contentType, body: Data())
    return reply.response ?? ExchangeResponse(status: 200, headers: [:], body: Data())
  }

  /// The bytes of one result, as an event of a subscription has it.
  func event(_ response: MockResponse) throws(ResponseWritingError) -> Data {
    switch response.content {
    case .graphQL, .json, .template, .bytes, .fixture:
      return try reply(to: response)?.response?.body ?? Data()
    case .events, .incremental, .pieces: throw .noEvent("another response in parts")
    case .failure, .transportErrors: throw .noEvent("the end of them")
    case .file, .empty, .never, .passThrough: throw .noEvent("an HTTP response")
    }
  }

  /// The response map of GraphQL, section 7.1: `errors` is left out when there are none.
  static func responseMap(
    data: MockJSON?, errors: [MockResponseError], extensions: MockJSON?
  ) -> MockJSON {
    var members: [String: MockJSON] = [:]
    if let data { members["data"] = data }
    if !errors.isEmpty { members["errors"] = .array(errors.map(\.json)) }
    if let extensions { members["extensions"] = extensions }
    return .object(members)
  }

  private func write(
    _ response: MockResponse, default status: Int, contentType: String?, body: Data
  ) throws(ResponseWritingError) -> Reply {
    try response.checkHead()
    var headers = response.headerFields
    if let contentType, headers.value(ofHeader: "Content-Type") == nil {
      headers["Content-Type"] = contentType
    }
    let written = ExchangeResponse(
      status: response.statusCode ?? status, headers: headers, body: body)
    try written.checkDelivery()
    return .response(written)
  }

  func encode(_ json: MockJSON) throws(ResponseWritingError) -> Data {
    do {
      return try json.encoded()
    } catch {
      throw .unencodable("\(error)")
    }
  }

  private func contentType(ofFile path: String) -> String {
    path.hasSuffix(".json") ? mediaType.contentType : "application/octet-stream"
  }

  private func readFile(_ path: String) throws(ResponseWritingError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadableFile(path: path, reason: error.fileReason)
    }
  }
}
