extension [ReceivedRequest] {
  /// The warnings that a test shows besides the journal, each once, with the handler's location.
  package var warningsToReport:
    [(subject: JournalWarning.Subject, message: String, location: CodeLocation?)]
  {
    var known: Set<String> = []
    return flatMap { received in
      let new = received.journalWarnings.filter {
        known.insert("\(received.handler?.description ?? "") \(received.title) \($0)").inserted
      }
      let missing = new.filter { $0.subject == .missingField }.map(\.text)
      let text =
        "The response to \(received.title) is incomplete: \(missing.joined(separator: "\n  "))"
      let incomplete = (JournalWarning.Subject.missingField, text, received.handler)
      let others = new.filter {
        switch $0.subject {
        case .framing, .unmatchedPath, .client: true
        case .missingField, .note, .typeName: false
        }
      }.map {
        let text = $0.subject == .client ? $0.text : "\(received.title): \($0.text)"
        return ($0.subject, text, received.handler)
      }
      return (missing.isEmpty ? [] : [incomplete]) + others
    }
  }
}
