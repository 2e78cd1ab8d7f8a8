"""The shared parts of the checks against graphql-core: schemas, unified spelling, and running the library.

The suites named `…OracleTests` read a file of questions that an environment variable names, and write a file of
answers next to it. Build them first: swift build --build-tests.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from graphql import GraphQLError, version

assert version == "3.2.8", version
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VECTORS = ROOT / "Tests/GraphQLMockTests/Schema/Vectors"


def schemas(large=True):
    """The texts, by name, of the schemas for which documents are generated."""
    texts = {name: (VECTORS / f"{name}.graphqls").read_text() for name in ("small", "abstract")}
    if large:
        texts["large"] = subprocess.run(
            [sys.executable, ROOT / "scripts/make-large-schema.py"], check=True, capture_output=True, text=True).stdout
    return texts


def unified(message):
    """The message in the spelling of graphql-js: double quotes, and the names of directive locations."""
    message = re.sub(
        r"( may not be used on )([a-z ]+)\.$",
        lambda match: f"{match[1]}{match[2].upper().replace(' ', '_')}.", message)
    return message.replace("'", '"')


def ask(suite, variable, question, times=1):
    """Runs a suite in several processes, which must write the same bytes, and returns its answers."""
    path = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    bundle = pathlib.Path(path, "GraphQLMockPackageTests.xctest")
    command = [bundle, "--testing-library", "swift-testing"] if bundle.is_file() else ["swift", "test", "--skip-build"]
    answers = set()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "question.json"
        file.write_text(json.dumps(question))
        for _ in range(times):
            subprocess.run(
                [*command, "--filter", suite], check=True, cwd=ROOT, stdout=subprocess.DEVNULL,
                env={**os.environ, variable: str(file)})
            answers.add(file.with_suffix(".answer").read_bytes())
    assert len(answers) == 1, "two processes wrote different bytes"
    return json.loads(answers.pop())
