# troupe_python_tools.py: stand-ins for the modules of CrewAI that define tools
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools of a document, if CrewAI is not installed: the class BaseTool, the decorator `tool`, and failures of tools.

With Pydantic, BaseTool is a Pydantic model, so that fields and models of arguments are validated as CrewAI does.
Without it, the schema of the arguments follows from the annotations of the tool's function (`troupe_python_parameters.py`).
"""

import copy
import dataclasses
import enum
import importlib
import typing

from troupe_python_parameters import Parameters, list_parameters, resolve_hints
from troupe_python_pydantic import import_pydantic


class ToolFailureReason(str, enum.Enum):
    TOOL_REPORTED = "tool_reported"
    EXCEPTION = "exception"
    MCP_ERROR = "mcp_error"
    USAGE_LIMIT = "usage_limit"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_INPUT = "invalid_input"
    REPEATED_CALL = "repeated_call"


class ToolFailurePolicy(str, enum.Enum):
    IGNORE = "ignore"
    WARN = "warn"
    RAISE = "raise"


@dataclasses.dataclass(frozen=True)
class ToolFailure:
    message: str
    reason: ToolFailureReason = ToolFailureReason.TOOL_REPORTED
    code: typing.Optional[str] = None
    retryable: bool = False
    details: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        object.__setattr__(self, "reason", ToolFailureReason(self.reason))

    def __str__(self):
        return self.as_agent_message()

    def as_agent_message(self):
        return f"{self.message} (code: {self.code})" if self.code else self.message

    def model_dump(self, **_options):
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True)
class ToolFailureRecord:
    tool_name: str
    failure: ToolFailure
    tool_args: object = None
    agent_role: typing.Optional[str] = None
    task_name: typing.Optional[str] = None
    task_id: typing.Optional[str] = None

    @property
    def message(self):
        return self.failure.message

    def summary(self):
        where = f" during '{self.task_name}'" if self.task_name else ""
        return f"Tool '{self.tool_name}' failed{where}: {self.failure.as_agent_message()}"


class ToolExecutionFailedError(Exception):
    def __init__(self, record):
        self.record = record
        super().__init__(record.summary())


def detect_tool_failure(result):
    return result if isinstance(result, ToolFailure) else None


def handle_tool_failure(failure, tool=None, tool_name="", tool_args=None, **_more):
    if getattr(tool, "tool_failure_policy", None) == "raise":
        raise ToolExecutionFailedError(ToolFailureRecord(tool_name, failure, tool_args))


class ToolWays:
    """What a tool does, whether its class is a Pydantic model or not."""

    def model_post_init(self, _context):
        if self.args_schema is None:
            self.args_schema = schema_of(type(self)._run, self.name)

    def _validate_kwargs(self, given):
        # A tool without declared arguments accepts any arguments.
        if not self.args_schema.model_fields:
            return given
        try:
            made = self.args_schema.model_validate(given)
        except ValueError as error:
            raise ValueError(f"Tool '{self.name}' arguments validation failed: {error}") from error
        return made.model_dump()

    def run(self, *args, **given):
        if not args:
            given = self._validate_kwargs(given)
        if self.max_usage_count is not None and self.current_usage_count >= self.max_usage_count:
            return ToolFailure(
                f"Tool '{self.name}' has reached its usage limit of {self.max_usage_count} times and"
                " cannot be used anymore.",
                ToolFailureReason.USAGE_LIMIT,
            )
        self.current_usage_count += 1
        return self._run(*args, **given)

    def _run(self, *args, **given):
        raise NotImplementedError


def make_model_tool(pydantic):
    """Returns the class of tools as a Pydantic model."""

    class BaseTool(ToolWays, pydantic.BaseModel):
        model_config = {"arbitrary_types_allowed": True, "extra": "allow"}

        name: str
        description: str
        args_schema: type = None
        result_as_answer: bool = False
        max_usage_count: typing.Optional[int] = None
        current_usage_count: int = 0
        cache_function: object = None
        tool_failure_policy: typing.Optional[str] = None
        env_vars: list = []

    return BaseTool


def make_plain_tool():
    """Returns the class of tools without Pydantic. Its members are annotated as in the model."""

    class BaseTool(ToolWays):
        name: str
        description: str
        args_schema = None
        result_as_answer = False
        max_usage_count = None
        current_usage_count = 0
        cache_function = None
        tool_failure_policy = None
        env_vars = []

        def __init__(self, **given):
            for kind in reversed(type(self).__mro__):
                for name, one in vars(kind).items():
                    # As in a model, each tool has its own list.
                    if isinstance(one, (list, dict, set)) and not name.startswith("__"):
                        setattr(self, name, copy.deepcopy(one))
            vars(self).update(given)
            missing = [name for name in resolve_hints(type(self)) if not hasattr(self, name)]
            if missing:
                raise TypeError(f"{type(self).__name__}: Field required: {', '.join(missing)}")
            self.model_post_init(None)

    return BaseTool


def schema_of(function, name):
    """Returns the model of a function's parameters."""
    title, members = "".join(name.title().split()) + "Schema", list_parameters(function)
    try:
        pydantic = import_pydantic()
    except ImportError:
        return Parameters(title, members)
    return pydantic.create_model(title, **members)


def make_base_tool():
    try:
        base = make_model_tool(import_pydantic())
    except ImportError:
        base = make_plain_tool()

    def tool(*given, **options):
        def decorate(function, title=None):
            class Made(base):
                def _run(self, *args, **kwargs):
                    return function(*args, **kwargs)

            name = title or function.__name__
            return Made(name=name, description=function.__doc__ or "", args_schema=schema_of(function, name),
                        **options)

        if given and callable(given[0]):
            return decorate(given[0])
        return lambda function: decorate(function, given[0] if given else None)

    base.__module__ = "crewai.tools.base_tool"
    base.__qualname__ = "BaseTool"
    return base, tool


def fill_tools(module):
    module.BaseTool, module.tool = make_base_tool()


def fill_base_tool(module):
    tools = importlib.import_module("crewai.tools")
    module.BaseTool, module.tool = tools.BaseTool, tools.tool


def fill_failures(module):
    for one in (ToolFailureReason, ToolFailurePolicy, ToolFailure, ToolFailureRecord, ToolExecutionFailedError,
                detect_tool_failure, handle_tool_failure):
        setattr(module, one.__name__, one)


MODULES = {
    "crewai.tools": fill_tools,
    "crewai.tools.base_tool": fill_base_tool,
    "crewai.tools.tool_failure": fill_failures,
}
