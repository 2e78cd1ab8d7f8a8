// swift-tools-version: 6.2

import PackageDescription

// The same tests twice: before and after they use GraphQLMock.

let package = Package(
  name: "Moving",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "GraphQLMock", path: "../..")],
  targets: [
    .target(name: "Films"),
    .testTarget(name: "Before", dependencies: ["Films"], resources: [.copy("Stubs")]),
    .testTarget(
      name: "After",
      dependencies: ["Films", .product(name: "GraphQLMockTesting", package: "GraphQLMock")],
      exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
