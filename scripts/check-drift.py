#!/usr/bin/env python3
"""Compares the breaking and dangerous changes that `graphql-mock drift` reports with those of graphql-core.

    pip install graphql-core==3.2.8
    scripts/check-drift.py [--count 300] [--seed 1]

Pairs of schemas are made by random changes of one text: types, fields, arguments, values, members,
wrappers, defaults and directives are added, removed or changed. Both must report the same sentences, each at
the position of a name in it.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from graphql import (
    build_schema, find_breaking_changes, find_dangerous_changes, validate_schema, version)
from graphql.error import GraphQLError

assert version == "3.2.8", version
ROOT = pathlib.Path(__file__).parent.parent


# Spellings of default values by type. Some spellings of one type are equal values.
SPELLINGS = {
    "J": ["{}", "{k: 1}", "{a10: 1.0, a2: A}", "{a2: [A], a10: 1}", "{l: {k: null}}", "null"],
    "Float": ["1", "1.0", "10e-1", "2.5"],
    "ID": ["7", '"7"', '"x"', '"07"', "12345678901234567890", "12345678901234567891"],
    "[Int]": ["3", "[3]", "[3, 4]"],
    "[E!]!": ["A", "[A]", "[A, B]"],
    "String": ['"a\\nb"', '"""a\n  b"""', '"\\u00e9\\""', '"\u00e9\\""'],
    "Boolean": ["true", "false"],
}


class Schema:
    """A random schema, which random changes keep valid in most cases."""

    def __init__(self, pick):
        self.pick = pick
        self.enums = {f"E{i}": [f"V{j}" for j in range(3)] for i in range(2)}
        self.scalars = ["Moment", "Money"]
        self.inputs = {f"I{i}": {} for i in range(2)}
        self.interfaces = {f"N{i}": {} for i in range(2)}
        self.objects = {f"T{i}": {} for i in range(4)} | {"Query": {}}
        self.implements = {name: [] for name in self.objects}
        self.unions = {"U0": ["T0", "T1"], "U1": ["T2"]}
        self.directives = {f"d{i}": ({}, i == 0, ["FIELD", "QUERY"]) for i in range(2)}
        self.spelled = {kind: pick.choice(texts) for kind, texts in SPELLINGS.items()}
        self.inner = pick.randrange(3)
        for fields in [*self.interfaces.values(), *self.objects.values()]:
            for index in range(3):
                fields[f"f{index}"] = (self.output(), self.arguments())
        for fields in self.inputs.values():
            for index in range(3):
                fields[f"g{index}"] = self.argument()

    def wrapped(self, name):
        for _ in range(self.pick.choice([0, 0, 1, 2])):
            name = self.pick.choice([f"[{name}]", name if name.endswith("!") else name + "!"])
        return name

    def output(self):
        names = ["Int", "String", "ID", "Float", "Boolean", *self.enums, *self.scalars, *self.objects,
                 *self.interfaces, *self.unions]
        return self.wrapped(self.pick.choice(names))

    def argument(self):
        name = self.pick.choice(["Int", "String", "Boolean", *self.enums, *self.inputs])
        type_ = self.wrapped(name)
        if name in self.inputs:
            return (self.wrapped(name).replace("!", ""), None)
        if self.pick.random() < 0.3 and type_.rstrip("!") == name:
            default = {"Int": str(self.pick.randrange(9)), "String": f'"s{self.pick.randrange(9)}"',
                       "Boolean": self.pick.choice(["true", "false"])}
            return (type_, default.get(name, self.pick.choice(self.enums.get(name, ["null"]))))
        return (type_, None)

    def arguments(self):
        return {f"a{i}": self.argument() for i in range(self.pick.choice([0, 0, 1, 2]))}

    def text(self):
        def arguments(all_):
            if not all_:
                return ""
            return "(" + ", ".join(
                f"{n}: {t}" + (f" = {d}" if d else "") for n, (t, d) in all_.items()) + ")"

        lines = [f"scalar {name}" for name in self.scalars]
        lines += [f"enum {name} {{ {' '.join(values)} }}" for name, values in self.enums.items()]
        lines.append(f"input J {{ k: Int = {self.inner} a10: Float a2: [E] l: J }}")
        lines.append("enum E { A B }")
        lines.append(
            "type D { f(" + ", ".join(
                f"a{i}: {kind} = {text}" for i, (kind, text) in enumerate(self.spelled.items())) + "): Int }")
        for name, fields in self.inputs.items():
            members = "\n".join(f"  {n}: {t}" + (f" = {d}" if d else "") for n, (t, d) in fields.items())
            lines.append(f"input {name} {{\n{members}\n}}")
        for kind, all_ in (("interface", self.interfaces), ("type", self.objects)):
            for name, fields in all_.items():
                own = dict(fields)
                implemented = [i for i in self.implements.get(name, []) if i in self.interfaces]
                for interface in implemented:
                    own |= self.interfaces[interface]
                head = f"{kind} {name}" + (f" implements {' & '.join(implemented)}" if implemented else "")
                members = "\n".join(f"  {n}{arguments(a)}: {t}" for n, (t, a) in own.items())
                lines.append(f"{head} {{\n{members}\n}}")
        for name, members in self.unions.items():
            lines.append(f"union {name} = {' | '.join(members)}")
        for name, (own, repeatable, places) in self.directives.items():
            mark = " repeatable" if repeatable else ""
            lines.append(f"directive @{name}{arguments(own)}{mark} on {' | '.join(places)}")
        return "\n".join(lines)

    def change(self):
        pick = self.pick
        fields = pick.choice([*self.interfaces.values(), *self.objects.values()])
        kind = pick.randrange(16)
        if kind == 0 and len(fields) > 1:
            fields.pop(pick.choice(list(fields)))
        elif kind == 1:
            fields[f"f{pick.randrange(9)}"] = (self.output(), self.arguments())
        elif kind in (2, 3) and fields:
            name = pick.choice(list(fields))
            type_, own = fields[name]
            if pick.random() < 0.5:
                own = self.arguments()
            else:
                type_ = pick.choice([type_.rstrip("!"), type_.rstrip("!") + "!", f"[{type_}]", self.output()])
            fields[name] = (type_, own)
        elif kind == 4:
            values = pick.choice(list(self.enums.values()))
            value = f"V{pick.randrange(3, 6)}"
            values.remove(value) if value in values else values.append(value)
        elif kind == 5:
            members = pick.choice(list(self.unions.values()))
            name = pick.choice([n for n in self.objects if n != "Query"])
            if name not in members:
                members.append(name)
            elif len(members) > 1:
                members.remove(name)
        elif kind in (6, 7):
            fields = pick.choice(list(self.inputs.values()))
            name = f"g{pick.randrange(5)}"
            if name in fields and len(fields) > 1 and pick.random() < 0.5:
                fields.pop(name)
            else:
                fields[name] = self.argument()
        elif kind == 8:
            name = pick.choice(list(self.objects))
            interface = pick.choice(list(self.interfaces))
            own = self.implements[name]
            own.remove(interface) if interface in own else own.append(interface)
        elif kind == 9 and self.directives:
            name = pick.choice(list(self.directives))
            own, repeatable, places = self.directives[name]
            self.directives[name] = (
                self.arguments(), pick.random() < 0.5, pick.sample(["FIELD", "QUERY", "OBJECT"], 2))
        elif kind == 10:
            name = f"d{pick.randrange(3)}"
            if self.directives.pop(name, None) is None:
                self.directives[name] = (self.arguments(), False, ["FIELD"])
        elif kind == 11:
            name = f"X{pick.randrange(3)}"
            for known in (self.enums, self.inputs, self.objects):
                known.pop(name, None)
            pick.choice([
                lambda: self.enums.update({name: ["A"]}),
                lambda: self.inputs.update({name: {"g0": ("Int", None)}}),
                lambda: (self.objects.update({name: {"f0": ("Int", {})}}),
                         self.implements.update({name: []})),
                lambda: None])()
        elif kind in (13, 14):
            changed = pick.choice(list(SPELLINGS))
            self.spelled[changed] = pick.choice(SPELLINGS[changed])
        elif kind == 15:
            self.inner = pick.randrange(3)
        elif kind == 12:
            name = "Moment" if pick.random() < 0.5 else f"S{pick.randrange(2)}"
            self.scalars.remove(name) if name in self.scalars else self.scalars.append(name)


def pairs(count, pick):
    while count:
        schema = Schema(pick)
        old = schema.text()
        for _ in range(pick.randrange(1, 12)):
            schema.change()
        new = schema.text()
        try:
            schemas = [build_schema(old), build_schema(new)]
        except (GraphQLError, TypeError):
            continue
        if not any(validate_schema(schema) for schema in schemas):
            yield old, new, *schemas
            count -= 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    subprocess.run(["swift", "build", "--product", "graphql-mock"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    tool = ROOT / ".build/debug/graphql-mock"
    pick = random.Random(arguments.seed)
    differences = changes = 0
    with tempfile.TemporaryDirectory() as work:
        paths = [pathlib.Path(work, name) for name in ("old.graphqls", "new.graphqls")]
        for old, new, old_schema, new_schema in pairs(arguments.count, pick):
            paths[0].write_text(old)
            paths[1].write_text(new)
            # The command runs in a folder without fixtures, because it would check them, too.
            run = subprocess.run([tool, "drift", *paths], cwd=work, capture_output=True, text=True)
            found = {"error": [], "note": []}
            lines = new.split("\n")
            for line in re.finditer(r"^[^:]*(?::(\d+):(\d+))?: (error|note): (.*)$", run.stdout, re.MULTILINE):
                if "has invalid default value" in line[4]:
                    continue
                found[line[3]].append(line[4])
                # The position of a change must be that of a name in the sentence. Some removals have no position.
                word = line[1] and re.match(r"\w+", lines[int(line[1]) - 1][int(line[2]) - 1:])
                if not (re.search(rf"\b{word[0]}\b", line[4]) if word else line[4].endswith(("removed.", "anymore."))):
                    differences += 1
                    print(f"not at its place: {line[0]}")
            expected = {
                "error": [change.description for change in find_breaking_changes(old_schema, new_schema)],
                "note": [change.description for change in find_dangerous_changes(old_schema, new_schema)]}
            changes += sum(map(len, expected.values()))
            for level, sentences in expected.items():
                if sorted(sentences) != sorted(found[level]):
                    differences += 1
                    print(f"{level}:\n  only graphql-core: {sorted(set(sentences) - set(found[level]))}"
                          f"\n  only ours: {sorted(set(found[level]) - set(sentences))}\n{run.stderr}")
    print(f"{arguments.count} pairs of schemas, {changes} changes, {differences} differences to graphql-core.")
    sys.exit(1 if differences else 0)


main()
