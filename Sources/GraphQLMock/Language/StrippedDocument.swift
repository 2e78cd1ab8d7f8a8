public import Foundation

/// Documents without what GraphQL ignores: white space, line breaks, commas and comments.
///
/// The result is, byte for byte, that of `stripIgnoredCharacters` of graphql-js. Only the tokens
/// are checked (GraphQL, section 2.1); what they form may be no document at all.
///
///     try StrippedDocument.text(of: "{ hero { name, age } }")  // {hero{name age}}
public enum StrippedDocument: Sendable {
  /// Returns the normalized text of a document.
  /// - Parameter document: The text of a document.
  /// - Returns: The tokens of the document, with a space only where two would run together.
  /// - Throws: ``GraphQLSyntaxError`` at the first thing that is no token.
  public static func text(of document: String) throws(GraphQLSyntaxError) -> String {
    try text(ContiguousArray(document.utf8))
  }

  /// Returns the normalized text of a document.
  /// - Parameter document: The text of a document in UTF-8.
  /// - Returns: The tokens of the document, with a space only where two would run together.
  /// - Throws: ``GraphQLSyntaxError`` at the first thing that is no token or no UTF-8.
  public static func text(of document: Data) throws(GraphQLSyntaxError) -> String {
    try text(ContiguousArray(document))
  }

  private static func text(_ bytes: ContiguousArray<UInt8>) throws(GraphQLSyntaxError) -> String {
    String(decoding: try DocumentStripper.text(bytes.span).get(), as: UTF8.self)
  }
}
