import Foundation

/// A day of the calendar, in UTC, as recordings state it: `2026-11-21`.
struct CalendarDay: Sendable, Equatable, CustomStringConvertible {
  /// Days since the beginning of 1970.
  let number: Int

  private static let seconds = 86_400.0

  init(number: Int) { self.number = number }

  init(_ date: Date) { number = Int((date.timeIntervalSince1970 / Self.seconds).rounded(.down)) }

  /// Reads a day; nil if it is none.
  init?(_ text: String) {
    guard let date = Self.style.date(from: text) else { return nil }
    self.init(date)
    guard description == text else { return nil }
  }

  var description: String {
    Self.style.string(from: Date(timeIntervalSince1970: Double(number) * Self.seconds))
  }

  private static var style: ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    return formatter
  }
}
