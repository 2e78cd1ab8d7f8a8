// swift-tools-version: 6.2

import PackageDescription

/// What CI asks for: a new compiler's warning is no error of a user's.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error),
]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["GRAPHQL_MOCK_STRICT"] == nil ? [] : strict)

/// Tests that drive other processes compile the one Apple-only file against a stand-in.
let standIn: [SwiftSetting] = settings + [.define("GRAPHQL_MOCK_STAND_IN")]

// Below macOS 26, `swift test` needs Swift 6.2.1: 6.2.0 doesn't find the library for `Span` (SwiftPM #9092). watchOS is
// listed for packages that also build for it: there, a service has no sessions.
let package = Package(
  name: "GraphQLMock",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "GraphQLMock", targets: ["GraphQLMock"]),
    .library(name: "GraphQLMockTesting", targets: ["GraphQLMockTesting"]),
    .executable(name: "graphql-mock", targets: ["graphql-mock"]),
  ],
  traits: [
    .trait(
      name: "LaunchInRelease",
      description: "Has release builds read launch plans too: startFromLaunchEnvironment().")
  ],
  targets: [
    .target(
      name: "GraphQLMock", resources: [.copy("Resources/PrivacyInfo.xcprivacy")],
      swiftSettings: settings + [
        .define("GRAPHQL_MOCK_LAUNCH", .when(traits: ["LaunchInRelease"]))
      ]),
    .target(name: "GraphQLMockTesting", dependencies: ["GraphQLMock"], swiftSettings: settings),
    .executableTarget(
      name: "graphql-mock", dependencies: ["GraphQLMock"], path: "Sources/graphql-mock-tool",
      swiftSettings: settings),
    .executableTarget(
      name: "CoreOnly", dependencies: ["GraphQLMock"], path: "Tests/CoreOnly",
      swiftSettings: settings),
    .executableTarget(
      name: "SampleApp", dependencies: ["GraphQLMock"], path: "Tests/SampleApp",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["GraphQLMock"], path: "Tests/TestSupport",
      exclude: ["upstream.py"],
      swiftSettings: settings),
    .testTarget(
      name: "GraphQLMockTests", dependencies: ["GraphQLMock", "TestSupport"],
      exclude: ["Language/Vectors", "Recording/Vectors", "Schema/Vectors"], swiftSettings: settings),
    .testTarget(
      name: "GraphQLMockTestingTests", dependencies: ["GraphQLMockTesting", "TestSupport"],
      exclude: ["Trait/Fixtures", "XCTest/Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "MistakeTests", dependencies: ["GraphQLMockTesting", "TestSupport"],
      exclude: ["Expected", "Fixtures", "Planted/Fixtures", "SmallApp"], swiftSettings: settings),
    .testTarget(
      name: "LaunchTests", dependencies: ["GraphQLMockTesting", "SampleApp", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: standIn),
  ],
  swiftLanguageModes: [.v6]
)
