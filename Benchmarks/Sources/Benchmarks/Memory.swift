import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends 100 MB by an `InputStream` through a session to a handler.
///
/// - Returns: The peak of resident memory minus its size before, in bytes; nil if the peak isn't known.
func memoryOfALargeStream() async throws -> Double? {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(
    "GraphQLMockBenchmarks-\(ProcessInfo.processInfo.processIdentifier).json")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data((Inputs.head + #"{"list":["#).utf8).write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  try handle.seekToEnd()
  let part = Data(
    String(repeating: #"{"id":1234567,"tag":"abc","price":2.5},"#, count: 25_000).utf8)
  for _ in 0..<100_000_000 / part.count { try handle.write(contentsOf: part) }
  try handle.write(contentsOf: Data("null]}}".utf8))
  let length = try handle.offset()
  try handle.close()

  let service = MockGraphQLService(Inputs.handler)
  let session = service.makeSession()
  // The first request of a session allocates memory in Foundation, which doesn't count.
  _ = try await session.data(for: Inputs.request)
  guard let before = kilobytes("VmRSS:"),
    let reset = FileHandle(forWritingAtPath: "/proc/self/clear_refs")
  else { return nil }
  // proc(5): "5" resets the peak of the resident set.
  try reset.write(contentsOf: Data("5".utf8))
  try reset.close()
  var request = Inputs.request(nil)
  request.httpBodyStream = InputStream(url: file)
  request.setValue(String(length), forHTTPHeaderField: "Content-Length")
  _ = try await session.data(for: request)
  guard service.failures.isEmpty, service.exchanges.last?.requestBodyLength == Int(length) else {
    throw Failure("The body of 100 MB was not answered: \(service.failures)")
  }
  return kilobytes("VmHWM:").map { ($0 - before) * 1_024 }
}

private func kilobytes(_ name: String) -> Double? {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
  return line?.split { !$0.isNumber }.first.flatMap { Double($0) }
}
