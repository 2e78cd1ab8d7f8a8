@_exported public import GraphQLMock
