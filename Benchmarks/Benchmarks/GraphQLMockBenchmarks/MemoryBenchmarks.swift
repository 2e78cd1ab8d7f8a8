import Benchmark
import BenchmarkSupport
import Dispatch
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// 100 MB through an `InputStream`: time, and the memory that is taken beside what was taken before.
func registerMemoryBenchmarks() {
  measureStream("stream 100 MB: request") { stream, length in
    let operation = try OperationRequest(request(stream, length: length))
    return operation.urlRequest.httpBody?.count ?? -1
  }
  // As an app sends it: through a session, to a handler.
  measureStream("stream 100 MB: session", warmUp: warmUpSession) { stream, length in
    let service = MockGraphQLService(.operation(.any, SampleRequest.response))
    let session = service.makeSession()
    defer { session.invalidateAndCancel() }
    let answered = DispatchSemaphore(value: 0)
    session.dataTask(with: request(stream, length: length)) { _, _, _ in answered.signal() }
      .resume()
    answered.wait()
    guard service.exchanges.map(\.ending) == [.answered], service.failures.isEmpty else {
      throw PreparationError("The body was not answered")
    }
    return service.exchanges[0].requestBodyLength
  }
}

private func request(_ stream: InputStream, length: Int) -> URLRequest {
  var request = SampleRequest.hero.request
  request.httpBody = nil
  request.httpBodyStream = stream
  request.setValue(String(length), forHTTPHeaderField: "Content-Length")
  return request
}

/// Sends a small request, so that what Foundation needs for any session is there.
private func warmUpSession() {
  let service = MockGraphQLService(.operation(.any, SampleRequest.response))
  let session = service.makeSession()
  defer { session.invalidateAndCancel() }
  let answered = DispatchSemaphore(value: 0)
  session.dataTask(with: SampleRequest.hero.request) { _, _, _ in answered.signal() }.resume()
  answered.wait()
}

private func measureStream(
  _ name: String, warmUp: (@Sendable () -> Void)? = nil,
  _ body: @escaping @Sendable (InputStream, Int) throws -> Int
) {
  let memory = BenchmarkMetric.custom("\(name), memory", useScalingFactor: false)
  let time = BenchmarkMetric.custom("\(name), time", useScalingFactor: false)
  let length = BenchmarkMetric.custom("\(name), length", useScalingFactor: false)
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(
    "GraphQLMockBenchmarks-\(ProcessInfo.processInfo.processIdentifier).json")
  Benchmark(
    name,
    configuration: .init(
      metrics: [memory, time, length, .throughput], warmupIterations: 0,
      maxDuration: .seconds(20), maxIterations: PeakMemory.canBeReset ? 5 : 1,
      teardown: {
        if FileManager.default.fileExists(atPath: file.path) {
          try FileManager.default.removeItem(at: file)
        }
      })
  ) { benchmark in
    do {
      // Before anything was done: what an allocator keeps back must not hide what is taken.
      warmUp?()
      let before = memoryAtStart
      let count = try LargeBody.write(to: file)
      guard let stream = InputStream(url: file) else { return benchmark.error("No stream") }
      PeakMemory.reset()
      let clock = ContinuousClock()
      let start = clock.now
      let result = try body(stream, count)
      let end = clock.now
      try check(result, name)
      benchmark.measurement(memory, max(PeakMemory.peak - before, 0))
      benchmark.measurement(time, start.duration(to: end).picoseconds)
      benchmark.measurement(length, count)
    } catch {
      benchmark.error("\(error)")
    }
  }
}

/// What was resident before the first measurement.
private let memoryAtStart = PeakMemory.current

/// A body of 100 MB in a file.
private enum LargeBody {
  private static let size = 100_000_000

  /// Writes the body, unless it is there.
  /// - Returns: its length.
  static func write(to file: URL) throws -> Int {
    if let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
      let size = attributes[.size] as? Int
    {
      return size
    }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    // The variables of one body again and again, in a list, with a document that is sound.
    let name = Data(#""variables":"#.utf8)
    let part = RequestBodyText.make(size: 1_000_000, documentSize: 1_000)
    let sound = SampleRequest.hero.body
    guard let start = part.range(of: name), let end = sound.range(of: name) else {
      throw PreparationError("A body has no variables")
    }
    let variables = part[start.upperBound..<(part.endIndex - 1)]
    try handle.write(contentsOf: sound[..<end.upperBound] + Data(#"{"list":["#.utf8))
    for _ in 0..<(size / variables.count) {
      try handle.write(contentsOf: variables)
      try handle.write(contentsOf: Data(",".utf8))
    }
    try handle.write(contentsOf: Data("null]}}".utf8))
    let length = try Int(handle.offset())
    try handle.close()
    return length
  }
}
