import GraphQLMock

/// Registration of many handlers; what they cost a request is among the sessions.
func registerMatchingBenchmarks() {
  compare(
    "registering",
    [
      Contender("registering: 100000") {
        let handlers = SampleRequest.others(100_000)
        return repeating { MockGraphQLService(handlers: handlers).exchanges.count }
      }
    ])
}
