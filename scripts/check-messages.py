#!/usr/bin/env python3
"""Plants random mistakes in the passing suite of a small app, and checks its first message.

A mistake is one changed word in a copy of Tests/MistakeTests/SmallApp: a name, a variable, a field, a value,
or the name of a file. The first message of the suite must contain the original or the changed word. Messages
that don't are listed; more than one in twenty fails the check.

    scripts/check-messages.py [--count 300] [--seed 1]

The tests must have been built: swift build --build-tests.
"""

import argparse, json, os, random, re, shutil, string, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
app = os.path.join(root, "Tests/MistakeTests/SmallApp")
KEYWORDS = {"query", "mutation", "fragment", "on", "true", "false", "null"}
# Keys of this package's file formats, which other checks cover.
FORMAT = {"type", "name", "variables", "data", "document", "path", "expected", "request", "response", "body"}


def words():
    """Every word that may be changed, as a tuple of kind, file, offset and word. The offset of a file name is None."""
    found = []
    for folder, _, files in sorted(os.walk(app)):
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), app)
            text = open(os.path.join(folder, name)).read()
            if path.startswith("Documents/"):
                found += of_document(path, text)
            elif name.endswith(".json"):
                found += of_json(path, text)
            if path.startswith("Fixtures/"):
                stem = name[:-5].split(".")[0]
                found.append(("file name", path, None, stem))
    return found


def of_document(path, text):
    for match in re.finditer(r"\$?[A-Za-z_]\w*", text):
        word, before = match.group(), text[: match.start()].rstrip()
        if word in KEYWORDS or before.endswith(("on",)) or re.search(r"\$\w+\s*:$", before):
            continue  # a change of a keyword or a type isn't such a mistake
        if word.startswith("$"):
            yield ("variable", path, match.start() + 1, word[1:])
        elif re.search(r"\b(query|mutation)$", before):
            yield ("operation name", path, match.start(), word)
        else:
            yield ("name in a document", path, match.start(), word)


def of_json(path, text):
    """The names of members and the values in a JSON text that may be changed, as `words` has them."""
    stack, key = [], None
    for match in re.finditer(r'"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d+(?:\.\d+)?|[{}\[\],]|true|false|null', text):
        token = match.group()
        if token in "{[":
            stack.append(key)
            key = None
        elif token in "}]":
            key = stack.pop()
        elif token == ",":
            pass
        elif match.group(2):
            key = match.group(1)
            inside = [name for name in stack if name]
            # Other members are keys of a file format.
            if {"data", "variables", "expected"}.intersection(inside) and not key.startswith("$"):
                yield (kind(inside), path, match.start(1), key)
        elif token not in ("true", "false", "null"):
            inside = [name for name in stack if name] + ([key] if key else [])
            if key in ("type", "document") and len(inside) == 1 or "path" in inside[:1]:
                continue
            start = match.start(1) if match.group(1) is not None else match.start()
            word = match.group(1) if match.group(1) is not None else token
            if word:
                yield ("name of a handler" if inside == ["name"] else kind(inside), path, start, word)


def kind(inside):
    return "variable" if "variables" in inside else "value or field of an answer"


def changed(word, rng):
    """The word with one typing mistake."""
    while True:
        letters, at = list(word), rng.randrange(len(word))
        if word[at].isdigit():
            letters[at] = rng.choice([d for d in "123456789" if d != word[at]])
        elif not word[at].isalpha():
            continue
        else:
            what = rng.choice(["drop", "double", "swap", "other", "case"])
            if what == "drop" and len(word) > 2:
                del letters[at]
            elif what == "double":
                letters.insert(at, word[at])
            elif what == "swap" and at + 1 < len(word):
                letters[at], letters[at + 1] = letters[at + 1], letters[at]
            elif what == "other":
                letters[at] = rng.choice(string.ascii_lowercase)
            elif what == "case":
                letters[at] = word[at].swapcase()
        new = "".join(letters)
        if new != word and not new[0].isdigit() or word[0].isdigit() and new != word:
            return new


def binary():
    """The command that runs the suite without building the tests again."""
    path = subprocess.run(["swift", "build", "--show-bin-path"], cwd=root, capture_output=True, text=True)
    bundle = os.path.join(path.stdout.strip(), "GraphQLMockPackageTests.xctest")
    if os.path.isfile(bundle):
        return [bundle, "--testing-library", "swift-testing", "--filter", "SmallAppTests"]
    return ["swift", "test", "--skip-build", "--filter", "SmallAppTests"]


def first_message(command, folder):
    """The first issue that the suite reports, with the lines below it; None if it passes."""
    environment = dict(os.environ, GRAPHQL_MOCK_SMALL_APP=folder, NO_COLOR="1")
    environment.pop("GRAPHQL_MOCK_RECORD", None)
    run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120)
    message = None
    for line in (run.stdout + run.stderr).splitlines():
        if message is None and "recorded an issue" in line:
            message = [line]
        elif message is not None and line[:1] in "↳± ":
            message.append(line)
        elif message is not None:
            break
    if message is None and run.returncode != 0:
        return run.stdout + run.stderr
    return "\n".join(message) if message else None


def try_out(command, mistake, word):
    """Plants one mistake in a copy of the app."""
    what, path, offset, old = mistake
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "SmallApp")
        shutil.copytree(app, copy)
        file = os.path.join(copy, path)
        if offset is None:
            os.rename(file, os.path.join(os.path.dirname(file), word + os.path.basename(file)[len(old):]))
        else:
            text = open(file).read()
            assert text[offset:].startswith(old)
            open(file, "w").write(text[:offset] + word + text[offset + len(old):])
        return first_message(command, copy)


def names(message, old, new):
    """Whether a message contains one of the words as a whole word."""
    return message is not None and any(
        re.search(r"(?<!\w)%s(?!\w)" % re.escape(word), message) for word in (old, new))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, command = random.Random(options.seed), binary()
    unchanged = first_message(command, app)
    if unchanged is not None:
        sys.exit("error: the suite is not green as it stands:\n" + unchanged)
    kinds = {}
    for word in words():
        kinds.setdefault(word[0], []).append(word)
    mistakes = []
    for index in range(options.count):
        # The kinds take turns, so that each has the same number of mistakes.
        mistake = rng.choice(kinds[sorted(kinds)[index % len(kinds)]])
        mistakes.append((mistake, changed(mistake[3], rng)))
    with ThreadPoolExecutor(2) as pool:
        messages = list(pool.map(lambda each: try_out(command, *each), mistakes))
    good = 0
    for ((what, path, _, old), new), message in zip(mistakes, messages):
        is_good = names(message, old, new)
        good += is_good
        if not is_good:
            verdict = "not named" if message else "green"
            print(f"{verdict}: {what} {old} -> {new} in {path}\n{message or ''}\n")
    share = 100 * good / max(options.count, 1)
    print(f"{good} of {options.count} first messages name what was changed ({share:.1f} %), "
          f"seed {options.seed}.")
    # One bad message is allowed even if there are fewer than twenty.
    sys.exit(0 if options.count - good <= max(1, options.count // 20) else 1)


main()
