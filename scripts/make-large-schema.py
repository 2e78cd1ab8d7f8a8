#!/usr/bin/env python3
"""Prints a schema of 1,000 types, which is the same each time. It has interfaces that implement interfaces, unions,
enums, input objects (some with @oneOf), custom scalars, lists, defaults, deprecation, extensions and directives."""
import random

R = random.Random(17)
OBJECTS, INTERFACES, INPUTS = range(620), range(60), range(160)
SCALARS = ["String", "Int", "Float", "Boolean", "ID", "DateTime", "URL", "Decimal"]


def wrap(name):
    text = name + R.choice(["", "!"])
    while R.random() < 0.2:
        text = f"[{text}]" + R.choice(["", "!"])
    return text


def output():
    return wrap(R.choice([
        R.choice(SCALARS), R.choice(SCALARS), f"Enum{R.choice(range(100))}", f"Object{R.choice(OBJECTS)}",
        f"Object{R.choice(OBJECTS)}", f"Interface{R.choice(INTERFACES)}", f"Union{R.choice(range(60))}"]))


def input_(nullable=False):
    kind = R.choice([R.choice(SCALARS[:5]), f"Enum{R.choice(range(100))}", f"Input{R.choice(INPUTS)}"])
    # The type of an input object is nullable, because an input object that requires itself can't have a value.
    return kind if nullable or kind.startswith("Input") else wrap(kind)


def default(type_):
    values = {"Int": "10", "String": '"a\\nb"', "Boolean": "true", "Float": "1.5", "[Int]": "[1, 2]", "[ID!]": '["a"]'}
    return f" = {values[type_]}" if type_ in values and R.random() < 0.5 else ""


def arguments():
    types = [input_() for _ in range(R.choice([0, 0, 0, 1, 2]))]
    return "(" + ", ".join(f"a{i}: {t}{default(t)}" for i, t in enumerate(types)) + ")" if types else ""


def field(name, type_=None):
    reason = R.choice([""] * 18 + [" @deprecated", ' @deprecated(reason: "Old") @tag(name: "x")'])
    return f"  {name}{arguments()}: {type_ or output()}{reason}"


def block(head, lines):
    print(f"{head} {{\n" + "\n".join(lines) + "\n}")


print('scalar DateTime @specifiedBy(url: "https://example.com/time")\nscalar URL\nscalar Decimal')
print("directive @tag(name: String!) repeatable on OBJECT | FIELD_DEFINITION | ENUM_VALUE | SCALAR")
print("interface Node { id: ID! }")
shared = {}
for n in INTERFACES:
    # Every third interface implements the one before it.
    parent = [f"Interface{n - 1}"] if n % 3 == 2 else []
    own = [field(f"shared{n}x{i}") for i in range(3)]
    shared[n] = (["Node", *parent], [*(shared[n - 1][1] if parent else ["  id: ID!"]), *own])
    block(f"interface Interface{n} implements {' & '.join(shared[n][0])}", shared[n][1])
for n in OBJECTS:
    implemented, lines = ["Node"], ["  id: ID!"]
    if R.random() < 0.5:
        chosen = R.choice(INTERFACES)
        implemented, lines = [*shared[chosen][0], f"Interface{chosen}"], shared[chosen][1]
    block(f"type Object{n} implements {' & '.join(implemented)}", [*lines, *(field(f"field{i}") for i in range(9))])
    if n % 20 == 0:
        block(f'extend type Object{n} @tag(name: "more")', [field("more")])
for n in range(60):
    print(f"union Union{n} = " + " | ".join(f"Object{i}" for i in R.sample(OBJECTS, 4)))
for n in range(100):
    block(f"enum Enum{n}", [f"  VALUE{i}" + R.choice(["", "", ' @tag(name: "x")', " @deprecated"]) for i in range(6)])
for n in INPUTS:
    one = n % 5 == 0
    lines = [(i, input_(nullable=one)) for i in range(5)]
    block(f"input Input{n}" + " @oneOf" * one, [f"  in{i}: {t}{'' if one else default(t)}" for i, t in lines])
for root in ("Query", "Mutation", "Subscription"):
    block(f"type {root}", [field(f"{root.lower()}{i}") for i in range(40)])
