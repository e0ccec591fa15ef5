"""The part of Pydantic that tools of recorded cases use, for a Python without Pydantic."""

import enum
import json
import types
import typing

TYPES = {int: "integer", str: "string", float: "number", bool: "boolean", dict: "object", list: "array"}


class ValidationError(ValueError):
    def __init__(self, title, found):
        self.found = found
        count = "%d validation error%s for %s" % (len(found), "" if len(found) == 1 else "s", title)
        super().__init__("\n".join([count] + ["%s\n  %s" % (one["loc"][0], one["msg"]) for one in found]))

    def errors(self):
        return self.found


class Field:
    def __init__(self, annotation, default=...):
        self.annotation = annotation
        self.default = default

    def is_required(self):
        return self.default is ...


def branches(annotation):
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return (annotation,)


def describe(annotation):
    made = [{"type": "null"} if one is type(None) else {"type": TYPES[one]} if one in TYPES else {}
            for one in branches(annotation)]
    return made[0] if len(made) == 1 else {"anyOf": made}


def convert(annotation, value):
    """Converts the value to the annotated type. Raises ValueError with the expected type."""
    for one in branches(annotation):
        if one is type(None) and value is None or isinstance(one, type) and type(value) is one:
            return value
        if isinstance(one, type) and issubclass(one, enum.Enum):
            return one(value)
        if one is float and type(value) is int:
            return float(value)
        if one in (int, float) and isinstance(value, str):
            try:
                return one(value)
            except ValueError:
                continue
        if one not in TYPES and one is not type(None):
            return value
    raise ValueError("Input should be a valid %s" % TYPES.get(branches(annotation)[0], "value"))


class BaseModel:
    model_fields = {}

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        cls.model_fields = dict(cls.model_fields)
        for name, annotation in typing.get_type_hints(cls).items():
            if name in cls.__dict__.get("__annotations__", {}):
                cls.model_fields[name] = Field(annotation, cls.__dict__.get(name, ...))

    def __init__(self, **given):
        found = []
        for name, field in type(self).model_fields.items():
            if name not in given and field.is_required():
                found.append({"type": "missing", "loc": (name,), "msg": "Field required", "input": given})
                continue
            try:
                self.__dict__[name] = convert(field.annotation, given[name]) if name in given else field.default
            except ValueError as error:
                found.append({"type": "value_error", "loc": (name,), "msg": str(error), "input": given[name]})
        if found:
            raise ValidationError(type(self).__name__, found)

    @classmethod
    def model_json_schema(cls, **_options):
        fields = {}
        for name, field in cls.model_fields.items():
            fields[name] = dict(describe(field.annotation), title=name.replace("_", " ").title())
            if not field.is_required():
                fields[name]["default"] = field.default
        required = [name for name, field in cls.model_fields.items() if field.is_required()]
        made = {"properties": fields, "title": cls.__name__, "type": "object"}
        return dict(made, required=required) if required else made

    @classmethod
    def model_validate(cls, value, **_options):
        return value if isinstance(value, cls) else cls(**value)

    @classmethod
    def model_validate_json(cls, text, **_options):
        return cls.model_validate(json.loads(text))

    def model_dump(self, **_options):
        return {name: value.value if isinstance(value, enum.Enum) else value for name, value in self}

    def model_dump_json(self, **_options):
        return json.dumps(self.model_dump(), ensure_ascii=False, separators=(",", ":"))

    def __iter__(self):
        return iter(list(vars(self).items()))

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % item for item in self))

    def __str__(self):
        return " ".join("%s=%r" % item for item in self)
