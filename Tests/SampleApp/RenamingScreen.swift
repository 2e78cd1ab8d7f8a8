/// Shows the first product of a list, gives it another name, and shows it again.
struct RenamingScreen: Sendable {
  let client: WebClient

  private struct Product: Decodable {
    struct Maker: Decodable { let id: String }
    let id: String
    let name: String
    let maker: Maker
  }

  private struct Shelf: Decodable { let products: [Product] }
  private struct Detail: Decodable { let product: Product }

  private struct Renamed: Decodable {
    struct Product: Decodable { let id: String }
    let rename: Product
  }

  func run(name: String) async {
    do {
      let shelf: Shelf = try await client.send(
        "query Shelf { products { id name maker { id } } }", name: "Shelf")
      guard let first = shelf.products.first else { return Screen.show("The shelf is empty") }
      show("Shelf", first)
      show("Before", try await detail(of: first.id))
      let _: Renamed = try await client.send(
        """
        mutation Rename($id: ID!, $name: String!) { rename(id: $id, name: $name) { id } }
        """, name: "Rename", variables: ["id": first.id, "name": name])
      show("After", try await detail(of: first.id))
    } catch {
      Screen.show("Renaming failed: \(error)")
    }
  }

  private func detail(of id: String) async throws -> Product {
    let detail: Detail = try await client.send(
      "query Detail($id: ID!) { product(id: $id) { name maker { id } id } }", name: "Detail",
      variables: ["id": id])
    return detail.product
  }

  private func show(_ title: String, _ product: Product) {
    Screen.show("\(title): \(product.name) (\(product.id)) by \(product.maker.id)")
  }
}
