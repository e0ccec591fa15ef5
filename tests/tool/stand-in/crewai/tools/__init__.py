"""Stand-in for crewai.tools: validates arguments against the signature of _run()."""

import inspect

from .tool_failure import ToolFailure, ToolFailureReason

NAMES = {int: "integer", str: "string", float: "number", bool: "boolean"}


class Arguments:
    """Replaces a Pydantic model."""

    def __init__(self, function):
        self.model_fields = dict(inspect.signature(function).parameters)
        self.model_fields.pop("rest", None)

    def model_json_schema(self):
        fields = {name: {"type": NAMES[one.annotation]} for name, one in self.model_fields.items()}
        required = [n for n, one in self.model_fields.items() if one.default is one.empty]
        return {"type": "object", "properties": fields, "required": required}

    def validate(self, given):
        for name, one in self.model_fields.items():
            if name not in given and one.default is one.empty:
                raise ValueError(f"{name}: Field required")
            if name in given and not isinstance(given[name], one.annotation):
                raise ValueError(f"{name}: Input should be a valid {NAMES[one.annotation]}")
        return {name: given[name] for name in self.model_fields if name in given}


class BaseTool:
    name = ""
    description = ""
    result_as_answer = False
    max_usage_count = None
    tool_failure_policy = None

    def __init__(self):
        self.args_schema = Arguments(self._run)
        self.count = 0

    def _validate_kwargs(self, given):
        try:
            return self.args_schema.validate(given)
        except ValueError as error:
            raise ValueError(f"Tool '{self.name}' arguments validation failed: {error}") from error

    def run(self, **given):
        given = self._validate_kwargs(given)
        if self.max_usage_count is not None and self.count >= self.max_usage_count:
            return ToolFailure(
                f"Tool '{self.name}' has reached its usage limit", ToolFailureReason.USAGE_LIMIT
            )
        self.count += 1
        return self._run(**given)
