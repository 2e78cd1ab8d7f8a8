// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ApolloAPI
import ApolloTestSupport

// The code that Apollo 1.25 generates for `query Hero($episode: Episode) { hero(episode: $episode)
// { name } }`, limited to the parts that handlers use, and its mocks.

public enum Episode: String, EnumType {
  case newHope = "NEWHOPE"
  case empire = "EMPIRE"
}

public class HeroQuery: GraphQLQuery {
  public static let operationName: String = "Hero"
  public static let operationDocument = OperationDocument(
    definition: OperationDefinition(
      "query Hero($episode: Episode) { hero(episode: $episode) { name } }"))

  public var episode: GraphQLNullable<GraphQLEnum<Episode>>

  public init(episode: GraphQLNullable<GraphQLEnum<Episode>>) { self.episode = episode }

  public var __variables: Variables? { ["episode": episode] }

  public struct Data: RootSelectionSet {
    public static var __parentType: any ParentType { Object(typename: "Query") }
  }
}

public class Droid: MockObject {
  public static let _mockFields = MockFields()
  public typealias MockValueCollectionType = [Mock<Droid>]

  public struct MockFields {
    @Field<String>("name") public var name
    @Field<GraphQLEnum<Episode>>("firstSeen") public var firstSeen
  }
}

extension Mock where O == Droid {
  public convenience init(firstSeen: GraphQLEnum<Episode>? = nil, name: String? = nil) {
    self.init()
    _setScalar(firstSeen, for: \.firstSeen)
    _setScalar(name, for: \.name)
  }
}

public class Query: MockObject {
  public static let _mockFields = MockFields()
  public typealias MockValueCollectionType = [Mock<Query>]

  public struct MockFields {
    @Field<Droid>("hero") public var hero
  }
}

extension Mock where O == Query {
  public convenience init(hero: Mock<Droid>? = nil) {
    self.init()
    _setEntity(hero, for: \.hero)
  }
}
