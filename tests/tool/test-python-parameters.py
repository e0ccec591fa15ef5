#!/usr/bin/env python3
# test-python-parameters.py: tests the schemas and arguments of Python tools without Pydantic
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-python-parameters.py FOLDER-OF-THE-HELPER
#
# With Pydantic 2, the schemas and conversions are also compared with those of a Pydantic model.

import dataclasses
import datetime
import enum
import sys
import typing
import uuid

sys.path.insert(0, sys.argv[1])
import troupe_python_parameters as parameters  # noqa: E402
import troupe_python_tools as tools  # noqa: E402
from troupe_python_pydantic import explain, import_pydantic  # noqa: E402

try:
    pydantic = import_pydantic()
except ImportError:
    pydantic = None


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Place:
    name: str
    zoom: int = 3
    tags: typing.List[str] = dataclasses.field(default_factory=list)


class Range(typing.TypedDict, total=False):
    low: int
    high: int


def search(query: str, pages: "list[int]", limit: int = 10, color: Color = Color.RED, place: "Place | None" = None,
           weights: typing.Dict[str, float] = {}, mode: typing.Literal["fast", "deep"] = "fast",
           since: typing.Optional[datetime.date] = None, pair: typing.Tuple[int, str] = (1, "a"), anything=None,
           exact: bool = False, ratio: float = 0.5, key: typing.Optional[uuid.UUID] = None,
           names: typing.Optional[typing.Set[str]] = None, count: typing.Annotated[int, "items"] = 1, **more):
    """Searches."""
    return query


SCHEMA = {
    "query": {"title": "Query", "type": "string"},
    "pages": {"items": {"type": "integer"}, "title": "Pages", "type": "array"},
    "limit": {"default": 10, "title": "Limit", "type": "integer"},
    "color": {"$ref": "#/$defs/Color", "default": "red"},
    "place": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "default": None},
    "weights": {"additionalProperties": {"type": "number"}, "default": {}, "title": "Weights", "type": "object"},
    "mode": {"default": "fast", "enum": ["fast", "deep"], "title": "Mode", "type": "string"},
    "since": {"anyOf": [{"format": "date", "type": "string"}, {"type": "null"}], "default": None, "title": "Since"},
    "anything": {"default": None, "title": "Anything"},
    "count": {"default": 1, "title": "Count", "type": "integer"},
}
VALUES = (1, 1.5, 2.0, "1", "1.5", "yes", "off", "x", "", None, True, [], ["1", 2], ["a"], {}, {"a": 1}, {"a": "z"}, "red",
          "fast", {"name": "here"}, {"name": "here", "zoom": "4"}, {"zoom": 4}, "2026-11-28", [7, "a"], [7], [{"a": 1}],
          "0f0e0d0c-0000-4000-8000-000000000001")


class Points:
    def __init__(self):
        self.count = self.failed = 0

    def point(self, good, title, *seen):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} {title}")
        for one in () if good else seen:
            print(f"# {one!r}")


def attempt(make, name, value):
    """Returns the converted argument, or None with an error."""
    try:
        return getattr(make(query="q", pages=[1], **{name: value}), name), None
    except ValueError as error:
        return None, str(error)


def untitled(schema):
    """Returns the schema without what the versions of Pydantic 2 write differently."""
    if isinstance(schema, list):
        return [untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: untitled(one) for key, one in schema.items() if (key, one) != ("additionalProperties", True)}


def test_schema(points, members):
    schema = parameters.Parameters("SearchSchema", members).model_json_schema()
    for name, one in SCHEMA.items():
        seen = dict(schema["properties"][name])
        if "title" not in one:
            seen.pop("title", None)
        points.point(seen == one, f"schema of {name}", seen)
    points.point(schema["required"] == ["query", "pages"] and "more" not in schema["properties"], "required", schema)
    points.point(schema["$defs"]["Place"]["required"] == ["name"], "a dataclass", schema["$defs"])
    limits = parameters.describe(Range, known := {})
    points.point(limits == {"$ref": "#/$defs/Range"} and "required" not in known["Range"], "a typed dict", known)


def test_values(points, members):
    make = parameters.Parameters("SearchSchema", members)
    made = make.model_validate({"query": "q", "pages": ["1", 2.0], "color": "blue", "place": {"name": "here"},
                                "since": "2026-11-28", "unknown": 1}).model_dump()
    points.point((made["pages"], made["color"], made["place"], made["since"], made["limit"]) ==
                 ([1, 2], Color.BLUE, Place("here"), datetime.date(2026, 11, 28), 10) and "unknown" not in made,
                 "values are converted", made)
    for given, parts in (({}, ("2 validation errors for SearchSchema", "query\n  Field required", "pages\n  Field")),
                         ({"query": 1, "pages": ["x"]}, ("query\n  Input should be a valid string", "pages.0\n")),
                         ({"query": "q", "pages": [], "place": {}}, ("1 validation error for", "place.name\n"))):
        try:
            make.model_validate(given)
            seen = ""
        except ValueError as error:
            seen = str(error)
        points.point(all(part in seen for part in parts), f"error of {given}", seen)


