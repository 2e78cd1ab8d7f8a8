// A test imports one module.
@_exported public import GraphQLMock
