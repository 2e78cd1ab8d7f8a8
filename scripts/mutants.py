#!/usr/bin/env python3
"""Plants small faults in a copy of the sources, and runs the tests with one of them at a time.

    scripts/mutants.py [count] [--seed SEED] [--only FILE:LINE]...

All faults are planted at once, each behind a switch that the environment sets, so that there is one
build: `a == b` becomes `a ≋∀ b`, where the operator checks whether its fault is on. Faults that don't
compile are skipped. For each fault the tests of its own folder run, and all tests only if those pass, up to
the first failure; tests that take five times as long as usual also count as a failure. A failing test runs
once more, alone. For Linux.

A fault that no test finds is printed. Either a test is missing, or the code isn't needed, or the fault changes
no behavior. Only a reader can decide which, so survivors don't make the script fail; it fails if the tests
don't pass without a fault. Files that git doesn't track are ignored.
"""

import argparse
import os
import pathlib
import random
import re
import string
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = "Sources/GraphQLMock"
FOLDERS = (
    "Support JSON Language Request Response Redaction Schema Matching Fixtures Recording "
    "Journal Variants Service Loading Sockets Apps").split()
SWITCH = "GRAPHQL_MOCK_MUTANT"
CRASH, TOO_LONG = "a crash, or a test of XCTest", "too long a time"
FAILED = re.compile(r"✘ Test (\w+)\(.*\) (?:recorded an issue|failed)")
SKIPPED = re.compile(r"^\s*(//|@|import|public import|#|\*|case (`|.*//))|MARK|precondition|fatalError")

# The faults: the text or pattern to find, the operator and its faulty replacement, and a key of DECLARATIONS.
PATTERNS = [(re.compile(re.escape(text)), text.strip(), to, kind) for text, to, kind in [
    (" == ", "!=", "equality"), (" != ", "==", "equality"), (" < ", "<=", "comparison"),
    (" <= ", "<", "comparison"), (" > ", ">=", "comparison"), (" >= ", ">", "comparison"),
    (" && ", "||", "logic"), (" || ", "&&", "logic"), (" + ", "-", "sum"), (" - ", "+", "sum"),
    (" += ", "-=", "assignment"), (" -= ", "+=", "assignment"), ("..<", "...", "range"),
]] + [
    (re.compile(r"(?<=[\s(])!(?=[\w(])"), "!", "", "not"),
    (re.compile(r"(?<![\w.])(true|false)\b"), None, None, "flag"),
    (re.compile(r"(?<![\w.])(min|max)\("), None, None, "bound"),
    (re.compile(r"(?<![\w.$#])(\d[\d_]*)(?!\w|\.\d)"), None, None, "number"),
    (re.compile(r"(?<![\w.])continue\b"), None, None, "continue"),
]
# Swift declarations of operators and functions that behave as the original unless their fault is switched on.
VALUE = "{ $on ? a $new b : a $old b }"
COMPARISON = f"""infix operator $name: ComparisonPrecedence
public func $name <T: $bound>(a: T, b: T) -> Bool {VALUE}
@_disfavoredOverload
public func $name <T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> Bool {VALUE}
public func $name (a: Int, b: Int) -> Bool {VALUE}
public func $name (a: UInt8, b: UInt8) -> Bool {VALUE}
"""
DECLARATIONS = {
    "comparison": COMPARISON.replace("$bound", "Comparable"),
    "equality": COMPARISON.replace("$bound", "Equatable") + f"""
public func $name <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {VALUE}
public func $name (a: Any.Type?, b: Any.Type?) -> Bool {VALUE}
public func $name <T: Equatable, U: Equatable>(a: (T, U), b: (T, U)) -> Bool {VALUE}
""",
    "sum": f"""infix operator $name: AdditionPrecedence
public func $name <T: AdditiveArithmetic>(a: T, b: T) -> T {VALUE}
public func $name (a: Int, b: Int) -> Int {VALUE}
""",
    "assignment": """infix operator $name: AssignmentPrecedence
public func $name <T: AdditiveArithmetic>(a: inout T, b: T) { if $on { a $new b } else { a $old b } }
""",
    "range": """infix operator $name: RangeFormationPrecedence
public func $name <T: Strideable>(a: T, b: T) -> Range<T> { a..<($on ? b.advanced(by: 1) : b) }
""",
    "logic": """infix operator $name: Logical${word}Precedence
public func $name (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {
  if $on { return try a $new b() }; return try a $old b()
}
""",
    "not": "prefix operator $name\npublic prefix func $name (a: Bool) -> Bool { $on ? a : !a }\n",
    "bound": """extension Mutant {
  public static func $old$number<T: Comparable>(_ a: T, _ b: T) -> T {
    $on ? Swift.$new(a, b) : Swift.$old(a, b)
  }
}
""",
}


