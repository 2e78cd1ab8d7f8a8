// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that the library has no dependency.

let isStrict = Context.environment["GRAPHQL_MOCK_STRICT"] != nil

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "LoopbackServer",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [.library(name: "LoopbackServer", targets: ["LoopbackServer"])],
  dependencies: [
    .package(name: "GraphQLMock", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "LoopbackServer",
      dependencies: [
        .product(name: "GraphQLMock", package: "GraphQLMock"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "serve-graphql-mock", dependencies: ["LoopbackServer"], swiftSettings: settings),
    .testTarget(
      name: "LoopbackServerTests",
      dependencies: ["LoopbackServer", .product(name: "FlyingSocks", package: "FlyingFox")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
