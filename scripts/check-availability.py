#!/usr/bin/env python3
"""Checks that sources and tests use only APIs of the oldest systems in the manifest, as Linux compilers don't.

Joins the index store of a finished debug build with the symbol graphs of the toolchain's libraries. A newer API is
allowed in a file that states its version, as in `#available(macOS 15, …)` or `@available(macOS 15, …)`. Foundation,
XCTest and Dispatch of Linux state few versions.
"""
import collections, ctypes, glob, json, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOLS = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
LIBRARIES = """Swift _Concurrency Synchronization _StringProcessing RegexBuilder Observation Distributed Foundation
  FoundationEssentials FoundationNetworking Dispatch Testing XCTest""".split()
# On Apple platforms, the compiler chooses older declarations instead of the first, and doesn't compile the second.
REPLACED = re.compile(r"next\(isolation:\)$|&\*\(_:_:\)$|^String\.data\(using:allowLossyConversion:\)$")
NOT_APPLE = {"Sources/GraphQLMockTesting/Trait/ThreadActor.swift"}


def index_store():
    """Yields (file, line, USR) of each symbol that the sources and tests name now, by the last record of each file."""
    library, pointer = ctypes.CDLL(TOOLS + "/lib/libIndexStore.so"), ctypes.c_void_p

    class Text(ctypes.Structure):
        _fields_ = [("data", pointer), ("count", ctypes.c_size_t)]

    def call(name, *arguments, result=pointer):
        function = getattr(library, "indexstore_" + name)
        function.restype = result
        function.argtypes = [pointer if a is None or isinstance(a, int) else type(a) for a in arguments]
        value = function(*arguments)
        return ctypes.string_at(value.data or b"", value.count).decode() if result is Text else value

    def each(name, kind, item, *arguments):
        found = []
        take = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, kind)(lambda _, value: found.append(item(value)) or True)
        call(name + "_apply_f", *arguments, None, take, result=ctypes.c_bool)
        return found

    def use(occurrence):
        line, column = ctypes.c_uint(), ctypes.c_uint()
        call("occurrence_get_line_col", occurrence, ctypes.pointer(line), ctypes.pointer(column), result=None)
        return line.value, call("symbol_get_usr", call("occurrence_get_symbol", occurrence), result=Text)

    path = os.path.join(ROOT, ".build/debug/index/store")
    store = call("store_create", ctypes.c_char_p(path.encode()), None)
    store or sys.exit("There is no index store. Run `swift build --build-tests` first.")
    records = {}
    text = lambda t: ctypes.string_at(t.data, t.count)
    for unit in each("store_units", Text, text, store, ctypes.c_uint(0)):
        reader = call("unit_reader_create", store, ctypes.c_char_p(unit), None)
        file = os.path.relpath(call("unit_reader_get_main_file", reader, result=Text) or "/", ROOT)
        if not re.match("(Sources|Tests|Snippets)/", file) or not os.path.exists(os.path.join(ROOT, file)):
            continue
        for name in each(
            "unit_reader_dependencies", pointer, lambda d: call("unit_dependency_get_name", d, result=Text), reader):
            record = os.path.join(path, "v5/records", name[-2:], name)
            if name.startswith(os.path.basename(file) + "-") and os.path.exists(record):
                records[file] = max(records.get(file, (0, "")), (os.path.getmtime(record), name))
    for file, (_, name) in records.items():
        reader = call("record_reader_create", store, ctypes.c_char_p(name.encode()), None)
        for line, usr in each("record_reader_occurrences", pointer, use, reader):
            yield file, line, usr


def versions():
    """Returns the name of each symbol of the libraries by USR, with the versions that introduced it."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for module in LIBRARIES:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", folder, "-target",
                 os.uname().machine + "-unknown-linux-gnu"], check=True, capture_output=True)
        for path in glob.glob(folder + "/*.symbols.json"):
            for symbol in json.load(open(path))["symbols"]:
                stated = {
                    entry["domain"]: (entry["introduced"]["major"], entry["introduced"].get("minor", 0))
                    for entry in symbol.get("availability", []) if entry.get("domain") and entry.get("introduced")
                }
                if stated:
                    found[symbol["identifier"]["precise"]] = (".".join(symbol["pathComponents"]), stated)
    return found


def main():
    manifest = open(os.path.join(ROOT, "Package.swift")).read()
    oldest = {system: (int(version), 0) for system, version in re.findall(r"\.(\w+OS)\(\.v(\d+)\)", manifest)}
    known, texts, newer, count = versions(), {}, collections.defaultdict(set), 0
    for file, line, usr in index_store():
        count += 1
        name, stated = known.get(usr, ("", {}))
        if file in NOT_APPLE or REPLACED.search(name):
            continue
        text = texts.setdefault(file, open(os.path.join(ROOT, file)).read())
        for system, version in stated.items():
            allowed = [oldest[system]] if system in oldest else []
            allowed += [(int(v), 0) for v in re.findall(r"available\([^)]*\b%s (\d+)" % system, text)]
            if allowed and version > max(allowed):
                newer[f"{file}:{line}: {name}"].add(f"{system} {version[0]}.{version[1]}")
    for place, systems in sorted(newer.items()):
        print(f"{place} needs {', '.join(sorted(systems))}.")
    if newer or count < 10_000 or len(oldest) < 5:
        sys.exit(f"{len(newer)} uses of newer APIs, of {count} uses.")
    print(f"{count:,} uses of symbols: none is newer than the manifest's systems.")


main()