class Fault:
    """A place where a fault can be planted."""

    def __init__(self, file, line, span, text, old, new, kind):
        self.file, self.line, self.span = file, line, span
        self.text, self.old, self.new, self.kind = text, old, new, kind
        self.number = None

    def __str__(self):
        place = f"{self.file}:{self.line + 1}:{self.span[0] + 1}"
        return f"{place} {self.old} -> {self.new}\n  {self.text}"

    def operator(self):
        return "\N{TRIPLE TILDE}" + "".join(chr(0x2200 + int(digit)) for digit in str(self.number))

    def planted(self, text):
        """The Swift code that replaces `text` in the copy of the sources."""
        number = self.number
        if self.kind in ("flag", "number"):
            return f"Mutant.{self.kind}({number}, {self.old}, {self.new})"
        if self.kind == "bound":
            return f"Mutant.{self.old}{number}("
        if self.kind == "continue":
            return f"if Mutant.isOn({number}) {{ break }}; continue"
        return text.replace(self.old, self.operator())

    def declaration(self):
        """The Swift declarations that the replacement code of this fault calls."""
        return string.Template(DECLARATIONS.get(self.kind, "")).substitute(
            name=self.operator(), number=self.number, on=f"Mutant.isOn({self.number})",
            old=self.old, new=self.new, word="Conjunction" if self.old == "&&" else "Disjunction")


SUPPORT = """internal import Foundation

/// Which fault is on.
public enum Mutant {
  static let active = Int(ProcessInfo.processInfo.environment["%s"] ?? "") ?? -1
  public static func isOn(_ number: Int) -> Bool { number == active }
  public static func flag(_ number: Int, _ a: Bool, _ b: Bool) -> Bool { isOn(number) ? b : a }
  public static func number<T: ExpressibleByIntegerLiteral>(_ number: Int, _ a: T, _ b: T) -> T {
    isOn(number) ? b : a
  }
}
""" % SWITCH


def faults():
    """Every place where a fault can be planted."""
    found = []
    for folder in FOLDERS:
        for file in sorted((ROOT / SOURCES / folder).rglob("*.swift")):
            if file.stem.endswith("+Apple"):
                continue  # Linux doesn't compile it
            is_text = False
            for number, line in enumerate(file.read_text().split("\n")):
                if line.count('"""') % 2 == 1:
                    is_text = not is_text
                    continue
                if is_text or SKIPPED.search(line):
                    continue
                code = line.split(" // ")[0]
                for pattern, old, new, kind in PATTERNS:
                    for match in pattern.finditer(code):
                        # Skips matches inside of a string literal.
                        if code[: match.start()].count('"') % 2 == 1:
                            continue
                        a, b = (old, new) if old else change(kind, match[0])
                        found.append(Fault(
                            file.relative_to(ROOT), number, match.span(), line.strip(), a, b, kind))
    return found


def change(kind, text):
    """The text to replace and its replacement, for patterns that aren't operators."""
    if kind == "number":
        return text, str(int(text.replace("_", "")) + 1)
    words = {"true": "false", "false": "true", "min(": "max", "max(": "min", "continue": "break"}
    return text.rstrip("("), words[text]


def plant(copy, chosen):
    """Writes a copy of the package in which all chosen faults are planted, but switched off."""
    for file in plant.files:
        text = (ROOT / file).read_bytes()
        here = [fault for fault in chosen if str(fault.file) == file]
        lines = text.decode().split("\n") if here else []
        for fault in sorted(here, key=lambda fault: fault.span, reverse=True):
            start, end = fault.span
            line = lines[fault.line]
            lines[fault.line] = line[:start] + fault.planted(line[start:end]) + line[end:]
        write(copy / file, "\n".join(lines).encode() if here else text)


def write(path, text):
    """Writes a file only if it changed, so that unchanged files aren't built again."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def build(copy, chosen):
    """Builds the copy without the faults that don't compile; returns the others."""
    flags = ["-debug-info-format", "none", "-Xswiftc", "-continue-building-after-errors"]
    # The replaced code has warnings, which must not be errors.
    environment = {k: v for k, v in os.environ.items() if k != "GRAPHQL_MOCK_STRICT"}
    for target in (["--target", "GraphQLMock"], ["--product", "GraphQLMockPackageTests"]):
        while True:
            done = subprocess.run(
                ["swift", "build", *target, *flags], cwd=copy, capture_output=True, text=True,
                env=environment)
            if done.returncode == 0:
                break
            places = set(re.findall(
                r"^(?:/.*?)?(Sources/GraphQLMock/[^:\n]+):(\d+):\d+: error:", done.stdout, re.M))
            left_out = {fault for place in places for fault in at(place, chosen)}
            if not left_out:
                sys.exit(done.stdout[-5_000:] + "\nThe package does not build.")
            chosen = [fault for fault in chosen if fault not in left_out]
            plant(copy, chosen)
    return chosen


