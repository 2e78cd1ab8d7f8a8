// The code under test. It stays the same when its tests move to GraphQLMock.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A film of the service.
package struct Film: Decodable, Equatable, Sendable {
  package var id: String
  package var title: String

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// Why there is no film.
package enum FilmError: Error, Equatable {
  case signedOut
  case status(Int)
}

/// A source of films.
package protocol FilmSource: Sendable {
  func film(_ id: String) async throws -> Film
}

/// Sends requests.
package protocol Transport: Sendable {
  func send(_ body: Data, to url: URL) async throws -> (body: Data, status: Int)
}

extension URLSession: Transport {
  package func send(_ body: Data, to url: URL) async throws -> (body: Data, status: Int) {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    let (body, response) = try await data(for: request)
    return (body, (response as? HTTPURLResponse)?.statusCode ?? 0)
  }
}

/// The client of the service.
package struct FilmClient: FilmSource {
  let transport: any Transport

  package init(transport: any Transport) { self.transport = transport }

  package func film(_ id: String) async throws -> Film {
    struct Response: Decodable {
      struct Root: Decodable { var film: Film }
      var data: Root
    }
    let document = "query Film($id: ID!) { film(id: $id) { id title } }"
    guard let url = URL(string: "https://films.example/graphql") else { throw URLError(.badURL) }
    let body = try JSONSerialization.data(
      withJSONObject: ["query": document, "variables": ["id": id]])
    let response = try await transport.send(body, to: url)
    switch response.status {
    case 200: return try JSONDecoder().decode(Response.self, from: response.body).data.film
    case 401: throw FilmError.signedOut
    default: throw FilmError.status(response.status)
    }
  }
}

/// The view model of a film.
package struct FilmScreen: Sendable {
  let films: any FilmSource

  package init(films: any FilmSource) { self.films = films }

  package func title(of id: String) async -> String {
    do { return try await films.film(id).title } catch FilmError.signedOut {
      return "Sign in"
    } catch { return "Try again" }
  }
}
