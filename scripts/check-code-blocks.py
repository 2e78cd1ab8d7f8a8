#!/usr/bin/env python3
"""Compiles every block of code in README, ARCHITECTURE, CHANGELOG, the adapters for WebSockets and the articles, and
runs those that can run.

    scripts/check-code-blocks.py [--modes] [PAGE ...]

Each block becomes a module in one package that depends on this checkout. Compilers and tests name the page and the
line. The kind of a block follows from its language and content:

    swift, with `import Testing` or `import XCTest`   tests; they run
    swift, with `XCUIApplication`                     UI tests; compiled against the stand-in of
                                                      Tests/LaunchTests/Support, never run
    swift, beginning with `// swift-tools-version`    a manifest; SwiftPM reads it
    swift, any other                                  a program; it runs, and must print the lines of its comments
                                                      `// prints: text`, if it has any
    sh, json, graphql, none                           checked by `bash -n`; parsed; not checked; text

A comment directly before a block adds options, separated by commas:

    <!--code:handlers-->            the arguments of a service; its registration must find no error
    <!--code:named shop-->          other blocks of the page may refer to it as "shop"
    <!--code:after shop-->          it is compiled below the block of that name, in the same file
    <!--code:after GettingStarted/client-->   the same for a block of an article
    <!--code:manifest-->            the arguments of `Package` after its name; SwiftPM reads them
    <!--code:app shop-->            a program that a test starts as "shop"; it does not run by itself
    <!--code:uses shop-->           tests that start that program
    <!--code:client Apollo2-->      type-checked against stand-ins for the modules of these clients in Tests/Clients,
                                    never run; `service` and `endpoint` are there. A block that imports
                                    StarWarsAPI has the files of Examples/Apollo beside it

With --modes blocks are also type-checked in Swift 5 mode, and with the main actor as default isolation, where
XCTest classes and the declarations they share are `nonisolated`, as the article on platforms says. Blocks for clients
are checked in all modes always.

A tutorial file with tests is compiled below the file that it tests, and runs. Each file of `Snippets` is a
program. Files that ARCHITECTURE names must exist.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build-blocks"
PACKAGE = WORK / "package"
# Uses the build folder of this package, so that the library isn't compiled again. SwiftPM would take the build plan
# in that folder for the plan of the package of blocks, so the plan is removed.
BUILD = ROOT / ".build"
PLAN = BUILD / "debug.yaml"
SUPPORT = ROOT / "Tests/LaunchTests/Support"
STAND_IN = ["XCUIApplication.swift", "XCUIApplication+Launch.swift", "RunningApp.swift"]

# The compiler settings, in addition to Swift 6 mode, of targets into which readers may paste a block.
MODES = {
    "Swift 5 mode": ["-swift-version", "5"],
    "default isolation MainActor": ["-swift-version", "6", "-default-isolation", "MainActor"],
}

# The client libraries with stand-ins in Tests/Clients: the language mode, and the modules in the order of imports.
APOLLO = ["ApolloAPI", "Apollo", "ApolloTestSupport", "ApolloWebSocket", "StarWarsAPI"]
CLIENTS = {
    "Alamofire": ("6", ["Alamofire"]),
    "Apollo1": ("5", APOLLO),
    "Apollo2": ("6", APOLLO),
    "Buy": ("5", ["Buy"]),
    "Starscream": ("5", ["Starscream"]),
    "SwiftGraphQL": ("5", ["SwiftGraphQLClient"]),
}
CLIENT_MODES = {"Swift 6 mode": ["-swift-version", "6"], **MODES}

# The code that precedes a block for a client library if the block isn't a test.
CLIENT_HEAD = """import Foundation
import GraphQLMock
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
let service = MockGraphQLService()
let endpoint = URL(fileURLWithPath: "/")
"""

# Stand-ins for methods of XCUIApplication that UI tests use, declared as in Apple's documentation.
ELEMENTS = """
import Foundation

