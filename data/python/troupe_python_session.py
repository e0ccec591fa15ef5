# troupe_python_session.py: executes the code of a run and maintains the live objects that it can access
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls scripts, functions and tools with the same arguments as CrewAI; they can change the same objects."""

import __future__
import ast
import contextvars
import importlib
import inspect
import os
import sys
import threading
import traceback

import troupe_python_hooks
from troupe_python_ask import LIMIT_LINE, Questions
from troupe_python_crew import Hook
from troupe_python_made import Convert, Made
from troupe_python_modules import LOCK as IMPORTING
from troupe_python_modules import InvalidRefError, load, resolve, split
from troupe_python_objects import Objects
from troupe_python_pydantic import explain, import_pydantic
from troupe_python_values import Schema, compact, encode, join, key_text, label_text, pairs, restore, shape_of

LIMIT_TRACEBACK = 64 * 1024
OURS = os.path.dirname(os.path.abspath(__file__))

CALL = contextvars.ContextVar("troupe_call", default=None)


class Flow:
    """The first argument of a function of a `code` action."""

    def __init__(self, session):
        self._session = session
        self._input_history = []
        self.input_provider = None
        self.name = session.flow_name

    @property
    def state(self):
        return self._session.state

    @property
    def flow_id(self):
        state = self.state
        return str((state if isinstance(state, dict) else vars(state)).get("id", ""))

    def ask(self, message, timeout=None, metadata=None):
        """Asks the user, as CrewAI does: returns the answer, or None after the timeout."""
        return self._session.questions.ask(self, self._session.find_call(), message, timeout, metadata)

    @property
    def method_outputs(self):
        return list(self._session.outputs.values())


class Script:
    def __init__(self, session, request):
        code = request["source"]
        shown = f"crewai.flow.script.{session.flow_name}"
        self.name = f"{shown}#{request['path']}"
        self.place = (request["file"] or shown, request["line"], request["block"])
        self.path = request["path"]
        self.lines = code.split("\n")
        self.broken = None
        session.scripts[self.name] = self
        try:
            body = ast.parse(code, filename=shown).body
            module = ast.parse("def _flow_script(state, outputs, input, item):\n  pass")
            module.body[0].body = body or module.body[0].body
            namespace = {"__name__": shown}
            # As in CrewAI, annotations are not evaluated.
            flags = __future__.annotations.compiler_flag
            exec(compile(module, self.name, "exec", flags, dont_inherit=True), namespace)
        except SyntaxError as error:
            error.filename = shown
            self.broken = error
            raise
        self.function = namespace["_flow_script"]

    def document_line(self, line):
        _, first, block = self.place
        return 0 if not first or not line else first + (line - 1 if block else 0)

    def run(self, call):
        return self.function(call.session.state, call.outputs, call.input, call.item)


class Code:
    def __init__(self, session, request):
        target = resolve(request["source"])
        if not callable(target):
            raise InvalidRefError(f"invalid do ref {request['source']!r}; object is not callable")
        session.prepare_flow()
        if getattr(target, "__self__", None) is None and hasattr(target, "__get__"):
            target = target.__get__(session.flow, Flow)
        self.function = target
        # As in CrewAI, a callable without a signature, or without a parameter for the flow, is an error.
        # A decorated method of CrewAI keeps `self` in its signature when it is bound.
        self.takes_input = any(name != "self" for name in inspect.signature(target).parameters)

    def run(self, call):
        if call.arguments is not None:
            return self.function(**call.arguments)
        if call.has_input and self.takes_input:
            return self.function(call.input)
        return self.function()


def find_tool(ref, base):
    """Returns the first tool class of a module in alphabetical order, to which `custom:NAME` of an agent refers."""
    module = split(ref)[1]
    try:
        members = vars(load(ref))
    except ImportError as error:
        raise InvalidRefError(f"unresolvable tool ref {ref!r}") from error
    for name in sorted(members):
        one = members[name]
        if inspect.isclass(one) and issubclass(one, base) and one.__module__ == module:
            return one
    raise InvalidRefError(f"no subclass of {base.__name__} in {module!r}: write a class with {base.__name__} as its base and a method _run; "
                          "functions, also with @tool, are not found")


class Tool:
    def __init__(self, session, request):
        ref = request["source"]
        tools = importlib.import_module("crewai.tools")
        target = find_tool(ref, tools.BaseTool) if ref.endswith(":*") else resolve(ref)
        if ref.startswith("troupe_live:") and isinstance(target, tools.BaseTool):
            self.tool = target
            return
        if not inspect.isclass(target):
            raise InvalidRefError(f"invalid do ref {ref!r}; expected a class")
        if not issubclass(target, tools.BaseTool):
            base = f"{tools.BaseTool.__module__}.{tools.BaseTool.__name__}"
            raise InvalidRefError(f"invalid do ref {ref!r}; expected a subclass of {base}")
        try:
            self.tool = target()
        except Exception as error:
            raise InvalidRefError(
                f"cannot instantiate tool ref {ref!r} without arguments: {error}"
            ) from error

    def describe(self):
        schema = getattr(self.tool, "args_schema", None)
        return {
            "name": self.tool.name,
            "description": self.tool.description,
            "schema": schema.model_json_schema() if schema is not None else None,
            "result_as_answer": bool(getattr(self.tool, "result_as_answer", False)),
            "max_usage_count": getattr(self.tool, "max_usage_count", None),
            "tool_failure_policy": self.policy(),
        }

    def policy(self):
        policy = getattr(self.tool, "tool_failure_policy", None)
        policy = getattr(policy, "value", policy)
        return policy if isinstance(policy, str) else None

    @staticmethod
    def told(error):
        """Returns the message that an agent's model receives about a failure that the tool reported, or None."""
        failure = getattr(getattr(error, "record", None), "failure", None)
        tell = getattr(failure, "as_agent_message", None)
        text = tell() if callable(tell) else getattr(failure, "message", None)
        return text if isinstance(text, str) else None

    @staticmethod
    def reason(error):
        """Returns the reason why a call failed, or None if it was an error in the tool's own code."""
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.name == "_validate_kwargs":
                return "arguments"
        record = getattr(error, "record", None)
        reason = getattr(getattr(record, "failure", None), "reason", None)
        return getattr(reason, "value", None)

    def run(self, call):
        failures = importlib.import_module("crewai.tools.tool_failure")
        arguments = call.arguments or {}
        # The calls of an agent are counted per execution.
        if call.request.get("agent") and getattr(self.tool, "max_usage_count", None) is not None:
            self.tool.current_usage_count = call.request["used"]
        result = self.tool.run(**arguments)
        failure = failures.detect_tool_failure(result)
        if not failure:
            return result
        named = {"tool_name": self.tool.name, "failure": failure, "tool_args": arguments}
        # For an agent, Troupe applies the policy.
        if call.request.get("agent") or getattr(self.tool, "tool_failure_policy", None) is None:
            raise failures.ToolExecutionFailedError(failures.ToolFailureRecord(**named))
        # The tool's own policy takes precedence over the rule that a failed tool fails the flow.
        if self.policy() != "ignore":
            call.tool_failure = {
                "name": self.tool.name,
                "arguments": arguments,
                "policy": self.policy(),
                "reason": getattr(failure.reason, "value", failure.reason),
                "message": failure.message,
            }
        named.pop("failure")
        failures.handle_tool_failure(failure, tool=self.tool, **named)
        return result


