# troupe_python_parameters.py: JSON schemas of functions' parameters, for a Python without Pydantic
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Describes the parameters of a function and converts arguments, as a Pydantic model of them does.

`describe()` returns the JSON schema of an annotation, and `convert()` a value of its type. Both know the types that JSON
represents, the containers of Python, enumerations, dataclasses, typed dicts, dates and UUIDs; any other annotation
accepts every value. Numbers, booleans, enumerations and dates are also read from strings, as Pydantic does.
"""

import collections.abc
import dataclasses
import datetime
import enum
import inspect
import pathlib
import sys
import types
import typing
import uuid

UNIONS = tuple(filter(None, (typing.Union, getattr(types, "UnionType", None))))
WRAPPERS = tuple(getattr(typing, name) for name in ("Required", "NotRequired", "ReadOnly", "Final")
                 if hasattr(typing, name))
SIMPLE = {str: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"}, bool: {"type": "boolean"},
          type(None): {"type": "null"}, dict: {"additionalProperties": True, "type": "object"},
          list: {"items": {}, "type": "array"}, tuple: {"items": {}, "type": "array"},
          set: {"items": {}, "type": "array", "uniqueItems": True},
          frozenset: {"items": {}, "type": "array", "uniqueItems": True},
          bytes: {"format": "binary", "type": "string"}, datetime.datetime: {"format": "date-time", "type": "string"},
          datetime.date: {"format": "date", "type": "string"}, datetime.time: {"format": "time", "type": "string"},
          uuid.UUID: {"format": "uuid", "type": "string"}, pathlib.Path: {"format": "path", "type": "string"}}
LISTS = {list: list, collections.abc.Sequence: list, collections.abc.Iterable: list, collections.abc.Collection: list,
         collections.abc.MutableSequence: list, tuple: tuple, set: set, frozenset: frozenset,
         collections.abc.Set: set, collections.abc.MutableSet: set}
MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
TRUE, FALSE = ("1", "true", "t", "yes", "y", "on"), ("0", "false", "f", "no", "n", "off")
NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "dictionary", list: "list",
         tuple: "tuple", set: "set", frozenset: "frozenset"}


# The default of a member that may be missing and has no default.
NOTHING = object()


class Mismatch(ValueError):
    """A value that is not of the annotated type, with its path in the arguments."""

    def __init__(self, path, message):
        super().__init__(message)
        self.path = path


class ValidationError(ValueError):
    """All mismatches of the arguments, in Pydantic's words, which models know."""

    def __init__(self, title, found):
        self.found = found
        lines = [f"{'.'.join(map(str, one.path))}\n  {one}" for one in found]
        super().__init__("\n".join([f"{len(found)} validation error{'s' * (len(found) != 1)} for {title}", *lines]))

    def errors(self, **_options):
        return [{"loc": tuple(one.path), "msg": str(one)} for one in self.found]


# Annotations.


def unwrap(annotation):
    """Returns the annotated type itself."""
    while True:
        if hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif typing.get_origin(annotation) in WRAPPERS or hasattr(annotation, "__metadata__"):
            annotation = typing.get_args(annotation)[0]
        elif type(annotation).__name__ == "TypeAliasType":
            annotation = annotation.__value__
        elif isinstance(annotation, typing.TypeVar):
            annotation = annotation.__bound__ or object
        else:
            return annotation


def take_apart(annotation):
    """Returns the type without its arguments, and its arguments."""
    annotation = unwrap(annotation)
    kind = typing.get_origin(annotation) or annotation
    # Such as a list instead of a type, which accepts every value.
    return (kind, typing.get_args(annotation)) if isinstance(kind, collections.abc.Hashable) else (object, ())


def is_typed_dict(kind):
    return isinstance(kind, type) and issubclass(kind, dict) and hasattr(kind, "__total__")


def resolve_hints(target):
    """Returns the annotations of a function or class. One that cannot be evaluated accepts every value."""
    try:
        return typing.get_type_hints(target, include_extras=True)
    except Exception:
        names = vars(sys.modules.get(target.__module__, typing))
    found = {}
    for name, one in getattr(target, "__annotations__", {}).items():
        try:
            found[name] = eval(one, dict(names)) if isinstance(one, str) else one
        except Exception:
            found[name] = object
    return found


