import Testing

@testable import GraphQLMock

struct PendingValueTests {
  @Test func theFirstValueIsKept() async {
    let value = PendingValue<Int>()
    for number in 1...2 { value.fulfil(number) }
    value.fulfil(nil)
    #expect(await value.value() == 1)
  }

  /// For example, a message that arrives while a task that waits for it is canceled.
  @Test(arguments: [nil, 1]) func aValueThatArrivesDuringACancellationIsKept(found: Int?) async {
    let value = PendingValue<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await value.valueUnlessCancelled { if let found { value.fulfil(found) } }
    }
    #expect(await task.value == found)
  }
}
