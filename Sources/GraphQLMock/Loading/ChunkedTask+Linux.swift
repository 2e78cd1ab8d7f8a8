// Who gets the chunks of a body as they come. With swift-corelibs-foundation a task with a completion
// handler, and so every async call, gets the last `didLoad` as its whole body; only the delegate of a
// session gets each of them. Which of the two a task has can't be asked: it is read from Foundation's
// own table, by name. Where that has changed, bodies are collected, which is right for everybody, if
// late for a delegate.

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension Optional where Wrapped == URLSessionTask {
    /// Whether each chunk reaches the client; to be asked on Foundation's own queue.
    var getsEachChunk: Bool {
      guard let self, let session = Mirror(reflecting: self).inherited("session"),
        let registry = Mirror(reflecting: session).children.first?.value,
        let table = Mirror(reflecting: registry).inherited("taskRegistry"),
        let behaviours = Mirror(reflecting: table).inherited("behaviours")
      else { return false }
      for entry in Mirror(reflecting: behaviours).children {
        let pair = Mirror(reflecting: entry.value).children.map(\.value)
        guard pair.count == 2, pair[0] as? Int == self.taskIdentifier else { continue }
        let behaviour = pair[1]
        return Mirror(reflecting: behaviour).children.isEmpty
          && String(describing: behaviour) == "callDelegate"
      }
      return false
    }
  }

  extension Mirror {
    /// A stored property of the value, its class or the classes above.
    func inherited(_ name: String) -> Any? {
      for mirror in sequence(first: self, next: \.superclassMirror) {
        if let child = mirror.children.first(where: { $0.label == name }) { return child.value }
      }
      return nil
    }
  }
#endif