def list_members(kind):
    """Returns the members of a dataclass or typed dict: (annotation, default) by name, or None."""
    if is_typed_dict(kind):
        return {name: (one, ... if name in kind.__required_keys__ else NOTHING)
                for name, one in resolve_hints(kind).items()}
    if not isinstance(kind, type) or not dataclasses.is_dataclass(kind):
        return None
    hints = resolve_hints(kind)
    made = {}
    for field in dataclasses.fields(kind):
        has_default = field.default is not dataclasses.MISSING
        has_factory = field.default_factory is not dataclasses.MISSING
        made[field.name] = (hints.get(field.name, object),
                            field.default if has_default else NOTHING if has_factory else ...)
    return made


# Schemas.


def describe(annotation, known):
    """Returns the JSON schema of an annotation. Named types are added to @known, which becomes `$defs`."""
    kind, parts = take_apart(annotation)
    if kind in UNIONS:
        return {"anyOf": [describe(one, known) for one in parts]}
    if kind is typing.Literal:
        return describe_values(parts)
    if kind in LISTS and parts:
        return describe_items(kind, parts, known)
    if kind in LISTS:
        return dict(SIMPLE[LISTS[kind]])
    if kind in MAPS:
        below = describe(parts[1], known) if len(parts) == 2 else {}
        return {"additionalProperties": below or True, "type": "object"}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return refer(kind, known, lambda: describe_enum(kind))
    members = list_members(kind)
    if members is not None:
        return refer(kind, known, lambda: describe_object(kind.__name__, members, known))
    return dict(SIMPLE.get(kind) or {})


def describe_values(values):
    values = [one.value if isinstance(one, enum.Enum) else one for one in values]
    made = {"const": values[0]} if len(values) == 1 else {"enum": values}
    kinds = {type(one) for one in values}
    return {**made, **(SIMPLE.get(kinds.pop(), {}) if len(kinds) == 1 else {})}


def describe_items(kind, parts, known):
    if kind is tuple and parts == ((),):
        return {"maxItems": 0, "minItems": 0, "type": "array"}
    if kind is tuple and parts[-1] is not ...:
        return {"maxItems": len(parts), "minItems": len(parts),
                "prefixItems": [describe(one, known) for one in parts], "type": "array"}
    return {**SIMPLE[LISTS[kind]], "items": describe(parts[0], known)}


def describe_enum(kind):
    values = describe_values([one.value for one in kind])
    made = {"enum": values.pop("enum")} if "enum" in values else {"const": values.pop("const")}
    return {**made, "title": kind.__name__, **values}


def refer(kind, known, make):
    if kind.__name__ not in known:
        known[kind.__name__] = {}
        known[kind.__name__] = make()
    return {"$ref": f"#/$defs/{kind.__name__}"}


def describe_object(title, members, known):
    """Returns the schema of an object. A member without a default (`...`) is required."""
    properties = {}
    for name, (annotation, default) in members.items():
        one = describe(annotation, known)
        if default is not ...:
            default = default.value if isinstance(default, enum.Enum) else default
            default = list(default) if isinstance(default, tuple) else default
            one.update({"default": default} if is_json(default) else {})
        # As in Pydantic: the title of a named type is its own.
        kinds = [part for part in one.get("anyOf", [one]) if part != SIMPLE[type(None)]]
        if len(kinds) != 1 or "$ref" not in kinds[0]:
            one["title"] = name.replace("_", " ").title()
        properties[name] = one
    required = [name for name, (_annotation, default) in members.items() if default is ...]
    made = {"properties": properties, "title": title, "type": "object"}
    return {**made, "required": required} if required else made


