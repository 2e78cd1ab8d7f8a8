struct TypeCondition: RequestCondition {
  let type: OperationType

  func matches(_ request: IncomingRequest) -> Bool {
    // If only the hash of an unknown document was sent, the type is unknown too, and any type may be right.
    (request.operation?.type).map { $0 == type } ?? true
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    let operations = type == .query ? "queries" : type.rawValue + "s"
    return MatchDifference("it only handles \(operations)", part: .operation)
  }

  func distance(to request: IncomingRequest) -> Int { MatchDistance.type }

  static let field: FormField<OperationCondition> = .optional(
    "type", \.type, write: { .string($0.rawValue) }
  ) { value in
    guard let name = try value.text() else { return nil }
    if let type = OperationType(rawValue: name) { return type }
    throw value.wrongType("\"query\", \"mutation\" or \"subscription\"")
  }
}
