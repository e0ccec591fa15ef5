# troupe_python_values.py: encodes and decodes the values that are exchanged with Troupe
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that JSON cannot represent are encoded as an object with one key.

{"$float": "nan"}, {"$date": "2024-02-03"}, {"$feedback": {...}}, and {"$map": [key, value]} for an
object that could be mistaken for one of these.
"""

import datetime
import enum
import importlib
import json
import math
import sys
import types

import troupe_python_declaration

LIMIT_LINE = 16 * 1024 * 1024
LIMIT_NESTING = 240
LIMIT_LABEL = 64 * 1024


class HumanFeedbackResult(types.SimpleNamespace):
    """The user's feedback on an output: an object with attributes, as in CrewAI."""


class Model:
    """A state of type json_schema, or an object in it: only known fields, values are not validated."""

    _fields = ()

    def __setattr__(self, name, value):
        if name not in self._fields:
            raise ValueError(f'"{type(self).__name__}" object has no field "{name}"')
        object.__setattr__(self, name, value)

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None

    def __iter__(self):
        return iter(list(vars(self).items()))

    def __repr__(self):
        fields = ", ".join(f"{name}={value!r}" for name, value in self)
        return f"{type(self).__name__}({fields})"

    def __str__(self):
        return " ".join(f"{name}={value!r}" for name, value in self)

    def model_dump(self, **_options):
        return {name: plain(value) for name, value in self}

    def model_dump_json(self, **_options):
        return encode(self).decode()

    def model_copy(self, update=None, **_options):
        copy = type(self)()
        copy.__dict__.update(vars(self), **(update or {}))
        return copy

    dict = model_dump
    json = model_dump_json
    copy = model_copy


def plain(value):
    if isinstance(value, Model):
        return value.model_dump()
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value


class Schema:
    """Creates objects of a JSON schema from dicts that are known to match it.

    A validated object has all of its fields. A dict in which one is missing is a default that has not been
    validated yet, and remains a dict.
    """

    def __init__(self, root):
        importlib.import_module("uuid")  # slow to import, and without a schema no value is converted to one
        self.root = root
        self.classes = {}

    def resolve(self, schema, depth=0):
        if not isinstance(schema, dict) or depth > 32:
            return {}
        if isinstance(schema.get("$ref"), str):
            found = self.root
            for name in schema["$ref"].lstrip("#/").split("/"):
                found = found.get(name, {}) if isinstance(found, dict) else {}
            return self.resolve(found, depth + 1)
        if not schema.get("allOf"):
            return schema
        merged = {**schema, "properties": dict(schema.get("properties") or {})}
        for part in map(lambda part: self.resolve(part, depth + 1), merged.pop("allOf")):
            merged["properties"].update(part.get("properties") or {})
            merged.setdefault("title", part.get("title"))
        return merged

    def model(self, schema, name, extra=()):
        fields = tuple(key for key in schema.get("properties") or {} if key not in extra) + extra
        made = self.classes.get((name, fields))
        if made is None:
            members = {"_fields": fields, "model_fields": dict.fromkeys(fields)}
            made = self.classes[(name, fields)] = type(name, (Model,), members)
        return made

    def build(self, schema, value, name="Object"):
        schema = self.resolve(schema)
        for branch in schema.get("anyOf") or schema.get("oneOf") or ():
            branch = self.resolve(branch)
            if isinstance(value, dict) == bool(branch.get("properties")) and (
                not isinstance(value, dict) or set(value) == set(branch["properties"])
            ):
                return self.build(branch, value, name)
        if isinstance(value, list):
            return [self.build(schema.get("items"), entry, name) for entry in value]
        if isinstance(value, dict) and set(value) == set(schema.get("properties") or ()) and value:
            made = self.model(schema, str(schema.get("title") or name))()
            for key, entry in value.items():
                made.__dict__[key] = self.build(schema["properties"].get(key), entry, key.title())
            return made
        return rich(schema.get("format"), value)


def is_dataclass(kind):
    return hasattr(kind, "__dataclass_fields__")


def is_uuid(value):
    """Returns whether the value is a UUID. There is none if the module is not imported."""
    return isinstance(value, getattr(sys.modules.get("uuid"), "UUID", ()))


def rich(form, value):
    """Converts a string to the type of its format in the schema. Other values are returned unchanged."""
    reader = {
        "date-time": lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00")),
        "date": datetime.date.fromisoformat,
        "time": lambda text: datetime.time.fromisoformat(text.replace("Z", "+00:00")),
        "uuid": getattr(sys.modules.get("uuid"), "UUID", None),
    }.get(form if isinstance(form, str) else None)
    if reader is None or not isinstance(value, str):
        return value
    try:
        return reader(value)
    except ValueError:
        return value


compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encode(value, odd=None, around=()):
    """Returns the encoding of a value in bytes. Only values that may need more than JSON are traversed in Python.

    If @odd is a list, dates are encoded as `$date`, and values that are neither JSON nor dates are appended to
    the list. An unpaired surrogate, which UTF-8 cannot encode, becomes a question mark.
    """
    for attempt in range(9):
        try:
            text = compact(value)
            if not any(sign in text for sign in ('"$', 'true":', 'false":', 'null":')):
                return text.encode("utf-8", "replace")
        except (TypeError, ValueError, RecursionError, RuntimeError):
            pass
        try:
            return compact(jsonable(value, odd, 0, around)).encode("utf-8", "replace")
        except RuntimeError:
            # Another thread of the flow changes the value while it is read.
            if attempt == 8:
                raise
    return b"null"


def note(odd, value):
    if odd is not None:
        odd.append(value)


