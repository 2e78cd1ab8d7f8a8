import Foundation
@_spi(Benchmarks) import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Look-up, registration, and the whole way from a body to its handler.
func registerMatchingBenchmarks() {
  compare(
    "look-up",
    [1, 100, 10_000, 100_000].map { count in
      Contender("look-up: \(count)", thingsPerRepetition: min(count, 64)) {
        try prepareLookUp(count: count, withDocuments: false)
      }
    } + [
      Contender("look-up: 10000 with documents", thingsPerRepetition: 64) {
        try prepareLookUp(count: 10_000, withDocuments: true)
      }
    ])
  compare(
    "registering",
    [
      Contender("registering: 100000") {
        let handlers = (0..<100_000).map { RequestHandler.query(.named("Other\($0)"), .data([:])) }
        return repeating {
          let matching = BenchmarkedMatching()
          matching.register(handlers)
          return 1
        }
      }
    ])
  compare(
    "1 KB request",
    [
      Contender("1 KB request: bytes, cold", thingsPerRepetition: SampleRequest.count) {
        try prepareMatching(isCold: true) { $0.read($1.body, of: $1.request) }
      },
      Contender("1 KB request: bytes, known", thingsPerRepetition: SampleRequest.count) {
        try prepareMatching(isCold: false) { $0.read($1.body, of: $1.request) }
      },
      Contender("1 KB request: bytes, cold, never seen", thingsPerRepetition: SampleRequest.count) {
        try prepareMatching(isCold: true, recognisesStated: false) {
          $0.read($1.body, of: $1.request)
        }
      },
      Contender("1 KB request: bytes, cold, by name", thingsPerRepetition: SampleRequest.count) {
        try prepareMatching(isCold: true, withDocuments: false) { $0.read($1.body, of: $1.request) }
      },
      Contender("1 KB request: URLRequest, cold", thingsPerRepetition: SampleRequest.count) {
        try prepareMatching(isCold: true) { $0.read($1.request) }
      },
    ])
}

/// Looks up as many as 64 requests by turns, each with its document and key known already.
private func prepareLookUp(count: Int, withDocuments: Bool) throws -> (Int) -> Int {
  let samples = Array(SampleRequest.all.prefix(min(count, 64)))
  let others = (samples.count..<count).map {
    RequestHandler.query(.named("Other\($0)"), .data([:]))
  }
  let matching = BenchmarkedMatching()
  // The ones that answer stand in between the others.
  let half = others.count / 2
  matching.register(Array(others[half...]))
  matching.register(samples.map { $0.handler(withDocument: withDocuments) })
  matching.register(Array(others[..<half]))
  let subjects = samples.compactMap { matching.read($0.body, of: $0.request) }
  guard subjects.count == samples.count else { throw PreparationError("A body is faulty") }
  for subject in subjects { try check(matching.find(subject), "A look-up") }
  return repeating {
    var sum = 0
    for subject in subjects { sum &+= matching.find(subject) }
    return sum
  }
}

/// Reads and looks up all sample requests; cold, all documents are new to the service.
private func prepareMatching(
  isCold: Bool, withDocuments: Bool = true, recognisesStated: Bool = true,
  _ read: @escaping (BenchmarkedMatching, SampleRequest) -> BenchmarkedMatching.Subject?
) throws -> (Int) -> Int {
  let samples = SampleRequest.all
  let known = BenchmarkedMatching()
  known.register(samples.map { $0.handler(withDocument: withDocuments) })
  func pass(_ matching: BenchmarkedMatching) -> Int {
    samples.reduce(0) { sum, sample in
      guard let subject = read(matching, sample) else { return sum - 1_000_000 }
      return sum + matching.find(subject)
    }
  }
  try check(pass(known), "A sample request")
  return repeating {
    pass(
      isCold
        ? BenchmarkedMatching(handlersOf: known, recognisesStated: recognisesStated) : known)
  }
}
