#if DEBUG || GRAPHQL_MOCK_LAUNCH
  extension MockGraphQLService: OrderTaker.Service {
    /// Whether an order can have an effect between requests, as an order to the clock always can.
    var hasOpen: Bool { core.feeds.count > 0 || !openSockets.all.isEmpty || clock != nil }

    // The caller holds a lock, so this must not run code of the app, whose clients receive events on other threads.
    func perform(_ order: LaunchOrder) -> Bool {
      let subscriptions = MockSubscriptions(core: core, location: order.location)
      if let (name, event) = order.event {
        // The journal shows a subscription to the test before it's open. Until then, an event for it has to wait.
        let isOpening =
          core.feeds.named(name).isEmpty
          && exchanges.contains { $0.ending == nil && $0.asks(for: name, .subscription) }
        if isOpening { return false }
        if case .complete = order.verb {
          subscriptions.complete(name)
        } else {
          subscriptions.send(event, to: name)
        }
      }
      switch order.verb {
      case .register: register(order.handlers)
      case .reset: reset()
      case .close(let code, let reason):
        MockSockets(core: core, open: openSockets, location: order.location)
          .close(code: code, reason: reason)
      case .advance(let seconds): clock?.advance(by: .seconds(seconds))
      case .send, .complete: break
      }
      return true
    }
  }
#endif
