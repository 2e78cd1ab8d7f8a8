import Foundation
public import GraphQLMock

extension LaunchPlan {
  /// The same plan, recording what the real service says.
  ///
  /// The folder is `Fixtures/<Suite>/<test>` beside the calling file, of the test that runs, in either
  /// framework. Where the framework does not say which one runs, as in a UI test outside of
  /// `withMockGraphQLService`, the calling function must be the test itself; otherwise state `named`, or
  /// the plan can't be written.
  /// - Parameters:
  ///   - mode: What is recorded, unless the environment says otherwise (see ``Recording``).
  ///   - name: Another folder below `Fixtures`; nil takes that of the test.
  ///   - recordingCase: What tells the case of a test from others (see
  ///     ``MockGraphQLService/recordingCase(_:)``); nil takes what the test has called it.
  ///   - headers: Names of header fields of responses that are written down besides `Content-Type`.
  ///   - function: The function of the call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  public func recording(
    _ mode: Recording = .missing, named name: String? = nil, recordingCase: String? = nil,
    headers: [String] = [], function: String = #function,
    fileID: String = #fileID, filePath: String = #filePath
  ) -> LaunchPlan {
    var plan = self
    let test = RunningTest.current ?? RunningTest(fileID: fileID, function: function)
    if plan.testName == nil { plan.testName = test?.selection }
    if let folder = name ?? test?.folder {
      plan.options.recording = Recording(
        mode, named: folder, headers: headers, filePath: filePath
      ).ofRunningCase(recordingCase)
    } else {
      plan.errors.append(
        "\(function) is no test, so the folder of its recordings is not known; "
          + "call recording(named:) or replaying(named:) with a name.")
    }
    return plan
  }

  /// The same plan, answering from what was recorded.
  ///
  /// Folder and parameters are those of `recording(_:named:)`.
  public func replaying(
    named name: String? = nil, recordingCase: String? = nil, function: String = #function,
    fileID: String = #fileID, filePath: String = #filePath
  ) -> LaunchPlan {
    recording(
      .never, named: name, recordingCase: recordingCase, function: function, fileID: fileID,
      filePath: filePath)
  }

  /// A plan that records what the real service says.
  ///
  /// ```swift
  /// app.launch(mocking: .recording())
  /// ```
  /// The folder and the parameters are those of the method of that name.
  public static func recording(
    _ mode: Recording = .missing, named name: String? = nil, recordingCase: String? = nil,
    headers: [String] = [], function: String = #function,
    fileID: String = #fileID, filePath: String = #filePath
  ) -> LaunchPlan {
    LaunchPlan().recording(
      mode, named: name, recordingCase: recordingCase, headers: headers,
      function: function, fileID: fileID, filePath: filePath)
  }

  /// A plan that answers from what was recorded.
  ///
  /// ```swift
  /// app.launch(mocking: .replaying())
  /// ```
  /// The folder and the parameters are those of the method of that name.
  public static func replaying(
    named name: String? = nil, recordingCase: String? = nil, function: String = #function,
    fileID: String = #fileID, filePath: String = #filePath
  ) -> LaunchPlan {
    LaunchPlan().replaying(
      named: name, recordingCase: recordingCase, function: function, fileID: fileID,
      filePath: filePath)
  }
}

extension Recording {
  func ofRunningCase(_ stated: String? = nil) -> Recording {
    guard let name = stated ?? MockGraphQLService.scoped?.recordingCaseName else { return self }
    return ofCase(name)
  }
}