class State:
    """Validates the values of a state whose class is a Pydantic model, and creates the state."""

    def __init__(self, session, request):
        if session.state_class is None:
            raise session.state_error

    def run(self, call):
        wanted = call.arguments
        model = call.session.state_class
        try:
            state = model(**wanted["values"])
        except import_pydantic().ValidationError as error:
            if not wanted["partial"] or any(one["type"] != "missing" for one in error.errors()):
                raise
            state = model.model_construct(**wanted["values"])
        if "id" not in wanted["values"]:
            state.__dict__["id"] = wanted["id"]
        call.session.state = state


def import_state(ref):
    """Imports the class of the state and adds an `id` field, as CrewAI does."""
    model = resolve(ref)
    base = import_pydantic().BaseModel
    if not inspect.isclass(model) or not issubclass(model, base):
        raise InvalidRefError(f"state ref {ref!r} is not a pydantic model")
    crewai = sys.modules.get("crewai.flow.flow")
    with_id = getattr(crewai, "FlowState", None) or type(
        "FlowState", (base,), {"__annotations__": {"id": str}, "id": "", "__module__": __name__}
    )
    return model if issubclass(model, with_id) else type("StateWithId", (with_id, model), {})


KINDS = {"script": Script, "code": Code, "tool": Tool, "state": State, "hook": Hook, "made": Made}


