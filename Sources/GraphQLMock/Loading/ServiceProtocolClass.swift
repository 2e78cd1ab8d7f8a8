// One URLProtocol class for each service, made at run time: a session knows its classes only, so the
// class is what ties a request to a service. No header is needed, which Linux would not show anyway.
//
// The class of service 6 (binary 110) is ServiceProtocol<Bit0<Bit1<Bit1<Zero>>>>.

import Foundation

protocol BinaryNumber: Sendable {
  static var value: Int { get }
}

enum Zero: BinaryNumber {
  static var value: Int { 0 }
}

enum Bit0<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 }
}

enum Bit1<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 | 1 }
}

final class ServiceProtocol<Number: BinaryNumber>: MockURLProtocol {
  override class var serviceNumber: Int { Number.value }
}

/// Makes the class of a service; a number is never used for two services of a process.
func makeServiceProtocolClass(number: Int) -> MockURLProtocol.Type {
  func makeClass<Number: BinaryNumber>(_: Number.Type) -> MockURLProtocol.Type {
    ServiceProtocol<Number>.self
  }
  func zero<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit0<Rest>.self }
  func one<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit1<Rest>.self }

  var type: any BinaryNumber.Type = Zero.self
  for bit in (0..<(Int.bitWidth - number.leadingZeroBitCount)).reversed() {
    type = number >> bit & 1 == 1 ? one(type) : zero(type)
  }
  return makeClass(type)
}