def is_json(value):
    if isinstance(value, (list, tuple)):
        return all(map(is_json, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_json(one) for key, one in value.items())
    return value is None or isinstance(value, (str, int, float, bool))


# Values.


def convert(annotation, value, path):
    """Returns the value as the annotated type. Raises Mismatch if it is of another type."""
    kind, parts = take_apart(annotation)
    if kind in UNIONS:
        return convert_union(parts, value, path)
    if kind is typing.Literal:
        for one in parts:
            if value == (one.value if isinstance(one, enum.Enum) else one) or value is one:
                return one
        raise Mismatch(path, f"Input should be {' or '.join(map(repr, parts))}")
    if kind in LISTS:
        return convert_items(kind, parts, value, path)
    if kind in MAPS:
        if not isinstance(value, collections.abc.Mapping):
            raise Mismatch(path, "Input should be a valid dictionary")
        of_key, of_value = parts if len(parts) == 2 else (object, object)
        return {convert(of_key, key, [*path, key]): convert(of_value, one, [*path, key]) for key, one in value.items()}
    if not isinstance(kind, type) or kind in (object, typing.Any):
        return value
    members = list_members(kind)
    if members is not None and (is_typed_dict(kind) or not isinstance(value, kind)):
        if not isinstance(value, dict):
            raise Mismatch(path, "Input should be a valid dictionary")
        made = convert_members(members, value, path)
        return made if is_typed_dict(kind) else kind(**made)
    return convert_simple(kind, value, path)


def convert_union(parts, value, path):
    exact = [one for one in parts if isinstance(take_apart(one)[0], type) and type(value) is take_apart(one)[0]]
    problem = None
    for one in (*exact, *parts):
        try:
            return convert(one, value, path)
        except Mismatch as error:
            problem = problem or error
    raise problem


def convert_items(kind, parts, value, path):
    made = LISTS[kind]
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise Mismatch(path, f"Input should be a valid {NAMES[made]}")
    if kind is tuple and parts and parts[-1] is not ...:
        parts = () if parts == ((),) else parts
        if len(parts) != len(value):
            raise Mismatch(path, f"Input should have {len(parts)} items, not {len(value)}")
        return tuple(convert(of, one, [*path, index]) for index, (of, one) in enumerate(zip(parts, value)))
    of = parts[0] if parts else object
    items = [convert(of, one, [*path, index]) for index, one in enumerate(value)]
    try:
        return made(items)
    except TypeError as error:
        raise Mismatch(path, f"Input should be a valid {NAMES[made]}: {error}") from error


def convert_members(members, given, path):
    """Returns all members, with their defaults. Raises ValidationError with everything that does not match."""
    made, found = {}, []
    for name, (annotation, default) in members.items():
        try:
            if name in given:
                made[name] = convert(annotation, given[name], [*path, name])
            elif default is ...:
                raise Mismatch([*path, name], "Field required")
            elif default is not NOTHING:
                made[name] = default
        except Mismatch as error:
            found.append(error)
    if found and path:
        raise found[0]
    if found:
        raise ValidationError("arguments", found)
    return made


def convert_simple(kind, value, path):
    if kind is float and type(value) is int:
        return float(value)
    if kind in (int, float) and isinstance(value, bool):
        return kind(value)
    if isinstance(value, kind):
        return value
    try:
        if kind is bool and str(value).lower() in TRUE + FALSE:
            return str(value).lower() in TRUE
        if kind is int and isinstance(value, float) and value.is_integer():
            return int(value)
        if kind in (int, float) and isinstance(value, str) or issubclass(kind, enum.Enum):
            return kind(value)
        if kind in (datetime.date, datetime.datetime, datetime.time) and isinstance(value, str):
            return kind.fromisoformat(value.replace("Z", "+00:00"))
        if kind in (uuid.UUID, pathlib.Path) and isinstance(value, str):
            return kind(value)
        if kind is bytes and isinstance(value, str):
            return value.encode()
    except ValueError as error:
        raise Mismatch(path, describe_mismatch(kind, error)) from error
    raise Mismatch(path, describe_mismatch(kind, None))


def describe_mismatch(kind, error):
    if issubclass(kind, enum.Enum):
        return f"Input should be {' or '.join(repr(one.value) for one in kind)}"
    expected = f"Input should be a valid {NAMES.get(kind, kind.__name__)}"
    if error is None:
        return expected
    if kind in (int, float):
        return f"{expected}, unable to parse string as {'an integer' if kind is int else 'a number'}"
    return f"{expected}: {error}"


# Parameters.


def list_parameters(function):
    """Returns the parameters of a function that callers name: (annotation, default) by name."""
    hints = resolve_hints(function)
    made = {}
    for name, one in inspect.signature(function).parameters.items():
        if name != "self" and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
            made[name] = (hints.get(name, object), ... if one.default is one.empty else one.default)
    return made


class Arguments(types.SimpleNamespace):
    """Validated arguments."""

    def model_dump(self, **_options):
        return dict(vars(self))


class Parameters:
    """The parameters of a function: replaces a Pydantic model of them."""

    def __init__(self, title, members):
        self.title = title
        self.model_fields = members

    def __call__(self, **given):
        return self.model_validate(given)

    def model_json_schema(self, **_options):
        known = {}
        made = describe_object(self.title, self.model_fields, known)
        return {"$defs": known, **made} if known else made

    def model_validate(self, given, **_options):
        try:
            return Arguments(**convert_members(self.model_fields, given, []))
        except ValidationError as error:
            raise ValidationError(self.title, error.found) from None
