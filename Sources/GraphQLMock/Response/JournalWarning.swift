/// A warning about a request or its response.
package struct JournalWarning: Sendable, Hashable {
  /// The raw values are written to the journal of an app, which the test reads.
  package enum Subject: String, Sendable {
    /// A warning that only the journal shows.
    case note
    /// A field that the client selects, and that the data of a handler or fixture lacks.
    case missingField
    /// A missing `__typename`, which only the journal shows, because many clients select it without using it.
    case typeName
    /// Framing that contradicts the body, such as a wrong `Content-Length`.
    case framing
    /// A path that the test states, such as that of an override, and that matches nothing.
    case unmatchedPath
    /// A habit of the client that some servers refuse or ignore. It's printed once per process.
    case client
  }

  package let subject: Subject
  package let text: String
}
