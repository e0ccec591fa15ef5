# troupe_python_hooks.py: hooks for calls of models and tools, and stand-ins for the modules of CrewAI that register them
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls the hooks that code has registered with crewai.hooks, of an installed CrewAI or of the stand-ins."""

import enum
import functools
import hashlib
import inspect
import re
import sys
import time
import types
import unicodedata


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


# The points at which Troupe calls hooks.
CALLED = ("pre_model_call", "post_model_call", "pre_tool_call", "post_tool_call")
REGISTERED = {point.value: [] for point in InterceptionPoint}


class HookAborted(Exception):
    def __init__(self, reason, source=None):
        super().__init__(reason)
        self.reason, self.source = reason, source


class HookContext(types.SimpleNamespace):
    """What a hook receives. Messages and arguments are changed in place, as in CrewAI."""

    def request_human_input(self, prompt, default_message="Press Enter to continue, or provide feedback:"):
        raise RuntimeError("a hook cannot ask a question in Troupe; use human_input or human_feedback of the document")


# Registration.


def tool_word(name):
    """Returns the name of a tool as CrewAI sends it to models."""
    name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    name = re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)).lower()
    name = re.sub(r"[^a-z0-9]+", "_", re.sub(r"[\'\"]+", "", name)).strip("_")
    if len(name) <= 64:
        return name
    suffix = "_" + hashlib.sha256(name.encode()).hexdigest()[:8]
    return name[: 64 - len(suffix)].rstrip("_") + suffix


def is_method(function):
    """Returns whether the function takes `self`: a method of a crew's class, which is not created here."""
    names = list(inspect.signature(function).parameters)
    return len(names) >= 2 and names[0] == "self"


def filtered(function, agents, tools):
    @functools.wraps(function)
    def filter_call(context):
        tool = getattr(context, "tool_name", None)
        role = getattr(getattr(context, "agent", None), "role", None)
        if (tools and tool is not None and tool not in tools) or (agents and role is not None and role not in agents):
            return None
        return function(context)

    return filter_call if agents or tools else function


def register(point, hook):
    REGISTERED[InterceptionPoint(point).value].append(hook)


def unregister(point, hook):
    hooks = REGISTERED[InterceptionPoint(point).value]
    target = hook if hook in hooks else getattr(hook, "_registered_hook", hook)
    if target in hooks:
        hooks.remove(target)
        return True
    return False


def clear(point):
    hooks = REGISTERED[InterceptionPoint(point).value]
    count = len(hooks)
    hooks.clear()
    return count


def clear_all():
    for hooks in REGISTERED.values():
        hooks.clear()


def on(point, *, agents=None, tools=None):
    def decorate(function):
        if not is_method(function):
            hook = filtered(function, agents, [tool_word(name) for name in tools or ()])
            function._registered_hook = hook
            register(point, hook)
        return function

    return decorate


def make_decorator(point):
    def decorator(function=None, *, agents=None, tools=None):
        decorate = on(point, agents=agents, tools=tools)
        return decorate if function is None else decorate(function)

    return decorator


def fill(module):
    module.InterceptionPoint, module.HookAborted = InterceptionPoint, HookAborted
    module.LLMCallHookContext = module.ToolCallHookContext = HookContext
    module.on, module.register, module.register_hook = on, register, register
    module.unregister, module.unregister_hook, module.clear = unregister, unregister, clear
    module.clear_all, module.clear_all_hooks = clear_all, clear_all
    module.get_hooks = lambda point: list(REGISTERED[InterceptionPoint(point).value])
    for when, place in (("before", "pre"), ("after", "post")):
        for kind, what in (("llm", "model"), ("tool", "tool")):
            point = InterceptionPoint(f"{place}_{what}_call")
            name = f"{when}_{kind}_call"
            setattr(module, name, make_decorator(point))
            setattr(module, f"register_{name}_hook", functools.partial(register, point))
            setattr(module, f"unregister_{name}_hook", functools.partial(unregister, point))
            setattr(module, f"clear_{name}_hooks", functools.partial(clear, point))
            setattr(module, f"get_{name}_hooks", functools.partial(module.get_hooks, point))


