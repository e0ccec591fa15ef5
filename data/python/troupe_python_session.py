# troupe_python_session.py: executes the code of a run and maintains the live objects that it can access
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls scripts, functions and tools with the same arguments as CrewAI; they can change the same objects."""

import __future__
import _ast
import contextvars
import importlib
import os
import sys
import threading
import traceback
import types
from collections.abc import Awaitable

from troupe_python_modules import LOCK as IMPORTING
from troupe_python_modules import InvalidRefError
from troupe_python_pydantic import explain
from troupe_python_values import (
    LIMIT_LINE,
    Schema,
    compact,
    encode,
    join,
    key_text,
    label_text,
    pairs,
    restore,
    shape_of,
)

LIMIT_TRACEBACK = 64 * 1024
OURS = os.path.dirname(os.path.abspath(__file__))

CALL = contextvars.ContextVar("troupe_call", default=None)


def parse(code, shown):
    """Returns what `ast.parse()` returns, without importing that module."""
    return compile(code, shown, "exec", _ast.PyCF_ONLY_AST)


def list_imports(node):
    """Yields the names of the modules that the code imports; that of a relative import is empty."""
    nodes = [node]
    while nodes:
        node = nodes.pop()
        if isinstance(node, _ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, _ast.ImportFrom):
            yield "" if node.level else node.module
        for name in node._fields:
            inner = getattr(node, name, None)
            nodes += [one for one in (inner if isinstance(inner, list) else [inner]) if isinstance(one, _ast.AST)]


def is_standard(name):
    return name.partition(".")[0] in getattr(sys, "stdlib_module_names", ())


def is_awaitable(value):
    is_coroutine = isinstance(value, types.GeneratorType) and value.gi_code.co_flags & 0x100  # CO_ITERABLE_COROUTINE
    return isinstance(value, (types.CoroutineType, Awaitable)) or bool(is_coroutine)


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
            body = parse(code, shown).body
            if not all(is_standard(name) for node in body for name in list_imports(node)):
                session.complete()
            module = parse("def _flow_script(state, outputs, input, item):\n  pass", shown)
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
        self.kinds = self.questions = self.conversions = self.objects = None
        self.input_provider = start["input_provider"]
        self.state_class = self.state_error = None
        if start["state_class"] is not None:
            try:
                self.complete()
                self.state_class = self.kinds.import_state(start["state_class"])
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
        self.running = {}
        self.is_prepared = False
        self.loop = None

    def complete(self):
        """Imports what a simple script does not need, before code of the document that may need it.

        Later, the folder of a crew can be the first one in which Python looks for the modules that these import.
        """
        if self.kinds is None:
            kinds = importlib.import_module("troupe_python_kinds")
            kinds.complete(self)
            self.kinds = kinds

    def find_kind(self, name):
        if name == "script":
            return Script
        self.complete()
        return self.kinds.KINDS[name]

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
                found = self.find_kind(request["kind"])(self, request)
            with self.lock:
                found = self.actions.setdefault(key, found)
        return found

    def finish(self, result, in_step):
        """Returns the result of an action. A coroutine is awaited on the event loop of the run."""
        if isinstance(result, types.GeneratorType) and not in_step:
            raise TypeError("object generator can't be used in 'await' expression")
        if not is_awaitable(result):
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
        hooks = sys.modules.get("troupe_python_hooks")
        if hooks is not None and hooks.has_hooks():
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
        elif request["kind"] == "tool" and self.kinds is not None:
            reason = self.kinds.Tool.reason(error)
            told = self.kinds.Tool.told(error)
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
