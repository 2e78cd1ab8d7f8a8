import Foundation

package enum ReferenceMessage {
  /// graphql-core quotes with ', graphql-js and this package with ".
  package static func inDoubleQuotes(_ message: String) -> String {
    message.replacingOccurrences(of: "'", with: "\"")
  }
}
