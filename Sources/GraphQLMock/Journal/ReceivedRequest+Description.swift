import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ReceivedRequest: CustomStringConvertible {
  /// A human-readable description of the request and its response, without secrets.
  public var description: String { (redaction ?? Redaction()).description(of: self) }

  var title: String { (redaction ?? Redaction()).title(of: self) }

  /// When a service ends, it fails open requests with this error. Others stay without an ending.
  fileprivate var wasOpenAtEnd: Bool {
    isCutOff && (ending == nil || ending?.error?.code == .resourceUnavailable)
  }

  /// The secrets of a real response are hidden in the request, too. A mock response contains only values that the test
  /// wrote itself. A response that a handler passes through was searched when it arrived, by `rememberSecrets(of:)`.
  fileprivate var isOfRealService: Bool { source == nil && handler == nil && fixture == nil }

  fileprivate func waitClause(isTimed: Bool, isPlaced: Bool = false) -> String {
    let isOver = ending != nil && !wasOpenAtEnd
    guard let clause = wait?.clause(isTimed: isTimed && !isOver, isPlaced: isPlaced) else {
      return ""
    }
    return (isOver ? ", while it " : isCutOff ? ", " : ", has ") + clause
  }

  fileprivate var answerer: String? {
    let turn = turn.map { ", \($0)" } ?? ""
    if let fixture, handler == nil { return "the fixture \(fixture.swiftLiteral)\(turn)" }
    guard let source else { return handler.map { "the handler at \($0)" } }
    let place = handler.map { " (\($0)\(source.positionNote))" } ?? ""
    let by = fixture.map { " by the fixture \($0.swiftLiteral)" } ?? ""
    return source.statement + place + by + turn
  }
}

extension OperationRequest: CustomStringConvertible {
  /// The operation's type, name, and variables without secrets, such as `mutation "Like" {"id":7}`.
  public var description: String {
    let redactor = RequestRedactor(
      Redaction(), request: urlRequest, operations: [self], style: .short)
    return redactor.title(of: self).escapingControls()
  }
}

extension Redaction {
  func title(of received: ReceivedRequest) -> String {
    text(
      received.operations.first?.title
        ?? RequestRedactor(toShow: received, self).line(of: received.urlRequest))
  }

  func description(of received: ReceivedRequest) -> String {
    let redactor = RequestRedactor(toShow: received, self)
    // Shorter than the endings in reports. It may be read during the test, and no failure or time follows it.
    let outcome =
      switch received.ending {
      case nil: "open"
      case .cancelled: "canceled"
      case .passedThrough: "passed through"
      case .failed(let error): "failed with \(error.title)"
      case .answered: redactor.response(of: received, limit: Self.bodyLimit)
      }
    let wait = received.waitClause(isTimed: true, isPlaced: true)
    let warnings = received.warnings.map { "  warning: \($0)" }
    let head = "\(redactor.whatWasAsked(in: received)) → \(outcome)\(wait)"
    return text(([head] + warnings).joined(separator: "\n"))
  }

  func waitLine(of received: ReceivedRequest) -> String {
    let redactor = RequestRedactor(toShow: received, self)
    let what = redactor.whatWasAsked(in: received).shortened(to: Self.reportLimit)
    let wait = received.wait?.clause(isPlaced: true).map { "has \($0)" } ?? "is open"
    let answerer = received.wait?.place == nil ? received.answerer : nil
    return text("\(what) \(wait)\(answerer.map { " (\($0))" } ?? "")")
  }

  private static let bodyLimit = 2_000
  static let reportLimit = 300

