// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "GraphQLMock",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "GraphQLMock", targets: ["GraphQLMock"]),
    .library(name: "GraphQLMockTesting", targets: ["GraphQLMockTesting"]),
  ],
  targets: [
    .target(name: "GraphQLMock", swiftSettings: settings),
    .target(name: "GraphQLMockTesting", dependencies: ["GraphQLMock"], swiftSettings: settings),
    .executableTarget(
      name: "CoreOnly", dependencies: ["GraphQLMock"], path: "Tests/CoreOnly",
      swiftSettings: settings),
    .testTarget(
      name: "GraphQLMockTests", dependencies: ["GraphQLMock"],
      exclude: ["Language/Vectors"], swiftSettings: settings),
    .testTarget(
      name: "GraphQLMockTestingTests", dependencies: ["GraphQLMockTesting"],
      exclude: ["Fixtures"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
