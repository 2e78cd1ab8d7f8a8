public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What each test of a suite does.
public enum Suite {
  /// How many tests a suite has.
  public static let testCount = 1_000
  /// How many requests a test sends.
  public static let requestCount = 5

  /// What a service answers to ``request``.
  public static let answer =
    #"{"data":{"hero":{"__typename":"Character","id":"1a2b3c4d","name":"Ada Lovelace"}}}"#

  /// Sends the requests of one test, one after the other.
  /// - Parameter session: What sends them.
  /// - Returns: Whether all were answered as they should be.
  public static func send(through session: URLSession) async throws -> Bool {
    var isRight = true
    for number in 0..<requestCount {
      let (body, _) = try await session.data(for: request(number))
      isRight = isRight && body == Data(answer.utf8)
    }
    return isRight
  }

  /// A request as a client sends it.
  /// - Parameter number: Which of a test's requests it is, from 0.
  private static func request(_ number: Int) throws -> URLRequest {
    guard let url = URL(string: "https://api.example.com/graphql") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      (#"{"operationName":"Hero","query":"query Hero($id: ID!) { hero(id: $id) "#
        + #"{ __typename id name } }","variables":{"id":"\#(number)"}}"#).utf8)
    return request
  }
}
