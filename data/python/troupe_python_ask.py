# troupe_python_ask.py: questions that the code of a flow asks with `Flow.ask()`
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends the questions to Troupe, which asks the user, unless the flow has an input provider of its own.

Also contains the stand-ins for CrewAI's modules about input providers.
"""

import contextvars
import datetime
import inspect
import queue
import sys
import threading

from troupe_python_modules import InvalidRefError, resolve
from troupe_python_values import LIMIT_LINE, encode, join, pairs


class InputResponse:
    """Stand-in for the class with which an input provider also returns metadata."""

    def __init__(self, text, metadata=None):
        self.text = text
        self.metadata = metadata

    def __repr__(self):
        return f"InputResponse(text={self.text!r}, metadata={self.metadata!r})"

    def __eq__(self, other):
        return isinstance(other, InputResponse) and vars(self) == vars(other)


class InputProvider:
    """Stand-in for the protocol of input providers, to which only the method matters."""


class ConsoleProvider:
    """Stand-in for CrewAI's own input provider. Troupe asks instead."""

    def __init__(self, verbose=True):
        self.verbose = verbose

    def request_input(self, message, flow, metadata=None):
        return flow.ask(message, metadata=metadata)


class FlowConfig:
    input_provider = None
    hitl_provider = None


def fill_providers(module):
    module.InputResponse, module.InputProvider = InputResponse, InputProvider


def fill_console(module):
    module.ConsoleProvider = ConsoleProvider


def fill_config(module):
    module.FlowConfig, module.flow_config = FlowConfig, FlowConfig()


MODULES = {
    "crewai.flow.input_provider": fill_providers,
    "crewai.flow.async_feedback": fill_console,
    "crewai.flow.async_feedback.providers": fill_console,
    "crewai.flow.flow_config": fill_config,
}


def find_class(module, name, own):
    """Returns the class of CrewAI if the code has imported it, or the stand-in."""
    return getattr(sys.modules.get(module), name, own)


def is_provider(value):
    return callable(getattr(value, "request_input", None))


class Questions:
    def __init__(self, session, reference):
        self.session = session
        self.reference = reference
        self.lock = threading.Lock()
        self.waiting = {}
        self.last = 0

    def import_provider(self):
        """Returns the input provider of the document, or None. A class is instantiated, as in CrewAI."""
        if self.reference is None:
            return None
        made = resolve(self.reference)
        if inspect.isclass(made):
            try:
                made = made()
            except Exception as error:
                raise InvalidRefError(f"cannot instantiate input_provider ref {self.reference!r} without arguments: "
                                      f"{error}") from error
        if made is not None and not is_provider(made):
            raise InvalidRefError(f"Resolved input_provider {made!r} does not implement the InputProvider protocol "
                                  "(missing request_input).")
        return made

    def find_provider(self, flow):
        """Returns the provider that replaces the question to the user, or None."""
        found = flow.input_provider
        if found is None:
            found = getattr(getattr(sys.modules.get("crewai.flow.flow_config"), "flow_config", None), "input_provider", None)
        console = find_class("crewai.flow.async_feedback.providers", "ConsoleProvider", ConsoleProvider)
        return None if type(found) is console else found

    def ask(self, flow, call, message, timeout, metadata):
        if not isinstance(message, str):
            raise TypeError(f"The message of ask() must be a string, not {type(message).__name__}")
        if metadata is not None and not isinstance(metadata, dict):
            raise TypeError(f"The metadata of ask() must be a dictionary, not {type(metadata).__name__}")
        provider = self.find_provider(flow)
        number, answers = self.begin(call, message, timeout, metadata, provider is not None)
        answer = answers.get()
        response, response_metadata = answer["text"], None
        if provider is not None:
            response, response_metadata = self.read(self.request(provider, flow, message, timeout, metadata))
            self.send(call, "asked", {"number": b"%d" % number, "response": encode(response), "metadata": encode(response_metadata)})
        flow._input_history.append({"message": message, "response": response, "method_name": answer["method"],
                                    "timestamp": datetime.datetime.now(), "metadata": metadata,
                                    "response_metadata": response_metadata})
        return response

    def begin(self, call, message, timeout, metadata, has_provider):
        """Sends a question. Returns its number and the queue that receives the answer."""
        answers = queue.SimpleQueue()
        with self.lock:
            self.last += 1
            number = self.last
            self.waiting[number] = answers
        with self.session.lock:
            state = pairs(self.session.encoded_state())
        parts = {"number": b"%d" % number, "message": encode(message), "metadata": encode(metadata),
                 "timeout": encode(None if timeout is None else float(timeout)),
                 "provider": encode(has_provider), "state": state}
        try:
            self.send(call, "asks", parts)
        except BaseException:
            with self.lock:
                self.waiting.pop(number, None)
            raise
        return number, answers

    def send(self, call, what, parts):
        line = join({"id": b"%d" % call.number, what: join(parts)})
        if len(line) >= LIMIT_LINE:
            raise ValueError(f"The question of ask() and the state are {len(line)} bytes, but the limit is "
                             f"{LIMIT_LINE}")
        self.session.channel.send(line)

    def take(self, answer):
        """Receives an answer of Troupe."""
        with self.lock:
            waiting = self.waiting.pop(answer["number"], None)
        if waiting is not None:
            waiting.put(answer)

    @staticmethod
    def request(provider, flow, message, timeout, metadata):
        """Returns what the provider answers, or None after the timeout or an error, as CrewAI does."""
        if timeout is None:
            try:
                return provider.request_input(message, flow, metadata=metadata)
            except Exception:
                return None
        answers = queue.SimpleQueue()

        def work():
            try:
                answers.put(provider.request_input(message, flow, metadata))
            except Exception:
                answers.put(None)

        threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True).start()
        try:
            return answers.get(timeout=max(0, timeout))
        except queue.Empty:
            return None

    @staticmethod
    def read(answer):
        response = find_class("crewai.flow.input_provider", "InputResponse", InputResponse)
        if isinstance(answer, response):
            return answer.text, answer.metadata
        return (answer if isinstance(answer, str) else None), None
