import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app's own networking, knowing nothing of mocks.
struct WebClient: Sendable {
  enum Failure: Error {
    case status(Int)
    case errors([String])
    case connection(URLError)
  }

  let session: URLSession
  let endpoint: URL
  var token: String?

  /// Sends an operation and decodes its data.
  func send<Data: Decodable>(
    _ document: String, name: String, variables: [String: String] = [:]
  ) async throws -> Data {
    var request = URLRequest(url: endpoint)
    // The test decides when a response comes, which takes long on a busy machine.
    request.timeoutInterval = 600
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    request.httpBody = try JSONEncoder().encode(
      Body(operationName: name, query: document, variables: variables))
    let (data, response) = try await load(request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw Failure.status(status) }
    let result = try JSONDecoder().decode(Result<Data>.self, from: data)
    if let errors = result.errors { throw Failure.errors(errors.map(\.message)) }
    guard let data = result.data else { throw Failure.errors(["no data"]) }
    return data
  }

  private func load(_ request: URLRequest) async throws -> (Foundation.Data, URLResponse) {
    do {
      return try await session.data(for: request)
    } catch let error as URLError {
      throw Failure.connection(error)
    }
  }

  private struct Body: Encodable {
    let operationName: String
    let query: String
    let variables: [String: String]
  }

  private struct Result<Data: Decodable>: Decodable {
    struct Failure: Decodable { let message: String }
    let data: Data?
    let errors: [Failure]?
  }
}

extension WebClient.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .status(let code): "the service answered \(code)"
    case .errors(let messages): messages.joined(separator: "; ")
    case .connection(let error): "no connection: \(error.localizedDescription)"
    }
  }
}
