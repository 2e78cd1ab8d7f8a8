/// A condition on requests. The file of each condition has everything about it: how it's stated, how it matches, what
/// messages say about it, its distance, and its keys in JSON. A launch plan has only those that `HandlerForm` lists.
protocol RequestCondition: Sendable {
  /// The words that follow the handler's title in messages, or nil if the title says it.
  var clause: String? { get }

  func matches(_ request: IncomingRequest) -> Bool

  /// Returns the words about a request that doesn't match, or nil if an error in the handler's definition explains it.
  ///
  /// It must not run closures of the test again.
  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference?

  /// Returns the distance of a request that doesn't match, on the scale of ``MatchDistance``.
  func distance(to request: IncomingRequest) -> Int
}

extension RequestCondition {
  var clause: String? { nil }

  func distance(to request: IncomingRequest) -> Int { MatchDistance.condition }
}

extension RequestHandler {
  func adding(_ condition: some RequestCondition) -> RequestHandler {
    changing { $0.conditions.append(condition) }
  }

  func replacing<Condition: RequestCondition>(by condition: Condition) -> RequestHandler {
    changing { $0.conditions = $0.conditions.filter { !($0 is Condition) } + [condition] }
  }
}

extension FormField<RequestHandler> {
  /// Creates a key that has all conditions of one kind.
  static func conditions<Condition: RequestCondition>(
    _ key: String, write: @escaping Write<[Condition]>,
    read: @escaping @Sendable (FixtureParser) throws -> [Condition]?
  ) -> Self {
    Self(key: key) { handler in
      let stated = handler.conditions.compactMap { $0 as? Condition }
      return stated.isEmpty ? nil : try write(stated)
    } read: { parser, handler in
      handler.conditions += try read(parser[key]) ?? []
    }
  }
}