def at(place, chosen):
    """The faults that may cause a compiler error: those in its line or, if there are none, in the nearest line."""
    file, line = pathlib.Path(place[0]), int(place[1]) - 1
    here = [fault for fault in chosen if fault.file == file]
    nearest = min((abs(fault.line - line) for fault in here), default=0)
    return [fault for fault in here if abs(fault.line - line) == nearest]


def run(copy, names, number, seconds):
    """Runs tests with a fault. Returns the name of the first test that fails, CRASH, TOO_LONG, or None."""
    filters = [part for name in names for part in ("--filter", name)]
    # The test program starts faster than `swift test`. Only a run of all tests includes those of XCTest.
    bundle = copy / ".build/debug/GraphQLMockPackageTests.xctest"
    commands = [[bundle, "--testing-library", "swift-testing", *filters]]
    commands += [] if names else [[bundle]]
    end = time.monotonic() + seconds
    return next(filter(None, (first_failure(each, copy, number, end) for each in commands)), None)


def first_failure(command, copy, number, end):
    """Runs a command up to the first failure in its output. Returns the same as `run`."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryDirectory() as folder:
        # A search for variants notes what it tries, so a run that is killed would change the next one.
        environment = {
            "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "64", "NO_COLOR": "1", **os.environ,
            SWITCH: str(number), "SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder}
        process = subprocess.Popen(
            command, cwd=copy, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            env=environment)
        seen = 0
        try:
            while time.monotonic() < end:
                is_over = process.poll() is not None
                text = os.pread(output.fileno(), 1 << 24, seen)
                whole = text.rfind(b"\n") + 1
                failed = FAILED.search(text[:whole].decode(errors="replace"))
                if failed:
                    return failed[1]
                if is_over:
                    return CRASH if process.returncode else None
                seen += whole
                time.sleep(0.1)
            return TOO_LONG
        finally:
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)])
            process.wait()


def failure(copy, names, number, seconds):
    """The test that fails with a fault, or None."""
    for _ in range(3):
        found = run(copy, names, number, seconds)
        if found in (None, TOO_LONG):
            return found
        # A test may fail because the machine is busy, so it must fail again when it runs alone.
        if run(copy, names if found == CRASH else [rf"[./]{found}\("], number, seconds):
            return found
    return None


def suites(folder):
    """The names of the test suites of a folder."""
    names = []
    for file in sorted((ROOT / "Tests/GraphQLMockTests" / folder).rglob("*.swift")):
        names += re.findall(r"(?:struct|class) (\w+Tests)\b", file.read_text())
    return names


def judge(copy, fault, seconds):
    """The test that finds a fault, or None."""
    own = suites(fault.file.parts[2])
    return (failure(copy, own, fault.number, seconds / 2) if own else None) or failure(
        copy, [], fault.number, seconds)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=10)
    parser.add_argument("--seed", default="0", help="what the choice goes by, such as a date")
    parser.add_argument("--only", action="append", help="FILE:LINE[:COLUMN]: only the faults there")
    options = parser.parse_args()

    every = faults()
    chosen = random.Random(options.seed).sample(every, len(every))
    if options.only:
        chosen = [
            fault for fault in chosen
            if any(str(fault).startswith((place + ":", place + " ")) for place in options.only)]
        options.count = len(chosen)
    # More faults than needed are planted, because some don't compile.
    chosen = chosen[: options.count * 3 // 2 + 10]
    for number, fault in enumerate(chosen):
        fault.number = number
    with tempfile.TemporaryDirectory() as folder:
        work(pathlib.Path(folder).resolve() / "GraphQLMock", chosen, options.count)


def work(copy, chosen, count):
    """Plants the faults in a copy, builds it, and judges them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    # The example programs in Snippets are left out, because linking them takes time.
    plant.files = [
        name for name in listed.stdout.splitlines()
        if not name.startswith("Snippets/") and (ROOT / name).is_file()]
    declarations = SUPPORT + "".join(fault.declaration() for fault in chosen)
    write(copy / SOURCES / "Support/Mutant.swift", declarations.encode())
    plant(copy, chosen)
    chosen = build(copy, chosen)[:count]
    start = time.monotonic()
    found = failure(copy, [], -1, 1_800)
    if found:
        sys.exit(f"The tests do not pass without a fault: {found}.")
    seconds = max(120, 5 * (time.monotonic() - start))
    survivors = []
    for fault in chosen:
        found = judge(copy, fault, seconds)
        survivors += [] if found else [fault]
        print("found by " + found if found else "SURVIVED", fault, flush=True)
    print(f"\n{len(chosen) - len(survivors)} of {len(chosen)} found.")
    if survivors:
        print("Survivors, to be covered or seen to change nothing:", *survivors, sep="\n")


main()
