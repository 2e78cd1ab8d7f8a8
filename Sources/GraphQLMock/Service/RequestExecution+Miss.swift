// What the message of a miss needs to know beside the request and the handlers.

import Foundation

extension RequestExecution {
  var missContext: MatchFailure.Context {
    MatchFailure.Context(
      testName: settings.testName?(), recording: idleRecording, intent: intent, data: madeUpData)
  }

  /// Why nothing is recorded, where recordings are replayed.
  private var idleRecording: MatchFailure.IdleRecording? {
    guard let recording = settings.recording else { return nil }
    let folder = recording.stated.folder.path
    if let reason = recording.idleReason {
      return MatchFailure.IdleRecording(folder: folder, reason: reason)
    }
    return subject.operation == nil
      ? MatchFailure.IdleRecording(folder: folder, reason: .isPlainHTTP) : nil
  }

  /// What plain HTTP may have been meant to be.
  private var intent: MatchFailure.Intent? {
    guard !received.isGraphQL else { return nil }
    if let error = received.resemblance { return .broken(error) }
    guard !settings.endpoints.isEmpty else { return nil }
    let operations = core.operations(in: received.urlRequest)
    return operations.isEmpty ? nil : .elsewhere(operations, endpoints: settings.endpoints)
  }

  /// Data of the right types, where there is a schema and a service would not refuse the request.
  private var madeUpData: MockJSON? {
    guard refusal == nil, let operation = subject.operation,
      let selected = operation.selectedOperation, let types = try? settings.schema?.system
    else { return nil }
    return try? AnswerGenerator.data(
      for: selected.operation, of: selected.document, in: types, variables: operation.variables,
      overrides: ResolvedOverrides(GeneratedOverrides(), in: types)
    ).get()
  }
}
