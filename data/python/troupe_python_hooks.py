# troupe_python_hooks.py: stand-ins for the modules of CrewAI's hooks
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Code that registers hooks for calls of models and tools can be imported without CrewAI. The hooks are not called."""

import enum


class InterceptionPoint(str, enum.Enum):
    EXECUTION_START = "execution_start"
    INPUT = "input"
    OUTPUT = "output"
    EXECUTION_END = "execution_end"
    PRE_MODEL_CALL = "pre_model_call"
    POST_MODEL_CALL = "post_model_call"
    PRE_TOOL_CALL = "pre_tool_call"
    POST_TOOL_CALL = "post_tool_call"
    PRE_STEP = "pre_step"
    POST_STEP = "post_step"


class HookAborted(Exception):
    def __init__(self, reason, source=None):
        super().__init__(reason)
        self.reason, self.source = reason, source


class HookContext:
    """Stand-in for the classes of what a hook receives."""


def decorate(function=None, **_filters):
    """Stand-in for the decorators, which can be used with or without filters."""
    return function if function is not None else lambda one: one


def on(_point, **_filters):
    return lambda function: function


def register(*_given):
    return None


def fill(module):
    module.InterceptionPoint, module.HookAborted = InterceptionPoint, HookAborted
    module.LLMCallHookContext = module.ToolCallHookContext = HookContext
    module.on, module.register, module.register_hook = on, register, register
    for when in ("before", "after"):
        for kind in ("llm", "tool"):
            setattr(module, f"{when}_{kind}_call", decorate)
            setattr(module, f"register_{when}_{kind}_call_hook", register)


MODULES = {
    "crewai.hooks": fill,
    "crewai.hooks.decorators": fill,
    "crewai.hooks.dispatch": fill,
    "crewai.hooks.llm_hooks": fill,
    "crewai.hooks.tool_hooks": fill,
}
