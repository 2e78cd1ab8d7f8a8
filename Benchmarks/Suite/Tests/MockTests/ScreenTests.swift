import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// All single changes of the answers to a screen's three operations: `Benchmarks/run-suite` counts the
/// time that the process takes.
@Suite struct ScreenVariants {
  static let schema = try? ServiceSchema(
    definitions: """
      scalar DateTime
      scalar URL
      interface Node { id: ID! }
      enum Role { READER WRITER EDITOR OWNER }
      enum Currency { EUR USD GBP JPY CHF }
      enum Stock { MANY FEW NONE ORDERED }
      type Query {
        viewer: User!
        feed(first: Int!, after: String): FeedConnection!
        product(id: ID!): Product
      }
      type User implements Node {
        id: ID! name: String! nick: String email: String! avatar: URL role: Role! created: DateTime!
        seen: DateTime unread: Int! points: Int phone: String bio: String motto: String! balance: Money address: Address settings: Settings!
      }
      type Address {
        id: ID! line: String! second: String city: String! zip: String state: String country: String!
        floor: Int latitude: Float longitude: Float
      }
      type Settings { language: String! dark: Boolean! sounds: Boolean size: Int topics: [String!]! }
      type Money { amount: Float! currency: Currency! text: String }
      type FeedConnection { edges: [FeedEdge!] page: PageInfo! total: Int }
      type FeedEdge { cursor: String! node: FeedItem }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      union FeedItem = Article | Photo | Offer
      type Article implements Node {
        id: ID! title: String! lead: String body: String! author: User! words: Int! tags: [String!]
        published: DateTime! related: [Article!]
      }
      type Photo implements Node {
        id: ID! url: URL! caption: String width: Int! height: Int! credit: String taken: DateTime
      }
      type Offer implements Node {
        id: ID! headline: String! product: Product! discount: Float ends: DateTime code: String
      }
      type Product implements Node {
        id: ID! name: String! maker: Maker! price: Money! stock: Stock! weight: Float rating: Float
        about: String! notes: [String] images: [Photo!]! reviews: [Review!]! similar: [Product!]
        added: DateTime warranty: String colour: String material: String! origin: String model: String
        manual: URL code: String length: Float height: Float depth: Float
      }
      type Maker implements Node {
        id: ID! name: String! country: String site: URL founded: Int motto: String staff: Int phone: String email: String! street: String
      }
      type Review implements Node {
        id: ID! stars: Int! text: String author: User written: DateTime! helpful: Int likes: Boolean!
        answer: String title: String! bought: String place: String
      }
      """)

  static let operations = [
    """
    query Viewer {
      viewer {
        id name nick email avatar role created seen unread points phone bio motto
        balance { amount currency text }
        address { id line second city zip state country floor latitude longitude }
        settings { language dark sounds size topics }
      }
    }
    """,
    """
    query Feed {
      feed(first: 10) {
        edges {
          cursor
          node {
            __typename
            ... on Article {
              id title lead body words tags published author { id name } related { id title }
            }
            ... on Photo { id url caption width height credit taken }
            ... on Offer { id headline discount ends code product { id name price { amount currency } } }
          }
        }
        page { hasNextPage endCursor }
        total
      }
    }
    """,
    """
    query Detail {
      product(id: "7") {
        id name stock weight rating about notes added warranty colour material origin model manual code length
        height depth
        maker { id name country site founded motto staff phone email street }
        price { amount currency text }
        images { id url caption width height }
        reviews { id stars text written helpful likes answer title bought place author { id name avatar } }
        similar { id name }
      }
    }
    """,
  ]

  @Test func allSingleChanges() async throws {
    let report = try await withAnswerVariants(
      mixtures: 0, options: ServiceOptions(schema: Self.schema)
    ) { service in
      let session = service.makeSession()
      let url = try #require(URL(string: "https://api.example.com/graphql"))
      for document in Self.operations {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["query": document])
        let (data, _) = try await session.data(for: request)
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(answer?["data"] is [String: Any])
      }
    }
    #expect(report.findings == [])
    #expect(report.singleChangeCount == 450)
  }
}
