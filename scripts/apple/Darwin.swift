// A stand-in for the declarations of Apple's C library that differ from those of Linux.

@_exported import Glibc

public let SOCK_STREAM = Int32(Glibc.SOCK_STREAM.rawValue)

extension sigaction {
  public struct Handlers {
    public var __sa_handler: (@convention(c) (Int32) -> Void)?
  }

  public var __sigaction_u: Handlers {
    get { Handlers() }
    set {}
  }
}