def test_pydantic(points, members):
    """Everything that Pydantic accepts and rejects is accepted and rejected, with the same value."""
    if pydantic is None:
        points.point(True, "compared with Pydantic # SKIP needs Pydantic 2")
        return
    made, own = pydantic.create_model("SearchSchema", **members), parameters.Parameters("SearchSchema", members)
    theirs, ours = untitled(made.model_json_schema()), untitled(own.model_json_schema())
    for name in members:
        points.point(ours["properties"][name] == theirs["properties"][name], f"schema of {name} as Pydantic's",
                     ours["properties"][name], theirs["properties"][name])
    points.point(ours["$defs"] == theirs["$defs"], "definitions as Pydantic's", ours["$defs"], theirs["$defs"])
    for name in members:
        different = []
        for value in VALUES if name not in ("query", "pages") else ():
            theirs, ours = attempt(made, name, value), attempt(own, name, value)
            if repr(theirs[0]) != repr(ours[0]) or (theirs[1] is None) != (ours[1] is None):
                different.append((value, theirs, ours))
        points.point(not different, f"values of {name} as Pydantic's", *different)


def test_tools(points):
    """Tools without Pydantic: a subclass of BaseTool, and a decorated function."""
    base, tool = tools.make_base_tool()

    class Adder(base):
        name: str = "adder"
        description: str = "adds"
        max_usage_count: typing.Optional[int] = 2
        seen: list = []

        def _run(self, left: int, right: int = 2):
            self.seen.append(left)
            return left + right

    class Nameless(base):
        description: str = "has no name"

    one, other = Adder(), Adder(name="other")
    points.point(one.args_schema.model_json_schema() == {
        "properties": {"left": {"title": "Left", "type": "integer"},
                       "right": {"default": 2, "title": "Right", "type": "integer"}},
        "required": ["left"], "title": "AdderSchema", "type": "object"}, "schema of a tool", one.args_schema)
    points.point(one.run(left="40") == 42 and one.run(left=1, right=1) == 2, "arguments of a tool are converted")
    points.point(isinstance(one.run(left=1), tools.ToolFailure) and other.run(left=0) == 2, "uses are counted per tool")
    points.point((one.seen, other.seen, other.name) == ([40, 1], [0], "other"),
                 "each tool has its own lists", one.seen, other.seen)
    for attempted, text in ((lambda: other.run(left="x"), "Tool 'other' arguments validation failed"),
                            (lambda: Nameless(), "name")):
        try:
            seen = attempted()
        except (ValueError, TypeError) as error:
            seen = str(error)
        points.point(text in str(seen), f"error: {text}", seen)
    made = tool("Look It Up")(search)
    points.point((made.name, made.description) == ("Look It Up", "Searches.") and
                 made.args_schema.model_json_schema()["title"] == "LookItUpSchema" and
                 made.run(query="q", pages=[]) == "q" and tool(search).name == "search", "a decorated function", made)


class OldModel:
    """What Pydantic 1 has of a model: nothing that tools use."""


def test_missing(points):
    """Without Pydantic, and with Pydantic 1, tools work, and what needs Pydantic 2 says so."""
    installed = sys.modules.get("pydantic")
    old = type(sys)("pydantic")
    old.VERSION, old.BaseModel = "1.10.4", OldModel
    for found, text in ((None, "pydantic"), (old, "Pydantic 1.10.4 is installed, but")):
        sys.modules["pydantic"] = found
        test_tools(points)
        try:
            seen = import_pydantic()
        except ImportError as error:
            seen = str(error)
        points.point(text in str(seen), "the missing Pydantic 2 is reported", seen)
    test_explained(points, old)
    sys.modules.pop("pydantic")
    if installed is not None:
        sys.modules["pydantic"] = installed
        test_tools(points)


def test_explained(points, old):
    """Code that uses Pydantic 2 where only Pydantic 1 is installed, and code that does not."""
    sys.modules["pydantic"] = old
    model = type("Model", (OldModel,), {})
    lines = (("from pydantic import field_validator", "pydantic", True), ("model.model_validate({})", "pydantic", True),
             ("model().model_dump()", "pydantic", True), ("model.size", None, False), ("[].model_dump()", None, False),
             ("import crewai_tools.nothing", "crewai_tools", False))
    for line, module, is_old in lines:
        try:
            sys.modules["crewai_tools"] = None
            exec(line, {"model": model})
        except Exception as error:
            seen = explain(error)
            wrapped = ValueError("refused")
            wrapped.__cause__ = error
            points.point(seen == explain(wrapped) and seen[0] == module and (seen[1] is not None) == is_old,
                         f"explained: {line}", seen)
    sys.modules.pop("crewai_tools")


def test_no_types(points):
    """An annotation that is no type accepts every value."""
    for annotation in ([str], {"a": 1}, [[1]]):
        points.point(parameters.describe(annotation, {}) == {} and parameters.convert(annotation, 5, []) == 5,
                     f"the annotation {annotation}")


def main():
    points = Points()
    members = parameters.list_parameters(search)
    test_schema(points, members)
    test_values(points, members)
    test_pydantic(points, members)
    test_missing(points)
    test_no_types(points)
    print(f"1..{points.count}")
    return 1 if points.failed else 0


if __name__ == "__main__":
    sys.exit(main())
