/// Shows products, and what is new, each as soon as it is there.
struct ProductListScreen: Sendable {
  let client: WebClient

  private struct Products: Decodable {
    struct Product: Decodable { let name: String }
    let products: [Product]
  }

  private struct News: Decodable { let news: String }

  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await showProducts() }
      group.addTask { await showNews() }
    }
  }

  private func showProducts() async {
    do {
      let data: Products = try await client.send(
        "query Products { products { name } }", name: "Products")
      Screen.show("Products: \(data.products.map(\.name).joined(separator: ", "))")
    } catch {
      Screen.show("Products failed: \(error)")
    }
  }

  private func showNews() async {
    do {
      let data: News = try await client.send("query News { news }", name: "News")
      Screen.show("News: \(data.news)")
    } catch {
      Screen.show("News failed: \(error)")
    }
  }
}
