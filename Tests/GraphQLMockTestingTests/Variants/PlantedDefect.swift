import Foundation
import GraphQLMockTesting
import TestSupport

/// A mistake in a client, and how the variant is called that finds it.
struct PlantedDefect: Sendable, CustomStringConvertible {
  let operation: String
  let expected: String
  var sendsCursor = true
  /// What the client makes of a response, in the faulty way.
  let use: @Sendable (Data) throws -> Void

  init(
    _ operation: String, _ expected: String, sendsCursor: Bool = true,
    _ use: @escaping @Sendable (Data) throws -> Void = { _ in }
  ) {
    (self.operation, self.expected) = (operation, expected)
    (self.sendsCursor, self.use) = (sendsCursor, use)
  }

  /// One that shows when `data` is decoded as a type.
  init<Value: Decodable & SendableMetatype>(
    _ operation: String, _ expected: String, as type: Value.Type,
    _ use: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    self.init(operation, expected) { body in
      try use(try JSONDecoder().decode(Whole<Value>.self, from: body).data)
    }
  }

  private struct Whole<Value: Decodable>: Decodable { let data: Value }

  var description: String { "\(operation): \(expected)" }

  /// What a client runs into that unwraps, indexes or converts without a look.
  struct Trap: Error { let place: String }

  static func unwrap<Value>(_ value: Value?, _ place: String = #function) throws {
    if value == nil { throw Trap(place: place) }
  }

  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
    return formatter.date(from: text)
  }
}

extension PlantedDefect {
  private static let all: [PlantedDefect] = nullable + leaves + lists + types

  /// Some of each kind; in the long form of the suite all of them.
  static let tried: [PlantedDefect] = all.enumerated().filter {
    Effort.isLong || $0.offset % 8 == 0
  }.map(\.element)

  private struct Named: Decodable { let name: String }

  private static let nullable: [PlantedDefect] = {
    struct Viewer<V: Decodable>: Decodable { let viewer: V }
    struct Email: Decodable { let email: String }
    struct Zip: Decodable { let zip: String }
    struct Address<A: Decodable>: Decodable { let address: A }
    struct Book<B: Decodable>: Decodable { let book: B }
    struct ISBN: Decodable { let isbn: String }
    struct Published: Decodable { let published: String }
    struct Rating: Decodable { let rating: Double }
    struct Tags: Decodable { let tags: [String] }
    struct Cover: Decodable {
      struct Image: Decodable { let width: Int }
      let cover: Image
    }
    struct Page: Decodable {
      struct Books: Decodable {
        struct Info: Decodable { let endCursor: String }
        let pageInfo: Info
      }
      let books: Books
    }
    struct Website: Decodable { let website: String }
    struct Authors: Decodable { let authors: [Website] }
    struct Loans: Decodable {
      struct Loan: Decodable { let due: String }
      let loans: [Loan]
    }
    struct Shelf: Decodable { let shelf: [[Library.Hit]] }
    struct Statistics<S: Decodable>: Decodable { let statistics: S }
    struct Busiest: Decodable { let busiest: String }
    struct Note: Decodable { let note: String }
    struct Renew<R: Decodable>: Decodable { let renew: R }
    struct Returned: Decodable { let returned: String }
    struct Due: Decodable { let due: String }
    return [
      .init(
        "Viewer", "Query.viewer null at viewer (Member, may be null)", as: Viewer<Named>.self),
      .init(
        "Viewer", "Member.email null at viewer.email (String, may be null)",
        as: Viewer<Email?>.self),
      .init(
        "Viewer", "Member.address null at viewer.address (Address, may be null)",
        as: Viewer<Address<[String: String?]>?>.self),
      .init(
        "Viewer", "Address.zip null at viewer.address.zip (String, may be null)",
        as: Viewer<Address<Zip?>?>.self),
      .init("Book", "Query.book null at book (Book, may be null)", as: Book<Library.Book>.self),
      .init("Book", "Book.isbn null at book.isbn (String, may be null)", as: Book<ISBN?>.self),
      .init(
        "Book", "Book.published null at book.published (DateTime, may be null)",
        as: Book<Published?>.self),
      .init("Book", "Book.rating null at book.rating (Float, may be null)", as: Book<Rating?>.self),
      .init(
        "Book", "Book.tags null at book.tags ([String!], may be null)", as: Book<Tags?>.self),
      .init("Book", "Book.cover null at book.cover (Image, may be null)", as: Book<Cover?>.self),
      .init(
        // The first change that makes the cursor null.
        "Books", "BookPage.nodes empty at books.nodes ([Book]!)", as: Page.self),
      .init(
        "Authors", "Author.website null at authors.website (URL, may be null)", as: Authors.self),
      .init("Loans", "Query.loans null at loans ([Loan!], may be null)", as: Loans.self),
      .init("Shelf", "Query.shelf null at shelf ([[Book!]!], may be null)", as: Shelf.self),
      .init(
        "Statistics", "Statistics.busiest null at statistics.busiest (Language, may be null)",
        as: Statistics<Busiest>.self),
      .init(
        "Statistics", "Statistics.note null at statistics.note (String, may be null)",
        as: Statistics<Note>.self),
      .init("Renew", "Mutation.renew null at renew (Loan, may be null)", as: Renew<Due>.self),
      .init(
        "Renew", "Loan.returned null at renew.returned (DateTime, may be null)",
        as: Renew<Returned?>.self),
    ]
  }()