  /// - Parameters:
  ///   - isTimed: A Boolean value that indicates whether to show times. Equal lines without times are merged.
  ///   - bodyLimit: The maximum number of characters to show of a body. With 0, JSON bodies are omitted.
  func reportLines(
    of received: ReceivedRequest, _ detail: FailureDetail, _ bystanders: [String], isTimed: Bool,
    bodyLimit: Int = reportLimit
  ) -> [String] {
    let redactor = RequestRedactor(toShow: received, self)
    let time =
      isTimed && !received.wasOpenAtEnd
      ? received.duration.map { " (\($0.milliseconds) ms)" } ?? "" : ""
    let isSaidAbove = received.failure != nil && detail == .saidAbove
    let what = redactor.whatWasAsked(in: received).shortened(to: Self.reportLimit)
    let end = ending(of: received, redactor, bodyLimit: bodyLimit)
    let wait = received.waitClause(isTimed: isTimed)
    var lines = ["\(what) → \(end)\(time)\(wait)\(isSaidAbove ? ", as said above" : "")"]
    if let failure = received.failure, !isSaidAbove {
      let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines += message.prefix(detail == .whole ? message.count : 1).map(String.init)
    }
    if let answerer = received.answerer { lines.append("answered by \(answerer)") }
    for file in received.operations.flatMap(\.files) {
      let name = file.filename.map { redactor.value($0).swiftLiteral } ?? "without a name"
      lines.append("in `request.files`: \(name), \(file.paths.joined(separator: ", "))")
    }
    if let fields = redactor.statedFields(of: received) {
      lines.append("header fields: \(fields.shortened(to: Self.reportLimit))")
    }
    return (lines + bystanders + received.warnings.map { "warning: \($0)" }).map(text)
  }

  private func ending(of received: ReceivedRequest, _ redactor: RequestRedactor, bodyLimit: Int)
    -> String
  {
    let response = { redactor.response(of: received, limit: bodyLimit) }
    return switch received.ending {
    case _ where received.wasOpenAtEnd: "still open at the end"
    case nil: "not ended yet"
    case .cancelled?: "canceled by the client"
    case .passedThrough?: "answered by the real service: \(response())"
    case .answered?: response()
    case _? where received.failure != nil: "failed"
    case .failed(let error)?: "failed with \(error.title)"
    }
  }
}

package enum FailureDetail: Sendable {
  case whole
  case firstLine
  /// The message is left out, because it stands above the report.
  case saidAbove
}

extension RequestRedactor {
  init(toShow request: URLRequest, _ redaction: Redaction) {
    self.init(redaction, request: request, operations: [], style: .short)
  }

  init(toShow received: ReceivedRequest, _ redaction: Redaction) {
    self.init(
      redaction, request: received.urlRequest, operations: received.operations,
      response: received.isOfRealService ? received.response : nil, style: .short)
  }

  fileprivate func whatWasAsked(in received: ReceivedRequest) -> String {
    received.operations.first.map(title) ?? line(of: received.urlRequest)
  }

  func title(of operation: OperationRequest) -> String {
    let variables = variables(operation.variables)
    return variables.members?.isEmpty == false ? "\(operation.title) \(variables)" : operation.title
  }

  fileprivate func statedFields(of received: ReceivedRequest) -> String? {
    guard received.source != nil, received.ending == .answered else { return nil }
    let stated = headers(received.response?.headers ?? [:]).removing(["Content-Type"])
    return stated.isEmpty ? nil : stated.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
  }

  fileprivate func response(of received: ReceivedRequest, limit: Int) -> String {
    guard let response = received.response else { return "answered" }
    if limit == 0, response.json != nil { return "\(response.status)" }
    let type = response.bodyLength == 0 ? nil : response.contentType
    let body =
      response.json.map { JSONWriter.describe(self.response($0), limit: limit) }
      ?? "\(response.bodyLength) bytes\(type.map { " of \($0)" } ?? "")"
    return "\(response.status) \(body)"
  }

  init(_ redaction: Redaction, _ received: ReceivedRequest?) {
    self.init(
      redaction, request: received?.urlRequest, operations: received?.operations ?? [],
      response: received?.response)
  }
}

extension Duration {
  fileprivate var milliseconds: String {
    let tenths = nanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