class Call:
    def __init__(self, session, request):
        self.session = session
        self.request = request
        self.number = request["id"]
        self.outputs = session.view(request["outputs"])
        given = request["input"]
        self.has_input = given is not None
        self.input = None
        if self.has_input:
            self.input = self.outputs[given["output"]] if "output" in given else given["value"]
        self.item = request["item"]
        self.item_text = encode(self.item)
        self.arguments = request["arguments"]
        # The failure that the tool reported, if its policy decides whether the method fails.
        self.tool_failure = None


class Session:
    """The live objects of the run, and their values as last exchanged with Troupe."""

    def __init__(self, start, channel):
        self.flow_name = start["flow"]
        self.schema = Schema(start["schema"]) if start["schema"] is not None else None
        self.channel = channel
        self.lock = threading.RLock()
        self.state_class = self.state_error = None
        if start["state_class"] is not None:
            try:
                self.state_class = import_state(start["state_class"])
                self.schema = None
            except Exception as error:
                self.state_error = error
        root = self.schema.resolve(start["schema"]) if self.schema else None
        self.fields = (root.get("properties") or {}) if self.schema else None
        self.unchecked = start["unchecked"]
        self.state = self.schema.model(root, "StateWithId", ("id",))() if self.schema else {}
        self.told_state = {}
        self.odd_state = set()
        self.outputs = {}
        self.told_outputs = {}
        self.mutable = {}
        self.results = {}
        self.actions = {}
        self.scripts = {}
        self.flow = Flow(self)
        self.questions = Questions(self, start["input_provider"])
        self.running = {}
        self.is_prepared = False
        self.conversions = Convert(self)
        self.objects = Objects(self)
        self.loop = None

    # Applying what the run has changed since the last call.

    def entries(self):
        return self.state if isinstance(self.state, dict) else vars(self.state)

    def rebuild(self, change):
        """Applies changes of the run to a Pydantic state, which converts the values to the types of its fields."""
        values = {} if "all" in change else self.state.model_dump()
        for key in change["remove"]:
            values.pop(key, None)
        values.update(change["all" if "all" in change else "set"])
        try:
            self.state = self.state_class.model_validate(values)
        except Exception:
            self.state = self.state_class.model_construct(**values)
        self.told_state = self.encoded_state()

    def is_unchecked(self, key, value):
        """Returns whether the value is a default of the schema that has not been validated yet."""
        field = self.schema.resolve(self.fields.get(key)) if self.unchecked else {}
        return "default" in field and field["default"] == value

    def take_state(self, change):
        if change is None:
            return
        if self.state_class is not None:
            self.rebuild(change)
            return
        entries = self.entries()
        if "all" in change:
            entries.clear()
            self.told_state.clear()
        for key in change["remove"]:
            entries.pop(key, None)
            self.told_state.pop(key, None)
        for key, value in change["all" if "all" in change else "set"]:
            if self.schema is not None and not self.is_unchecked(key, value):
                value = self.schema.build(self.fields.get(key), value, key.title())
            entries[key] = value
            self.told_state[key] = self.encode_state(key, value)

    def encode_state(self, key, value):
        if not isinstance(self.state, dict):
            return encode(value)
        odd = []
        text = encode(value, odd, (id(self.state),))
        (self.odd_state.add if odd else self.odd_state.discard)(key_text(key))
        return text

    def encoded_state(self):
        entries = self.entries()
        if self.state_class is not None and not isinstance(self.state, dict):
            try:
                entries = self.state.model_dump(mode="json", warnings=False)
            except Exception:  # a state that cannot be dumped is encoded like any other value
                pass
        return {key_text(key): self.encode_state(key, value) for key, value in list(entries.items())}

    def odd_field(self):
        """Returns the first field of the state that contains a value of no type of expressions, or None."""
        self.odd_state.intersection_update(self.told_state)
        return next((key for key in self.told_state if key in self.odd_state), None)

    def view(self, change):
        if change is None:
            return {}
        if change["fresh"]:
            self.outputs.clear()
            self.mutable.clear()
            self.results.clear()
        for name in change["remove"]:
            self.outputs.pop(name, None)
            self.mutable.pop(name, None)
        for name, value in change["set"]:
            self.take_output(name, value, encode(value))
        for name in change["adopt"]:
            self.take_output(name, *self.results.pop(name))
        return dict(self.outputs)

    def take_output(self, name, value, text):
        self.outputs[name] = value
        self.told_outputs[name] = text
        self.mutable.pop(name, None)
        if value is not None and not isinstance(value, (str, int, float)):
            self.mutable[name] = value

    # Reporting what the code has changed.

    def state_changes(self):
        texts = self.encoded_state()
        told, self.told_state = self.told_state, texts
        if texts == told and list(texts) == list(told):
            return None
        kept = [key for key in told if key in texts]
        if kept + [key for key in texts if key not in told] != list(texts):
            return b'{"all":' + pairs(texts) + b"}"
        changed = {key: text for key, text in texts.items() if told.get(key) != text}
        removed = compact([key for key in told if key not in texts]).encode()
        return b'{"set":' + pairs(changed) + b',"remove":' + removed + b"}"

    def output_changes(self):
        if not self.mutable or self.are_as_told():
            return None
        changed = {}
        for name, value in self.mutable.items():
            text = encode(value)
            if text != self.told_outputs[name]:
                changed[name] = self.told_outputs[name] = text
        return pairs(changed) if changed else None

    def are_as_told(self):
        """Returns True if no output has changed. Compares all of them at once; False if that is not possible."""
        try:
            now = compact(list(self.mutable.values())).encode()
        except (TypeError, ValueError, RecursionError, RuntimeError):
            return False
        return now == b"[%s]" % b",".join(map(self.told_outputs.__getitem__, self.mutable))

    def action(self, request):
        key = (request["path"], request["kind"], request["source"])
        with self.lock:
            found = self.actions.get(key)
        if found is None:
            # Two threads that import a package with circular imports, such as CrewAI, can block each other.
            with IMPORTING:
                found = KINDS[request["kind"]](self, request)
            with self.lock:
                found = self.actions.setdefault(key, found)
        return found

    def finish(self, result, in_step):
        """Returns the result of an action. A coroutine is awaited on the event loop of the run."""
        if inspect.isgenerator(result) and not in_step:
            raise TypeError("object generator can't be used in 'await' expression")
        if not inspect.isawaitable(result):
            return result
        asyncio = importlib.import_module("asyncio")  # slow to import, and few flows need it
        with self.lock:
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                threading.Thread(target=self.loop.run_forever, daemon=True).start()

        async def wait():
            return await result

        return asyncio.run_coroutine_threadsafe(wait(), self.loop).result()

    def prepare_flow(self):
        """Imports the input provider of the document before the first function runs."""
        if not self.is_prepared:
            self.flow.input_provider = self.questions.import_provider()
            self.is_prepared = True

    def find_call(self):
        """Returns the current call. In a thread that the code started, this is the newest one."""
        call = CALL.get()
        with self.lock:
            if call is None and not self.running:
                raise RuntimeError("ask() was called after the method had ended")
            return call if call is not None else self.running[max(self.running)]

    def perform(self, request, call):
        CALL.set(call)
        with self.lock:
            self.running[call.number] = call
        parts = {}
        result = None
        try:
            action = self.action(request)
            if request.get("describe"):
                parts["about"] = encode(action.describe())
            if not request["check"]:
                if (told := request.get("restore")) is not None:
                    result = restore(told["value"], told["shape"])
                else:
                    result = self.finish(action.run(call), request["path"].endswith(".action"))
                parts["value"] = encode(result)
                if request["kind"] == "tool" and (shape := shape_of(result)) is not None:
                    parts["shape"] = encode(shape)
                if request["router"] and (label := label_text(result)) is not None:
                    parts["label"] = encode(label)
        except BaseException as error:  # SystemExit and similar exceptions fail the flow, not the helper
            parts["failure"] = compact(self.failure(error, request)).encode()
        for output in (sys.stdout, sys.stderr):
            getattr(output, "end", lambda _call: None)(call)
        with self.lock:
            self.running.pop(call.number, None)
            try:
                self.answer(call, result, parts)
            except BaseException as error:
                text = compact(self.failure(error, request)).encode()
                self.channel.send(join({"id": b"%d" % request["id"], "failure": text}))

    def answer(self, call, result, parts):
        parts = {"id": b"%d" % call.number, **parts}
        if not call.request["check"]:
            parts["state"] = self.state_changes()
            parts["outputs"] = self.output_changes()
            item = encode(call.item)
            parts["item"] = item if item != call.item_text else None
            if self.odd_state and (odd := self.odd_field()) is not None:
                parts["odd"] = encode(odd)
            if call.tool_failure is not None:
                parts["tool_failure"] = encode(call.tool_failure)
        if troupe_python_hooks.has_hooks():
            parts["hooks"] = b"true"
        if "value" in parts:
            self.results[call.request["method"]] = (result, parts["value"])
        line = join({key: text for key, text in parts.items() if text is not None})
        if len(line) >= LIMIT_LINE:
            line = compact({"id": call.number, "large": len(line)}).encode()
        self.channel.send(line)

    def failure(self, error, request):
        script = self.scripts.get(f"crewai.flow.script.{self.flow_name}#{request['path']}")
        line = 0
        if script is not None and script.broken is error:
            line = error.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__):
            if script is not None and frame.filename == script.name:
                line = frame.lineno
        try:
            message = str(error)
            if request["check"] and error.__cause__ is not None:
                message += f" ({type(error.__cause__).__name__}: {error.__cause__})"
            missing, old = explain(error)
            message += f". {old}" if old is not None and old not in message else ""
        except Exception:
            message, missing = "", None
        text = "".join(self.report(error, script).format())[-LIMIT_TRACEBACK:]
        reason = told = None
        if isinstance(error, InvalidRefError):
            reason = "reference"
        elif request["kind"] == "tool":
            reason = Tool.reason(error)
            told = Tool.told(error)
        return {
            "class": type(error).__name__,
            "message": message.encode("utf-8", "replace").decode(),
            "line": line,
            "document_line": script.document_line(line) if script else 0,
            "reason": reason if isinstance(reason, str) else None,
            "told": told.encode("utf-8", "replace").decode() if told is not None else None,
            "missing": missing,
            "traceback": text.encode("utf-8", "replace").decode(),
        }

    def report(self, error, script):
        """Returns the traceback without frames of the helper, with the lines of scripts numbered as in the document."""
        report = traceback.TracebackException.from_exception(error)
        if script is not None and script.broken is error:
            report.stack.clear()
            report.filename = script.place[0]
            report.lineno = str(script.document_line(error.lineno) or error.lineno)
            return report
        parts = [report]
        for part in parts:
            parts += [more for more in (part.__cause__, part.__context__) if more is not None]
            kept = [frame for frame in part.stack if not frame.filename.startswith(OURS)]
            first = [place for place, frame in enumerate(kept) if frame.filename in self.scripts]
            part.stack[:] = map(self.frame, kept[first[0] if first else 0 :])
        return report

    def frame(self, frame):
        script = self.scripts.get(frame.filename)
        if script is None:
            return frame
        line = frame.lineno or 1
        text = script.lines[line - 1].strip() if line <= len(script.lines) else ""
        place = script.document_line(line) or line
        name = script.path if frame.name == "_flow_script" else frame.name
        return traceback.FrameSummary(script.place[0], place, name, lookup_line=False, line=text)