  private static let leaves: [PlantedDefect] = {
    typealias Content = Library.Content
    enum Status: String, Decodable { case active = "ACTIVE" }
    struct Viewer: Decodable {
      struct Member: Decodable { let status: Status }
      let viewer: Member?
    }
    enum Language: String, Decodable { case english = "EN", german = "DE" }
    struct Book: Decodable {
      struct Content: Decodable { let language: Language }
      let book: Content?
    }
    return [
      .init("Viewer", "Member.status PAUSED at viewer.status (Status!)", as: Viewer.self),
      .init("Book", "Book.language FR at book.language (Language!)", as: Book.self),
      .init("Viewer", "Member.name empty at viewer.name (String!)", as: Content.self) {
        if let viewer = $0.viewer { try unwrap(viewer.name.first) }
      },
      .init("Viewer", "Member.fines -1 at viewer.fines (Float!)", as: Content.self) {
        if let fines = $0.viewer?.fines, fines < 0 { throw Trap(place: "fines") }
      },
      .init(
        "Book", #"Book.published "2024-02-29T23:59:59.999Z" at book.published"#, as: Content.self
      ) { if let text = $0.book?.published { try unwrap(date(text)) } },
      .init("Book", "Book.pages 2147483647 at book.pages (Int!)", as: Content.self) {
        if let pages = $0.book?.pages { try unwrap(Int8(exactly: pages)) }
      },
      .init("Book", "Book.pages 0 at book.pages (Int!)", as: Content.self) {
        if let pages = $0.book?.pages, pages == 0 { throw Trap(place: "100 / pages") }
      },
      .init("Book", "Book.title of 2,000 characters at book.title", as: Content.self) {
        if let title = $0.book?.title, title.count > 255 { throw Trap(place: "title") }
      },
      .init("Book", "Book.title with characters beyond the BMP", as: Content.self) {
        if let title = $0.book?.title { try unwrap(title.data(using: .ascii)) }
      },
      .init("Book", "Book.title with quotes and a line break", as: Content.self) {
        let text = "{\"title\": \"\($0.book?.title ?? "")\"}"
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
      },
      .init("Books", "BookPage.total -1 at books.total (Int!)", as: Content.self) {
        if let total = $0.books?.total { try unwrap(UInt(exactly: total)) }
      },
      .init(
        "Authors", #"Author.website "http://192.0.2.1:8080" at authors.website"#, as: Content.self
      ) {
        for site in ($0.authors ?? []).compactMap(\.website) where !site.hasPrefix("https:") {
          throw Trap(place: "website")
        }
      },
      .init("Loans", "Loan.renewals 2147483647 at loans.renewals", as: Content.self) {
        for loan in $0.loans ?? [] { try unwrap(Int16(exactly: loan.renewals)) }
      },
      .init("Statistics", "Statistics.average 0 at statistics.average", as: Content.self) {
        if $0.statistics?.average == 0 { throw Trap(place: "share of the average") }
      },
      .init("Statistics", "Statistics.visitors 2147483647 at", as: Content.self) {
        guard let visitors = $0.statistics?.visitors else { return }
        try unwrap(Int32(exactly: visitors * 2))
      },
    ]
  }()

  private static let lists: [PlantedDefect] = {
    typealias Content = Library.Content
    struct Page: Decodable {
      struct Books: Decodable { let nodes: [Library.Page.Node] }
      let books: Books
    }
    return [
      .init(
        "Books", "BookPage.nodes with null at the start at books.nodes ([Book]!)", as: Page.self),
      .init(
        "Books", "PageInfo.hasNextPage true at books.pageInfo.hasNextPage (Boolean!)",
        sendsCursor: false),
      .init("Book", "Book.authors empty at book.authors ([Author!]!)", as: Content.self) {
        if let book = $0.book { try unwrap(book.authors.first) }
      },
      .init("Book", "Book.authors of one element at book.authors", as: Content.self) {
        if $0.book?.authors.count == 1 { throw Trap(place: "authors[1]") }
      },
      .init("Authors", "Query.authors of 25 elements at authors", as: Content.self) {
        if let count = $0.authors?.count, count > 20 { throw Trap(place: "twenty rows") }
      },
      .init("Search", "Query.search empty at search ([Hit!]!)", as: Content.self) {
        try unwrap($0.search?.first)
      },
      .init("Shelf", "Query.shelf empty at shelf", as: Content.self) {
        if let shelf = $0.shelf { try unwrap(shelf.first) }
      },
      .init("Statistics", "Statistics.counts empty at statistics.counts", as: Content.self) {
        try unwrap($0.statistics?.counts.max())
      },
    ]
  }()

  private static let types: [PlantedDefect] = {
    struct Typed: Decodable {
      let __typename: String
      let bio: String?
      let director: Library.Author?
      let pages: Int?
    }
    struct Search: Decodable { let search: [Typed] }
    struct Media: Decodable { let media: Typed? }
    struct Loans: Decodable {
      struct Loan: Decodable { let item: Typed }
      let loans: [Loan]?
    }
    return [
      .init("Search", "Query.search of the type Film at search ([Hit!]!)", as: Search.self) {
        for hit in $0.search where !["Book", "Author"].contains(hit.__typename) {
          throw Trap(place: "switch")
        }
      },
      .init("Search", "Author.bio null at search.bio (String, may be null)", as: Search.self) {
        for hit in $0.search where hit.__typename == "Author" { try unwrap(hit.bio) }
      },
      .init(
        "Search", "Film.director null at search.director (Author, may be null)", as: Search.self
      ) { for hit in $0.search where hit.__typename == "Film" { try unwrap(hit.director) } },
      .init("Media", "Query.media of the type Film at media (Media, may be null)", as: Media.self) {
        if let media = $0.media { try unwrap(media.pages) }
      },
      .init("Loans", "Loan.item of the type Film at loans.item (Media!)", as: Loans.self) {
        for loan in $0.loans ?? [] where loan.item.__typename != "Book" {
          throw Trap(place: "as! Book")
        }
      },
    ]
  }()
}