def label_text(value):
    """Returns the event that a router's result emits, or None if it follows from the JSON of the result."""
    if isinstance(value, enum.Enum):
        return str(value.value)[:LIMIT_LABEL]
    if isinstance(value, (str, bool, int, float)) or value is None:
        return None
    return str(value)[:LIMIT_LABEL]


def key_text(key):
    return str(key) if isinstance(key, (str, int)) else f"key_{id(key)}_{key!r}"


def dump_model(value):
    """Returns the fields of a Pydantic object, whose instance is found again if the run passes them back."""
    made = outputs()
    if made.is_output(value):
        return made.fields_of(value)
    if troupe_python_declaration.is_declaration(value):
        return troupe_python_declaration.dump_declaration(value)
    fields = value.model_dump(mode="json")
    if isinstance(fields, dict):
        made.INSTANCES.keep(fields, value)
    return fields


def jsonable(value, odd, depth, around):
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"$float": repr(float(value))}
    if is_uuid(value):
        note(odd, value)
        return str(value)
    if isinstance(value, (datetime.date, datetime.time)):
        text = value.isoformat()
        return {"$date": text} if odd is not None else text
    if id(value) in around:
        note(odd, value)
        return f"<circular_ref:{type(value).__name__}>"
    if depth > LIMIT_NESTING:
        raise ValueError(f"the value is nested more than {LIMIT_NESTING} levels deep")
    if not isinstance(value, (dict, list, tuple)):
        note(odd, value)
    below = (odd, depth + 1, around + (id(value),))
    if isinstance(value, (Model, HumanFeedbackResult)):
        value = dict(vars(value))
    elif is_dataclass(type(value)):
        fields = importlib.import_module("dataclasses").fields(value)
        value = {field.name: getattr(value, field.name) for field in fields}
    elif isinstance(value, (list, tuple, set)):
        return [jsonable(entry, *below) for entry in value]
    elif callable(getattr(value, "model_dump", None)) and not isinstance(value, type):
        value = dump_model(value)
    elif not isinstance(value, dict):
        return repr(value)
    made = {key_text(key): jsonable(entry, *below) for key, entry in value.items()}
    if len(made) == 1 and next(iter(made)).startswith("$"):
        return {"$map": list(made.items())[0]}
    return made


def outputs():
    """Returns the module of the outputs, which imports this one."""
    return importlib.import_module("troupe_python_outputs")


def shape_of(value):
    """Returns what the JSON of a tool's result does not tell about it, for a recording, or None.

    A recording contains JSON only. With its shape, a replay gives code the same kind of object without calling the tool.
    """
    kind = type(value)
    if isinstance(value, tuple):
        return {"kind": "fields" if hasattr(kind, "_fields") else "tuple", **class_name(kind)}
    if isinstance(value, (set, frozenset)):
        return {"kind": kind.__name__}
    for name in ("datetime", "date", "time"):
        if kind is getattr(datetime, name):
            return {"kind": name}
    if is_dataclass(type(value)):
        return {"kind": "dataclass", **class_name(kind)}
    if callable(getattr(kind, "model_validate", None)) and not outputs().is_output(value):
        return {"kind": "model", **class_name(kind)}
    return None


def class_name(kind):
    return {"module": kind.__module__, "class": kind.__qualname__}


def find_class(shape):
    """Returns a class of a module that is imported already. The name comes from a recording, which imports nothing."""
    found = sys.modules.get(shape["module"])
    for name in shape["class"].split("."):
        found = getattr(found, name, None)
    return found if isinstance(found, type) else None


def restore(value, shape):
    """Returns the result of a tool that a recording contains. It is plain JSON if it cannot be such an object any more, because
    the class has changed, or the recording was edited."""
    try:
        return make_object(value, shape)
    except Exception:
        return value


def make_object(value, shape):
    kind = shape["kind"]
    if kind == "tuple":
        return tuple(value)
    if kind in ("set", "frozenset"):
        return {"set": set, "frozenset": frozenset}[kind](value)
    if kind in ("datetime", "date", "time"):
        return getattr(datetime, kind).fromisoformat(value)
    found = find_class(shape)
    if kind == "fields" and found is not None and issubclass(found, tuple) and hasattr(found, "_make"):
        return found._make(value)
    if kind == "dataclass" and is_dataclass(found):
        return found(**value)
    if kind == "model" and callable(getattr(found, "model_validate", None)):
        return found.model_validate(value)
    return value


def unmark(found):
    if len(found) != 1:
        output = outputs().find_output(found) if "raw" in found else None
        return found if output is None else output
    ((mark, value),) = found.items()
    if mark == "$float":
        return float(value)
    if mark == "$map":
        return {value[0]: value[1]}
    if mark == "$feedback":
        return HumanFeedbackResult(**value)
    if mark == "$date":
        for reader in (datetime.date, datetime.datetime, datetime.time):
            try:
                return reader.fromisoformat(value)
            except ValueError:
                pass
        return value
    return found


def long_integer(text):
    if len(text) < 4000:
        return int(text)
    half = len(text) // 2
    sign = -1 if text.startswith("-") else 1
    return long_integer(text[:-half]) * 10**half + sign * long_integer(text[-half:])


def decode(line):
    hook = unmark if b'"$' in line or any(word in line for word in outputs().WORDS) else None
    try:
        return json.loads(line, object_hook=hook)
    except ValueError:
        # Python rejects integers of more than 4,300 digits, so they are computed from shorter parts.
        return json.loads(line, object_hook=hook, parse_int=long_integer)


def join(parts):
    """Returns a JSON object whose values are JSON texts already."""
    return b"{%s}" % b",".join(b"%s:%s" % (encode(key), text) for key, text in parts.items())


def pairs(parts):
    """Returns a list of [key, value] pairs, because an object with a key such as `$map` would be decoded."""
    return b"[%s]" % b",".join(b"[%s,%s]" % (encode(key), text) for key, text in parts.items())
