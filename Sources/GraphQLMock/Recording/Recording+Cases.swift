import Foundation

extension Recording {
  /// How files are named that are being written, by Foundation too, until they take their place.
  static let temporaryPrefix = ".dat.nosync"

  /// The recording of one case: a folder of its own inside this one's.
  package func ofCase(_ name: String) -> Recording {
    var result = self
    result.folder = folder.appendingPathComponent(RecordingName.folder(ofCase: name))
    return result
  }
}

extension RecordingName {
  /// The name of a case as that of a folder, with a digest where it is not the whole.
  static func folder(ofCase name: String) -> String {
    var isWhole = true
    let text = plain(name, &isWhole)
    return isWhole && !text.isEmpty ? text : "\(text)-\(digest(of: [name]).prefix(4))"
  }
}

extension Recorder {
  /// How old a file of a write that did not end must be; others may be writing at this moment.
  private static let abandonedAfter: TimeInterval = 600

  /// Deletes what killed processes left behind in a folder.
  static func removeAbandonedFiles(in folder: URL) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files where file.hasPrefix(Recording.temporaryPrefix) {
      let path = folder.appendingPathComponent(file).path
      guard
        let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
          as? Date, date.timeIntervalSinceNow < -abandonedAfter
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
