package import Foundation

extension OperationCatalog {
  /// - Parameter path: The path of the folder or file in messages, or nil to show only the names of files.
  package init(at url: URL, _ path: String?) throws(FileFinder.Failure) {
    let files = try FileFinder.contents(of: .documents, at: url)
    func name(_ file: URL) -> String {
      path.map { $0 + file.path.dropFirst(url.path.count) } ?? file.lastPathComponent
    }
    if files.count == 1, files[0].file.pathExtension.lowercased() == "json" {
      do throws(PersistedDocuments.ManifestError) {
        try self.init(manifest: Data(files[0].bytes), file: name(files[0].file))
      } catch {
        throw .unreadable(path: files[0].file.path, reason: "\(error)")
      }
      return
    }
    self.init(documents: files.map { (name($0.file), String(decoding: $0.bytes, as: UTF8.self)) })
  }
}

extension OperationCatalog.Entry: CustomStringConvertible {
  var title: String {
    name.map { "\(type.rawValue) \($0.swiftLiteral)" } ?? "anonymous \(type.rawValue)"
  }

  var description: String { "\(title) (\(file):\(line):\(column))" }

  /// The operation in its document, which is parsed each time, or nil if the document is invalid.
  var selected: SelectedOperation? {
    try? DocumentCache.makeOutcome(ContiguousArray(document.utf8), name).get()
  }
}
