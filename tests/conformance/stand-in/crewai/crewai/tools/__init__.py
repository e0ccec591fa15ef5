"""Stand-in for crewai.tools, for recorded cases: a Pydantic model for the arguments, and attributes of the class."""

import inspect
import json

from pydantic import BaseModel, ValidationError

from .tool_failure import ToolFailure, ToolFailureReason


def schema_of(function):
    """Returns a model of the function's parameters, for tools without args_schema."""
    parameters = [one for one in inspect.signature(function).parameters.values()
                  if one.kind is not one.VAR_KEYWORD and one.kind is not one.VAR_POSITIONAL]
    members = {one.name: one.default for one in parameters if one.default is not one.empty}
    members["__annotations__"] = {one.name: one.annotation for one in parameters}
    members["__module__"] = __name__
    return type("Args", (BaseModel,), members)


class BaseTool:
    name = ""
    description = ""
    args_schema = None
    result_as_answer = False
    max_usage_count = None
    tool_failure_policy = None

    def __init__(self):
        self.args_schema = self.args_schema or schema_of(self._run)
        self.current_usage_count = 0

    def _validate_kwargs(self, given):
        if not self.args_schema.model_fields:
            return given
        try:
            checked = self.args_schema(**given)
        except ValidationError as error:
            fields = self.args_schema.model_json_schema()
            raise ValueError(
                f"Tool '{self.name}' arguments validation failed: {error}\n"
                f"Expected arguments: {json.dumps(fields.get('properties', {}))}\n"
                f"Required: {json.dumps(fields.get('required', []))}"
            ) from error
        return {name: getattr(checked, name) for name in self.args_schema.model_fields}

    def run(self, **given):
        given = self._validate_kwargs(given)
        if self.max_usage_count is not None and self.current_usage_count >= self.max_usage_count:
            return ToolFailure(
                message=f"Tool '{self.name}' has reached its usage limit of {self.max_usage_count} times"
                " and cannot be used anymore.",
                reason=ToolFailureReason.USAGE_LIMIT,
            )
        self.current_usage_count += 1
        return self._run(**given)