@MainActor final class XCUIElement {
  func tap() {}
  func waitForExistence(timeout: TimeInterval) -> Bool { false }
}

@MainActor struct XCUIElementQuery {
  subscript(key: String) -> XCUIElement { XCUIElement() }
}

extension XCUIApplication {
  var buttons: XCUIElementQuery { XCUIElementQuery() }
  var staticTexts: XCUIElementQuery { XCUIElementQuery() }
}
"""


class Block:
    def __init__(self, page, line, language, text, marks):
        self.page, self.line, self.language, self.text = page, line, language, text
        self.marks = marks
        self.module = ""
        self.kind = self.find_kind()

    def find_kind(self):
        if self.language == "swift":
            for mark in ("handlers", "app", "client"):
                if mark in self.marks:
                    return mark
            if "manifest" in self.marks:
                head = '// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "Blocks",\n'
                self.text = head + self.text + ")"
            if self.text.startswith("// swift-tools-version"):
                return "manifest"
            return ""  # said by what it imports, also above it
        if self.language in ("sh", "json", "graphql", ""):
            return self.language or "text"
        fail(self, f'a block in "{self.language}" can\'t be checked')

    @property
    def where(self):
        return f"{self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page}:{self.line}"

    def located(self, above=0):
        """A directive that makes the compiler report errors at a line of the page, `above` lines before the block."""
        return f'#sourceLocation(file: "{self.page}", line: {self.line - above})\n'


def fail(block, message):
    sys.exit(f"{block.where}: error: {message}")


def blocks_of(page):
    marks, fence = {}, None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if fence:
            if line.strip() == fence[0]:
                yield Block(page, fence[2], fence[1], "\n".join(text) + "\n", marks)
                marks, fence = {}, None
            else:
                text.append(line)
        elif match := re.fullmatch(r"(```+)\s*([\w-]*)\s*", line):
            fence, text = (match[1], match[2], number + 1), []
        elif match := re.fullmatch(r"<!--code:(.*)-->", line):
            for mark in match[1].split(","):
                name, _, value = mark.strip().partition(" ")
                if name not in ("handlers", "named", "after", "app", "uses", "client", "manifest"):
                    sys.exit(f'{page}:{number}: error: unknown mark "{name}"')
                marks[name] = value
        elif line.strip() and marks:
            sys.exit(f"{page}:{number}: error: a mark must stand right in front of its block")
    if fence:
        sys.exit(f"{page}:{fence[2]}: error: the block has no end")


def source(block, named):
    """The source file for a block: the code that the block needs, followed by the block."""
    text = block.located() + block.text
    if block.kind == "handlers":
        head = "import Foundation; import GraphQLMock; let service = MockGraphQLService(\n"
        text = block.located(above=1) + head + block.text.rstrip() + "\n)\n"
        text += "for failure in service.failures { print(failure.message) }\n"
        text += "exit(service.failures.isEmpty ? 0 : 1)\n"
    if block.kind == "client" and "@Test" not in block.text and "after" not in block.marks:
        text = CLIENT_HEAD + text
    name = block.marks.get("after")
    if name is None:
        return text
    page, _, name = name.rpartition("/")
    if page:
        named = named_blocks(blocks_of(next(ROOT.glob(f"Sources/*/*.docc/{page}.md"))))
    if name not in named:
        fail(block, f'no block of the page is named "{name}"')
    return source(named[name], named) + text


def named_blocks(blocks):
    return {block.marks["named"]: block for block in blocks if "named" in block.marks}


def read(pages):
    """All blocks of Swift code with the texts of their source files, and all blocks in other languages."""
    swift, others, modules = [], [], set()
    for page in pages:
        all_blocks, count = list(blocks_of(page)), 0
        named = named_blocks(all_blocks)
        for block in all_blocks:
            if block.language != "swift":
                others.append(block)
                continue
            count += 1
            block.module = re.sub(r"\W", "", page.stem) + str(count)
            block.file = block.text if block.kind == "manifest" else source(block, named)
            if not block.kind:
                if "XCUIApplication" in block.file:
                    block.kind = "UI test"
                elif re.search(r"^import (Testing|XCTest)$", block.file, re.MULTILINE):
                    block.kind = "test"
                    if not re.search(r"@Test\b|func test", block.file):
                        fail(block, "a block of tests has none")
                else:
                    block.kind = "program"
            if block.kind == "app":
                block.module = block.marks["app"]
            if block.module in modules:
                fail(block, f'two blocks become the module "{block.module}"')
            modules.add(block.module)
            swift.append(block)
    return swift, others


def tutorial_blocks():
    """The files with tests that the steps of tutorials show, each preceded by the client that it tests."""
    found = []
    for folder in sorted(ROOT.glob("Sources/*/*.docc/Resources")):
        client = (folder / "Shop.swift").read_text()
        for path in sorted(folder.glob("*-*.swift")):
            block = Block(path, 1, "swift", path.read_text(), {})
            block.kind, block.module = "test", "Tutorial" + re.sub(r"\W", "", path.stem)
            block.file = client + block.located() + block.text
            found.append(block)
    return found


def snippets():
    """The example programs in the folder Snippets."""
    for path in sorted(ROOT.glob("Snippets/*.swift")):
        block = Block(path, 1, "swift", path.read_text(), {})
        block.kind, block.module = "program", "Snippet" + path.stem
        block.file = block.located() + block.text
        yield block


def write(path, text, kept):
    """Writes a file only if it changed, so that unchanged files aren't compiled again."""
    kept.add(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def write_package(blocks):
    kept, targets = set(), []
    for block in blocks:
        kinds = {"test": "testTarget", "UI test": "target"}
        kind = kinds.get(block.kind, "executableTarget")
        folder = PACKAGE / "Sources" / block.module
        write(folder / (f"{block.module}.swift" if kind != "executableTarget" else "main.swift"),
              block.file, kept)
        uses_tests = "GraphQLMockTesting" in block.file
        products = ["GraphQLMockTesting"] if uses_tests else ["GraphQLMock"]
        needs = [f'.product(name: "{name}", package: "GraphQLMock")' for name in products]
        if "uses" in block.marks:
            needs.append(f'"{block.marks["uses"]}"')
        settings = ".treatAllWarnings(as: .error)"
        if block.kind == "UI test":
            settings += ', .define("GRAPHQL_MOCK_STAND_IN"), ' \
                '.enableUpcomingFeature("InternalImportsByDefault")'
            write(folder / "XCUIElement.swift", ELEMENTS, kept)
            for name in STAND_IN:
                text = (SUPPORT / name).read_text()
                # The files use declarations with package access, which another package sees only by @testable.
                text = text.replace("public import GraphQLMock", "@testable public import GraphQLMock")
                text = text.replace("import TestSupport", "@testable import TestSupport")
                write(folder / name, text, kept)
        targets.append(
            f'    .{kind}(name: "{block.module}", dependencies: [{", ".join(needs)}], '
            f'path: "Sources/{block.module}", swiftSettings: [{settings}]),\n')
    write(PACKAGE / "Package.swift", f"""// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "CodeBlocks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "GraphQLMock", path: "{ROOT}")],
  targets: [
{"".join(targets)}  ],
  swiftLanguageModes: [.v6]
)
""", kept)
    # Tests run in the folder of the package, and find programs in its build folder.
    if not (PACKAGE / ".build").is_symlink():
        (PACKAGE / ".build").symlink_to(BUILD)
    for path in (PACKAGE / "Sources").rglob("*.swift"):
        if path not in kept:
            path.unlink()
    for folder in (PACKAGE / "Sources").iterdir():
        if not any(folder.iterdir()):
            folder.rmdir()


def swift(*arguments):
    command = ["swift", *arguments, "--package-path", str(PACKAGE), "--scratch-path", str(BUILD)]
    PLAN.unlink(missing_ok=True)
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    PLAN.unlink(missing_ok=True)
    if done.returncode:
        lines = done.stdout.splitlines()
        # SwiftPM prints each error twice, and a line with a number for each command.
        print("\n".join(dict.fromkeys(l for l in lines if not re.match(r"\[\d+/", l))))
        sys.exit(f"error: swift {arguments[0]} failed on the blocks of code")
    return done.stdout


def build_clients(blocks):
    """Compiles the stand-ins for the client libraries that the blocks use."""
    for client in sorted({name for block in blocks for name in block.marks["client"].split()}):
        if client not in CLIENTS:
            sys.exit(f'error: there is no stand-in of "{client}" in Tests/Clients')
        mode, modules = CLIENTS[client]
        folder = WORK / "clients" / client
        folder.mkdir(parents=True, exist_ok=True)
        for module in modules:
            subprocess.run(
                ["swiftc", "-emit-module", "-parse-as-library", "-swift-version", mode, "-module-name", module,
                 "-I", str(folder), "-emit-module-path", str(folder / f"{module}.swiftmodule"),
                 str(ROOT / "Tests/Clients" / client / f"{module}.swift")], check=True)


def check_mode(job):
    """Type-checks a block with the settings of a mode. Returns the compiler's errors, or an empty string."""
    block, client, mode, modules, plugin = job
    folder = WORK / "modes" / mode.replace(" ", "") / (block.module + client)
    folder.mkdir(parents=True, exist_ok=True)
    is_test = block.kind == "test" or "@Test" in block.text
    path = folder / (f"{block.module}.swift" if is_test else "main.swift")
    text = block.file
    if "MainActor" in mode:
        for line in (r"((?:final )?class \w+: XCTestCase)", r"( *)(static let \w+ = \w+\()"):
            text = re.sub("^" + line, r"nonisolated \g<0>", text, flags=re.MULTILINE)
    path.write_text(text)
    options = ["-parse-as-library"] if is_test else []
    if client:
        options += ["-I", str(WORK / "clients" / client)]
    if "import StarWarsAPI" in text:
        options += map(str, (ROOT / "Examples/Apollo").glob("*.swift"))
    done = subprocess.run(
        ["swiftc", "-typecheck", "-warnings-as-errors", "-module-name", block.module, *CLIENT_MODES[mode],
         "-I", str(modules), "-load-plugin-library", str(plugin), str(path), *options],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    beside = f" beside {client}" if client else ""
    return f"{block.where}: error: in {mode}{beside}:\n{done.stdout}" if done.returncode else ""


def check_modes(blocks, clients, modules):
    """Type-checks blocks with the settings of each mode, and blocks for client libraries next to their stand-ins."""
    build_clients(clients)
    compiler = Path(shutil.which("swiftc")).resolve().parent.parent
    plugin = next(compiler.rglob("host/plugins/**/libTestingMacros.so"))
    jobs = [(block, "", mode, modules, plugin) for block in blocks for mode in MODES]
    jobs += [(block, client, mode, modules, plugin) for block in clients
             for client in block.marks["client"].split() for mode in CLIENT_MODES]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = list(filter(None, pool.map(check_mode, jobs)))
    if errors:
        sys.exit("\n".join(errors))
    return len(jobs)


def run_program(block, binaries):
    # A page may show a recording, but the check must not contact a real service.
    done = subprocess.run(
        [binaries / block.module], text=True, capture_output=True, timeout=60,
        env={**os.environ, "GRAPHQL_MOCK_RECORD": "never"})
    if done.returncode:
        fail(block, f"the program ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    wanted = re.findall(r"// prints: (.*)$", block.file, re.MULTILINE)
    printed = done.stdout.splitlines()
    if wanted and printed != wanted:
        fail(block, "the program printed\n  " + "\n  ".join(printed)
             + "\nand not\n  " + "\n  ".join(wanted))


def check_manifest(block):
    folder = WORK / "manifest"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "Package.swift").write_text(block.text)
    done = subprocess.run(["swift", "package", "dump-package", "--package-path", str(folder)],
                          text=True, capture_output=True)
    if done.returncode:
        fail(block, f"SwiftPM can't read the manifest:\n{done.stderr}")


def check_other(block):
    if block.kind == "sh":
        done = subprocess.run(["bash", "-n"], input=block.text, text=True, capture_output=True)
        if done.returncode:
            fail(block, done.stderr.strip())
    if block.kind == "json":
        try:
            json.loads(block.text)
        except ValueError as error:
            fail(block, f"no JSON: {error}")


def check_paths(page):
    """Checks that the files and folders in the code spans of a page exist, and returns their number."""
    count = 0
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for path in re.findall(r"`([\w+./-]*(?:\.swift|/[\w+-]*))`", line):
            places = (ROOT, ROOT / "Sources", ROOT / "Sources/GraphQLMock")
            if not any((place / path).exists() for place in places):
                sys.exit(f"{page}:{number}: error: there is no {path}")
            count += 1
    return count


def check_index(page):
    """Checks that the sources and suites in the index of the tests exist, and returns their number."""
    sources = {path.name for path in ROOT.glob("Sources/**/*.swift")}
    tests = [path for path in ROOT.glob("Tests/**/*") if "Tests" in path.name or path.suffix == ".swift"]
    suites = {path.stem for path in tests}
    for path in tests:
        if path.suffix == ".swift":
            suites.update(re.findall(r"\b(?:struct|class) (\w+Tests)\b", path.read_text()))
    stated = [(name, name in sources) for name in re.findall(r"`([\w+]+\.swift)`", page.read_text())]
    stated += [(name, name in suites) for name in re.findall(r"\b\w+Tests\b", page.read_text())]
    for name, isThere in stated:
        if not isThere:
            sys.exit(f"{page}: error: there is no {name}")
    return len(stated)


def main():
    stated = [Path(name).resolve() for name in sys.argv[1:] if name != "--modes"]
    pages = stated or [
        ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", ROOT / "Examples/WebSocketAdapters.md",
        *sorted(ROOT.glob("Sources/*/*.docc/**/*.md"))]
    blocks, others = read(pages)
    if not stated:
        blocks += [*tutorial_blocks(), *snippets()]
    for block in others:
        check_other(block)

    paths = sum(check_paths(page) for page in pages if page.stem == "ARCHITECTURE")
    names = 0 if stated else check_index(ROOT / "Tests/README.md")

    manifests = [block for block in blocks if block.kind == "manifest"]
    clients = [block for block in blocks if block.kind == "client"]
    compiled = [block for block in blocks if block.kind not in ("manifest", "client")]
    tests = [block for block in compiled if block.kind == "test"]
    programs = [block for block in compiled if block.kind in ("program", "handlers")]
    unrun = [block for block in compiled if block.kind == "UI test"]
    for block in manifests:
        check_manifest(block)
    count, modes = 0, 0
    if compiled:
        write_package(compiled)
        swift("build", "--build-tests")
        binaries = Path(swift("build", "--show-bin-path").strip().splitlines()[-1])
        for block in programs:
            run_program(block, binaries)
        modes = check_modes([*programs, *tests] if "--modes" in sys.argv else [], clients, binaries / "Modules")
    if tests:
        os.environ["GRAPHQL_MOCK_RECORD"] = "never"
        output = swift("test", "--skip-build")
        found = re.findall(r"Test run with (\d+) test|Executed (\d+) test", output)
        count = sum(max((int(pair[i] or 0) for pair in found), default=0) for i in (0, 1))

    print(f"{len(blocks) + len(others)} blocks on {len(pages)} pages: {len(programs)} programs run, {len(tests)} with "
          f"tests run ({count} tests), {len(clients)} for clients and {len(unrun)} UI tests compiled only, "
          f"{len(manifests)} manifests, {len(others)} of other languages; {modes} compiled in another mode")
    if paths:
        print(f"{paths} names of files in ARCHITECTURE, and {names} in Tests/README.md, all of which are there")


if __name__ == "__main__":
    main()
