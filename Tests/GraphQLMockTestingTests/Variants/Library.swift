import Foundation
import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of a library, which takes every response that the schema allows.
struct Library: Sendable {
  static let options = ServiceOptions().stating(
    schema: try? ServiceSchema(
      definitions: """
        scalar DateTime scalar URL
        interface Media { id: ID! title: String! }
        type Book implements Media {
          id: ID! title: String! pages: Int! isbn: String published: DateTime price: Float!
          rating: Float language: Language! authors: [Author!]! tags: [String!] cover: Image }
        type Film implements Media { id: ID! title: String! minutes: Int! director: Author }
        type Author {
          id: ID! name: String! born: DateTime bio: String books: [Book!]! website: URL }
        type Image { url: URL! width: Int! }
        enum Language { EN DE FR }
        enum Status { ACTIVE PAUSED CLOSED }
        union Hit = Book | Author | Film
        type Member {
          id: ID! name: String! email: String status: Status! fines: Float! address: Address }
        type Address { street: String! zip: String city: String! }
        type Loan { id: ID! due: DateTime! item: Media! returned: DateTime renewals: Int! }
        type PageInfo { hasNextPage: Boolean! endCursor: String }
        type BookPage { nodes: [Book]! pageInfo: PageInfo! total: Int! }
        type Statistics {
          visitors: Int! average: Float! busiest: Language counts: [Int!]! updated: DateTime!
          note: String }
        type Query {
          viewer: Member book(id: ID!): Book books(after: String): BookPage!
          search(text: String!): [Hit!]! media(id: ID!): Media authors: [Author!]!
          loans: [Loan!] shelf: [[Book!]!] statistics: Statistics! }
        type Mutation { renew(loan: ID!): Loan }
        """), near: #filePath)

  static let documents: [String: String] = [
    "Viewer": "{ viewer { id name email status fines address { street zip city } } }",
    "Book": """
    { book(id: 7) { id title pages isbn published price rating language authors { name } tags
      cover { url width } } }
    """,
    "Books": """
    ($after: String) { books(after: $after) { nodes { id title }
      pageInfo { hasNextPage endCursor } total } }
    """,
    "Search": """
    { search(text: "a") { __typename ... on Book { title isbn } ... on Author { name bio }
      ... on Film { minutes director { name } } } }
    """,
    "Media":
      "{ media(id: 7) { __typename id title ... on Book { pages } ... on Film { minutes } } }",
    "Authors": "{ authors { id name born website books { id title } } }",
    "Loans": "{ loans { id due renewals item { __typename title } } }",
    "Shelf": "{ shelf { id title } }",
    "Statistics": "{ statistics { visitors average busiest counts updated note } }",
    "Renew": "{ renew(loan: 7) { id due renewals returned } }",
  ]

  let session: URLSession

  /// Asks for an operation; of one with pages, for each of them.
  /// - Parameters:
  ///   - sendsCursor: Whether the next page is asked for by the cursor of this one.
  ///   - use: Takes the data of each answer.
  /// - Throws: ``ServiceFailure`` if the service says that it has failed.
  func load(
    _ name: String, sendsCursor: Bool = true, ignoresErrors: Bool = false,
    _ use: (Data) throws -> Void = { _ in }
  ) async throws {
    var cursor: String?
    while true {
      let body = try await send(name, after: sendsCursor ? cursor : nil)
      let answer = try JSONDecoder().decode(Answer.self, from: body)
      if !ignoresErrors, answer.errors?.isEmpty == false { throw ServiceFailure() }
      try use(body)
      guard let info = answer.data?.books?.pageInfo, info.hasNextPage,
        info.endCursor != cursor || !sendsCursor
      else { return }
      cursor = info.endCursor
    }
  }

  struct ServiceFailure: Error {}

  private func send(_ name: String, after cursor: String?) async throws -> Data {
    guard let url = URL(string: "https://library.example/graphql") else { throw ServiceFailure() }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let type = name == "Renew" ? "mutation" : "query"
    let after: MockJSON = ["after": cursor.map { .string($0) } ?? .null]
    let parameters: MockJSON = [
      "query": .string("\(type) \(name) \(Self.documents[name] ?? "")"),
      "variables": name == "Books" ? after : nil,
    ]
    request.httpBody = try parameters.encoded()
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw ServiceFailure() }
    return data
  }

  // What the app has of the responses: all that may be null is optional, and all that may come later is
  // allowed for.
  struct Answer: Decodable {
    struct Error: Decodable { let message: String }
    let data: Content?
    let errors: [Error]?
  }
  struct Whole: Decodable { let data: Content }
  struct Content: Decodable {
    let viewer: Member?
    let book: Book?
    let books: Page?
    let search: [Hit]?
    let media: Hit?
    let authors: [Author]?
    let loans: [Loan]?
    let shelf: [[Hit]]?
    let statistics: Statistics?
    let renew: Loan?
  }
  struct Member: Decodable {
    struct Address: Decodable { let zip: String? }
    let name: String
    let email: String?
    let status: String
    let fines: Double
    let address: Address?
  }
  struct Book: Decodable {
    struct Image: Decodable { let width: Int }
    let id: String
    let title: String
    let pages: Int
    let isbn: String?
    let published: String?
    let price: Double
    let rating: Double?
    let language: String
    let authors: [Author]
    let tags: [String]?
    let cover: Image?
  }
  struct Author: Decodable {
    let name: String
    let born: String?
    let website: String?
  }
  struct Hit: Decodable {
    let title: String?
    let isbn: String?
    let name: String?
    let minutes: Int?
    let director: Author?
  }
  struct Page: Decodable {
    struct Node: Decodable { let id: String }
    struct Info: Decodable {
      let hasNextPage: Bool
      let endCursor: String?
    }
    let nodes: [Node?]
    let pageInfo: Info
    let total: Int
  }
  struct Loan: Decodable {
    let due: String
    let renewals: Int
    let returned: String?
    let item: Hit?
  }
  struct Statistics: Decodable {
    let visitors: Int
    let average: Double
    let busiest: String?
    let counts: [Int]
    let updated: String
    let note: String?
  }
}
