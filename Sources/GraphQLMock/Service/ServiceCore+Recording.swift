// Sets up the recording of a service. Its table is registered once, but each case of a test can replace the content.

import Foundation

extension ServiceCore {
  func beginRecording(_ recording: Recording, environment: [String: String]) {
    guard recording.folder != nil else {
      return journal.record(MockFailure(.recordingError, RecordingError.noFolder.description))
    }
    let found = recording.mode(in: environment)
    if case .failure(let error) = found {
      journal.record(MockFailure(.recordingError, error.description))
    }
    let mode = (try? found.get()) ?? .never
    let idleReason = mode == .never ? recording.idleReason(in: environment) : nil
    let recordings = ReplaceableTable()
    changeSettings {
      $0.recording = ServiceSettings.StatedRecording(
        stated: recording, mode: mode, idleReason: idleReason,
        changedFiles: $0.recording?.changedFiles ?? Locked([]))
      $0.recordedResponses = recordings
      $0.use(recording.redaction)
    }
    useFolder(of: recording)
    registry.register([], table: recordings)
  }

  func startCase(_ name: String) {
    changeSettings {
      $0.isUnnamedCase = false
      $0.recordingCase = name
    }
    // The folder of another case may have files with the same names, so their steps begin again.
    registry.forgetResponses { $0 is ReplaceableTable }
    if let stated = settings.recording?.stated { useFolder(of: stated) }
  }

  /// Reads `recording` and `recordedResponses` of the settings, so these are set first.
  /// - Parameter whole: The recording of all cases. Each case has a subfolder.
  private func useFolder(of whole: Recording) {
    let settings = settings
    let recording = settings.recordingCase.map(whole.ofCase) ?? whole
    guard let stated = settings.recording, let folder = recording.folder else { return }
    let table = recording.table
    let recorder =
      stated.mode == .never
      ? nil
      : Recorder(
        recording, in: folder, mode: stated.mode, table: table,
        enumValues: settings.redaction.enumValues, changedFiles: stated.changedFiles)
    let hasFixtures = settings.recordingCase != nil && whole.isShared
    settings.recordedResponses?.replace(by: table, fixtures: hasFixtures ? whole.table : nil)
    changeSettings {
      $0.recorder = recorder
      $0.recordingFolder = folder
    }
    if recording.isShared { RecordingOwners.shared.keepWhole(folder) }
    openRecordingFolder()
  }

  func openRecordingFolder() {
    let settings = settings
    guard settings.reportsFailures, let folder = settings.recordingFolder else { return }
    RecordingOwners.shared.open(folder, for: settings.testTitle ?? "", service: number)
    // The cases of a parameterized test that come later may need recordings that this case doesn't use.
    if settings.isUnnamedCase { RecordingOwners.shared.keepWhole(folder) }
  }

  func deleteUnusedRecordings(hasFailed: Bool) {
    guard let recording = settings.recording else { return }
    let files = RecordingOwners.shared.close(
      service: number, hasFailed: hasFailed || !journal.failures.isEmpty)
    recording.changedFiles.withLock { $0.formUnion(files) }
  }

  var unusedRecordings: [String] { unusedRows.map(\.name) }

  private var unusedRows: [Fixture] {
    let settings = settings
    guard let table = settings.recordedResponses?.table else { return [] }
    return table.recordings(
      notIn: registry.usedResponses { $0 is ReplaceableTable },
      notWrittenTo: settings.recorder?.writtenFiles ?? [])
  }

  func removeUnusedRecordings() throws -> [String] {
    guard let folder = settings.recordedResponses?.table?.content.folder?.url else { return [] }
    let files = unusedRows.flatMap(\.files).map(\.name.file).ordered()
    // A row is unused as long as one of its files exists.
    return try files.filter { file in
      let path = "\(folder.path)/\(file)"
      guard FileManager.default.fileExists(atPath: path) else { return false }
      try FileManager.default.removeItem(atPath: path)
      settings.recording?.changedFiles.withLock { _ = $0.insert(path) }
      return true
    }
  }
}
