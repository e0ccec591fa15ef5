"""The part of Pydantic that tools of recorded cases use, for a Python without Pydantic."""

import enum
import json
import typing

# The types of fields are those of the program's own tools. Its helper has imported the module.
from troupe_python_parameters import convert, describe_object


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
                self.__dict__[name] = convert(field.annotation, given[name], []) if name in given else field.default
            except ValueError as error:
                found.append({"type": "value_error", "loc": (name,), "msg": str(error), "input": given[name]})
        if found:
            raise ValidationError(type(self).__name__, found)

    @classmethod
    def model_json_schema(cls, **_options):
        known = {}
        members = {name: (field.annotation, field.default) for name, field in cls.model_fields.items()}
        made = describe_object(cls.__name__, members, known)
        return {"$defs": known, **made} if known else made

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
