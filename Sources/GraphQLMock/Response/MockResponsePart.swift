/// A later part of an incremental response, which is the data of a deferred fragment or items of a streamed list.
///
/// For an example, see ``MockResponse/incremental(_:then:errors:extensions:)``.
public struct MockResponsePart: Sendable, Changeable, Hashable {
  enum Addition: Sendable, Hashable {
    case data(MockJSON)
    case items([MockJSON])
  }

  let content: Addition
  /// The path of the fragment's object or of the first list item, as response keys and list indices.
  let path: [MockJSON]
  let label: String?
  var errors: [MockResponseError]
  var extensions: MockJSON?
  var delay: Duration = .zero

  /// Returns a part with the data of a deferred fragment.
  /// - Parameters:
  ///   - path: The response keys and list indices that lead to the object of the fragment.
  ///   - label: The `label` argument of the `@defer` directive, or nil if it has none.
  ///   - data: The fields of the fragment, or null if an error removed all of them.
  ///   - errors: The errors in the fields of the fragment.
  ///   - extensions: The `extensions` member, or nil to leave it out.
  public static func part(
    path: MockJSON = [], label: String? = nil, _ data: MockJSON,
    errors: [MockResponseError] = [], extensions: MockJSON? = nil
  ) -> MockResponsePart {
    MockResponsePart(
      content: .data(data), path: path.array ?? [path], label: label, errors: errors,
      extensions: extensions)
  }

  /// Returns a part with items of a streamed list.
  /// - Parameters:
  ///   - path: The response keys and list indices that lead to the list, followed by the index of the first item.
  ///   - label: The `label` argument of the `@stream` directive, or nil if it has none.
  ///   - items: The list items to add.
  ///   - errors: The errors in the items.
  ///   - extensions: The `extensions` member, or nil to leave it out.
  public static func items(
    path: MockJSON, label: String? = nil, _ items: [MockJSON],
    errors: [MockResponseError] = [], extensions: MockJSON? = nil
  ) -> MockResponsePart {
    MockResponsePart(
      content: .items(items), path: path.array ?? [path], label: label, errors: errors,
      extensions: extensions)
  }

  /// Returns this part of a response with a delay.
  /// - Parameter delay: The time since the previous part, by the service's clock. A negative value counts as zero.
  public func delay(_ delay: Duration) -> MockResponsePart { changing { $0.delay = delay } }

  /// The path of the object or list to which the part is added.
  var targetPath: [MockJSON] { if case .items = content { path.dropLast() } else { path } }
}
