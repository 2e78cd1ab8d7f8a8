import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of a shop.
struct Shop {
  struct Product: Decodable, Equatable {
    struct Price: Decodable, Equatable {
      var amount: Double
      var currency: String
    }
    var id: String
    var name: String
    var price: Price
  }

  enum Problem: Error, Equatable {
    case busy
    case refused(String)
  }

  var session = URLSession.shared

  /// Asks for a product; a busy service is asked once more.
  func product(_ id: String) async throws -> Product {
    do {
      return try await send(id)
    } catch Problem.busy {
      return try await send(id)
    }
  }

  private func send(_ id: String) async throws -> Product {
    struct Response: Decodable {
      struct Root: Decodable { var product: Product? }
      struct Failure: Decodable { var message: String }
      var data: Root?
      var errors: [Failure]?
    }
    let document = """
      query Product($id: ID!) { product(id: $id) { id name price { amount currency } } }
      """
    guard let url = URL(string: "https://shop.example/graphql") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONSerialization.data(
      withJSONObject: ["query": document, "variables": ["id": id]])
    let (body, response) = try await session.data(for: request)
    if (response as? HTTPURLResponse)?.statusCode == 503 { throw Problem.busy }
    let content = try JSONDecoder().decode(Response.self, from: body)
    if let product = content.data?.product { return product }
    throw Problem.refused(content.errors?.first?.message ?? "There is no product \(id).")
  }
}
