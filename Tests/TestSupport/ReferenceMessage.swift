import Foundation

package enum ReferenceMessage {
  /// graphql-core quotes with ' what graphql-js, and we, quote with ".
  package static func inDoubleQuotes(_ message: String) -> String {
    message.replacingOccurrences(of: "'", with: "\"")
  }
}