MODULES = {
    "crewai.hooks": fill,
    "crewai.hooks.decorators": fill,
    "crewai.hooks.dispatch": fill,
    "crewai.hooks.llm_hooks": fill,
    "crewai.hooks.tool_hooks": fill,
}


# Calls.


def hooks_at(point):
    """Returns the hooks of a point in the order of their registration."""
    real = getattr(sys.modules.get("crewai.hooks.dispatch"), "get_global_hook_list", None)
    return list(real(sys.modules["crewai.hooks.dispatch"].InterceptionPoint(point)) if real else REGISTERED[point])


def has_hooks():
    return "crewai.hooks" in sys.modules and any(hooks_at(point) for point in CALLED)


def aborted_classes():
    real = getattr(sys.modules.get("crewai.hooks.dispatch"), "HookAborted", HookAborted)
    return (HookAborted, real)


def source_name(source):
    if source is None or isinstance(source, str):
        return source
    name = getattr(source, "__name__", None)
    return name if isinstance(name, str) else type(source).__name__


def take_result(point, context, result):
    """Applies what a hook has returned. Returns whether this changed the answer or the result."""
    if point.startswith("pre_"):
        if result is False:
            name = "before_llm_call" if point == "pre_model_call" else "before_tool_call"
            raise HookAborted(f"{name} hook returned False")
        return False
    if not isinstance(result, str):
        return False
    setattr(context, "response" if point == "post_model_call" else "tool_result", result)
    return True


class StandIn(types.SimpleNamespace):
    """An agent, a task or a crew as the document describes it. What the engine owns is None."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


def make_context(call):
    """Creates what a hook receives. The parts refer to each other as those of CrewAI do."""
    given = {key: value for key, value in call.items() if key != "point"}
    for key in ("agent", "task", "crew"):
        given[key] = StandIn(**given[key]) if given.get(key) is not None else None
    given["tool"] = types.SimpleNamespace(**given["tool"]) if given.get("tool") is not None else None
    agent, task, crew = given["agent"], given["task"], given["crew"]
    if agent is not None:
        agent.llm, agent.crew = StandIn(model=agent.__dict__.pop("model", None)), crew
    if task is not None:
        task.agent = agent
    if "messages" in given:
        given["llm"] = StandIn(model=given.pop("model", None))
        parts = {key: given[key] for key in ("messages", "iterations", "llm", "agent", "task", "crew")}
        given["executor"] = StandIn(**parts) if given.pop("has_executor", False) else None
    return HookContext(**given)


def dispatch(call):
    """Calls the hooks of a point. Returns what the event reports, and what the hooks have changed."""
    point = call["point"]
    hooks = hooks_at(point)
    if not hooks:
        return None
    context = make_context(call)
    messages, arguments = getattr(context, "messages", None), getattr(context, "tool_input", None)
    start = time.perf_counter()
    told = {"outcome": "proceeded", "hook_count": len(hooks), "abort_reason": None, "abort_source": None}
    for hook in hooks:
        try:
            if take_result(point, context, hook(context)):
                told["outcome"] = "modified"
        except aborted_classes() as error:
            told["outcome"], told["abort_reason"] = "aborted", str(error.reason)
            told["abort_source"] = source_name(hook if error.source is None else error.source)
            break
        except Exception as error:  # as in CrewAI, a hook that fails changes nothing
            print(f"Error in {point} hook: {error}", file=sys.stderr)
    told["duration_ms"] = (time.perf_counter() - start) * 1000.0
    told["messages"], told["tool_input"] = messages, arguments
    told["response"] = getattr(context, "response", None)
    told["tool_result"] = getattr(context, "tool_result", None)
    return told
