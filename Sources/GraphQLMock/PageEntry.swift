/// One exchange, or several equal ones in a row, on the page of a failed test, without secrets.
package struct PageEntry: Sendable {
  /// From 1.
  package let number: Int
  /// The number of equal exchanges in a row.
  package var count = 1
  /// The first one summarizes the exchange.
  package var lines: [String]
  /// Method, URL, header fields, and a body that isn't GraphQL.
  package let request: String
  /// One per operation.
  package let documents: [String]
  /// Indented JSON, one per operation.
  package let variables: [String?]
  package let status: Int?
  /// Indented JSON, text, or a description of other data.
  package let body: String?
  /// In milliseconds since the first exchange.
  package let start: Double
  /// In milliseconds; `nil` while it is open.
  package var duration: Double?
  package let problems: [String]
}
