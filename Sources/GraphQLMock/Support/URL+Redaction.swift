import Foundation

extension URL {
  /// The URL without user, password and the values of query items that hold secrets.
  var redactedForMessages: String { redacted() }

  /// The URL without user, password and the values of query items that hold secrets.
  /// - Parameters:
  ///   - replacement: What stands for such a value.
  ///   - dropped: Query items that are left out.
  ///   - isSecret: Whether a query item of that name holds a secret.
  func redacted(
    as replacement: String = SecretNames.replacement, dropping dropped: Set<String> = [],
    where isSecret: (String) -> Bool = SecretNames.contains
  ) -> String {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString
    }
    components.user = nil
    components.password = nil
    guard let query = components.percentEncodedQuery else {
      return components.string ?? absoluteString
    }
    components.percentEncodedQuery = nil
    components.fragment = nil
    let items = query.split(separator: "&", omittingEmptySubsequences: false).compactMap { item in
      let name = String(item.prefix { $0 != "=" })
      let decoded = name.removingPercentEncoding ?? name
      if dropped.contains(decoded) { return nil as String? }
      return isSecret(decoded) ? "\(name)=\(replacement)" : String(item)
    }
    let rest = components.string ?? ""
    return items.isEmpty ? rest : rest + "?" + items.joined(separator: "&")
  }
}
