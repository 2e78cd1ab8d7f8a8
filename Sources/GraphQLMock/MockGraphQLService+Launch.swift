// Release builds exclude this file. Otherwise an environment variable could control an app's responses.

#if DEBUG || GRAPHQL_MOCK_LAUNCH
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension MockGraphQLService {
    /// Starts the service that a UI test has configured for this app, if there is one.
    ///
    /// The test passes the configuration, the launch plan, in an environment variable. Call this method before the
    /// app uses any session. The service then answers `URLSession.shared`, on Linux only if no session exists yet.
    /// For other sessions, pass their configuration to ``install(in:)``:
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.default
    /// #if DEBUG
    ///   MockGraphQLService.startFromLaunchEnvironment()?.install(in: configuration)
    /// #endif
    /// ```
    /// If the launch plan is invalid, every request fails, and the test and standard error contain the reason.
    /// Later calls return the same service. The method is available in debug builds and with the package's trait
    /// `LaunchInRelease`, which sets the compilation condition `GRAPHQL_MOCK_LAUNCH`.
    /// - Returns: The service, which exists as long as the process, or nil if there's no launch plan.
    @discardableResult public static func startFromLaunchEnvironment() -> MockGraphQLService? {
      launched
    }

    private static let launched: MockGraphQLService? = {
      guard let service = service(environment: ProcessInfo.processInfo.environment) else {
        return nil
      }
      // On Linux, `registerClass` has no effect on `URLSession.shared` once a session exists.
      _ = URLProtocol.registerClass(service.protocolClass)
      for failure in service.failures { Console.printError("GraphQLMock: \(failure.message)") }
      return service
    }()

    static func service(environment: [String: String]) -> MockGraphQLService? {
      environment[LaunchPlan.variable].map { text in
        do throws(LaunchPlanError) {
          return MockGraphQLService(try LaunchPlan.read(text).get())
        } catch {
          var plan = LaunchPlan()
          plan.journalFolder = LaunchPlan.journalFolder(of: text)
          plan.errors = [error.description]
          return MockGraphQLService(plan)
        }
      }
    }

    private convenience init(_ plan: LaunchPlan) {
      var settings = ServiceSettings(plan.options)
      if let name = plan.testName { settings.testName = { name } }
      let failure = settings.openLog(plan.journalFolder, plan.redaction)
      self.init(settings) { core in
        if let failure { core.journal.record(failure) }
        if !plan.errors.isEmpty {
          let message = plan.errors.joined(separator: "\n")
          core.journal.record(MockFailure(.launchError, message))
          return core.shutDown(.unusableLaunchPlan(message))
        }
        // The test has already chosen the recording mode, so the environment variable for the mode is ignored.
        if let recording = plan.options.recording {
          core.beginRecording(recording, environment: [:])
        }
        let bundled = plan.bundledFixtures.map { FixtureTable($0, bundle: .main) }
        for table in (plan.tables + bundled).reversed() { core.register([], table: table) }
        core.register(plan.fixtureVariants.orderedByKey().map { .variant($0.value, of: $0.key) })
        core.register(plan.handlers)
      }
      if plan.errors.isEmpty, let log = settings.log as? JournalWriter {
        (settings.commands as? CommandReceiver)?.begin(self, log)
      }
    }
  }

  extension ServiceSettings {
    fileprivate mutating func openLog(_ folder: URL?, _ redaction: Redaction) -> MockFailure? {
      use(redaction)
      guard let folder else { return nil }
      do {
        try PrivateFile.makeFolder(at: folder)
        let commands = CommandReceiver(folder: folder)
        log = try JournalWriter(folder: folder, redaction: redaction, firstCommand: commands.first)
        self.commands = commands
        return nil
      } catch {
        return MockFailure(
          .launchError, "The journal can't be written to \"\(folder.path)\": \(error.fileReason)")
      }
    }
  }

  extension RequestHandler {
    fileprivate static func variant(_ variant: String, of operation: String) -> RequestHandler {
      let anonymous = OperationType.allCases.first { operation == FixtureName.anonymous($0) }
      let match = OperationCondition(
        type: anonymous, name: anonymous == nil ? .named(operation) : .anonymous)
      return RequestHandler(
        .operation(match), .responses([.fixture("\(operation).\(variant)")]),
        CodeLocation(fileID: LaunchPlan.variable, filePath: "", line: 0, column: 0))
    }
  }

  extension MockGraphQLService: CommandReceiver.Service {
    var hasOpen: Bool { core.feeds.count > 0 || !openSockets.all.isEmpty || clock != nil }

    /// The journal lists a request before its delay begins, and a subscription before it's open. Until then, the clock
    /// and events have to wait.
    func isReady(for command: AppCommand) -> Bool {
      if case .advance = command.verb {
        let calls = core.state.withLock { Array($0.openCalls.values) }
        return !calls.contains(where: \.isBeingExecuted)
      }
      guard let match = command.event?.subscription, core.feeds.all(match).isEmpty else {
        return true
      }
      return !requests.contains {
        $0.ending == nil && $0.asks(for: match.name, .subscription) && match.selects($0.operation)
      }
    }

    /// The caller holds a lock, so this method must not call the app.
    func perform(_ command: AppCommand) {
      let subscriptions = MockSubscriptions(core: core, location: command.location)
      if let (match, event) = command.event {
        if case .complete = command.verb {
          subscriptions.complete(match.name, variables: match.variables)
        } else {
          subscriptions.send(event, to: match.name, variables: match.variables)
        }
      }
      switch command.verb {
      case .register: register(command.handlers)
      case .reset: reset()
      case .close(let code, let reason):
        MockSockets(core: core, open: openSockets, location: command.location)
          .close(code: code, reason: reason)
      case .advance(let seconds): clock?.advance(by: AppCommand.Verb.duration(seconds))
      case .change(let object, let change):
        core.objects.write(change, to: object, at: command.location)
      case .send, .complete: break
      }
    }
  }
#endif
