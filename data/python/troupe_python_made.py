# troupe_python_made.py: objects that Python code creates for a crew
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts such an object to the form that it has in a document: a model to its name and settings, an agent to its
fields, sources to texts and files. A model of a custom class stays in this process and is called here.
"""

import dataclasses
import enum
import importlib
import inspect
import json
import os
import queue
import sys
import threading
import types

from troupe_python_modules import InvalidRefError, resolve
from troupe_python_pydantic import import_pydantic
from troupe_python_values import jsonable

PREFIX = "python/"
DEEPEST = 64
# The attributes of CrewAI's model classes that are settings of a model in a document.
SETTINGS = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "frequency_penalty",
            "presence_penalty", "n", "stop", "stream", "api_key", "base_url", "api_base", "api_version", "timeout",
            "max_retries", "reasoning_effort", "region_name", "logprobs", "top_logprobs")
USAGE = ("prompt_tokens", "completion_tokens", "total_tokens", "cached_prompt_tokens", "reasoning_tokens",
         "cache_creation_tokens")
# The largest chunk size that a document accepts, so that existing chunks are not split again.
WHOLE = 1_000_000


def home(kind):
    """Returns the module of a class, and the first class in its MRO that is CrewAI's, or None."""
    found = [one for one in kind.__mro__ if one.__module__.partition(".")[0] == "crewai"]
    return kind.__module__, found[0] if found else None


def is_own(kind):
    """Returns whether the class is CrewAI's own, or its stand-in, and not a custom subclass."""
    module, first = home(kind)
    return first is kind


def is_model(value):
    return callable(getattr(value, "call", None)) and isinstance(getattr(value, "model", None), str)


def is_source(value):
    return callable(getattr(value, "add", None)) and hasattr(value, "chunk_size")


def is_agent(value):
    return all(isinstance(getattr(value, name, None), str) for name in ("role", "goal", "backstory"))


def is_a(value, module, name):
    """Returns whether the value is an instance of this class of CrewAI; False if its module is not imported."""
    kind = getattr(sys.modules.get(module), name, None)
    return inspect.isclass(kind) and isinstance(value, kind)


class UnrepresentableError(TypeError):
    """Raised for an object that cannot be represented in a document."""


def given_fields(value):
    """Returns the fields that were set explicitly, by name."""
    given = getattr(value, "model_fields_set", None)
    if given is None and dataclasses.is_dataclass(value):
        given = [field.name for field in dataclasses.fields(value)]
    elif given is None:
        given = [name for name in vars(value) if not name.startswith("_")]
    known = getattr(type(value), "model_fields", None)
    names = [name for name in (known or given) if name in given]
    return {name: getattr(value, name) for name in names}


class ObjectConverter:
    """Converts an object to the form that it has in a document."""

    is_early = False

    def __init__(self, session):
        self.session = session

    def told(self, value, place, depth):
        if depth > DEEPEST:
            raise UnrepresentableError(f"{place} is nested too deeply")
        if value is None or isinstance(value, (bool, int, float, str)):
            return value.value if isinstance(value, enum.Enum) else value
        if isinstance(value, enum.Enum):
            return self.told(value.value, place, depth + 1)
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        if isinstance(value, dict):
            return {str(key): self.told(one, f"{place}[{key!r}]", depth + 1) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            told = [self.told(one, f"{place}[{index}]", depth + 1) for index, one in enumerate(value)]
            # One source can be converted to several.
            return [more for one in told for more in (one if isinstance(one, list) else [one])]
        if is_model(value):
            return self.told_model(value, place)
        if is_source(value):
            return self.told_source(value)
        if is_agent(value):
            return self.told_agent(value, place, depth)
        return self.told_other(value, place, depth)

    def told_model(self, model, place):
        if is_own(type(model)):
            return self.told_settings(model)
        raise UnrepresentableError(f"{place} is a model of a custom class: refer to it in the document as "
                          '{"python": "module.model"}')

    @staticmethod
    def told_settings(model):
        provider = getattr(model, "provider", None)
        name = model.model
        told = {"model": f"{provider}/{name}" if provider and "/" not in name else name}
        for key in SETTINGS:
            value = getattr(model, key, None)
            if isinstance(value, (bool, int, float, str)) or isinstance(value, list) and value:
                told[key] = value
        more = getattr(model, "additional_params", None)
        return {**more, **told} if isinstance(more, dict) else told

    def told_source(self, source):
        kind = getattr(source, "source_type", None)
        if is_own(type(source)) and isinstance(kind, str):
            told = {"source_type": kind}
            for key in ("content", "file_path", "file_paths", "chunk_size", "chunk_overlap", "metadata"):
                value = getattr(source, key, None)
                if value is not None and value != {} and value != []:
                    told[key] = jsonable(self.paths(value), None, 0, ())
            return told
        if self.is_early:
            return []
        return [{"source_type": "string", "content": text, "chunk_size": WHOLE, "chunk_overlap": 0}
                for text in self.chunks(source)]

    @staticmethod
    def paths(value):
        if isinstance(value, list):
            return [Made.paths(one) for one in value]
        return os.fspath(value) if isinstance(value, os.PathLike) else value

    @staticmethod
    def chunks(source):
        """Returns the chunks that a source of a custom class would store."""
        kept = []

        def keep(documents, *_more, **_options):
            kept.extend(documents)

        bound = {"_save_documents": lambda: keep(source.chunks)}
        for name, function in bound.items():
            object.__setattr__(source, name, function)
        try:
            source.add()
        finally:
            for name in bound:
                object.__delattr__(source, name)
        if not all(isinstance(one, str) for one in kept):
            raise UnrepresentableError(f"the chunks of the source {type(source).__name__} must be strings")
        return kept

    def told_agent(self, agent, place, depth):
        if not is_own(type(agent)):
            self.refuse_methods(agent, place)
        told = {}
        for name, value in given_fields(agent).items():
            if name in ("tools", "mcps", "apps") and value:
                raise UnrepresentableError(f"{place}.{name}: an agent that Python code creates cannot have tools, as a manager "
                                  "cannot in CrewAI: assign them to the agents of the crew")
            if callable(value) and not is_model(value):
                raise UnrepresentableError(f"{place}.{name}: functions of an agent that Python code creates are not called: "
                                  "define the agent in the document and refer to the function there")
            if value is None or name in ("id", "crew", "agent_executor", "executor_class", "cache_handler"):
                continue
            if value or isinstance(value, (bool, int, float)):
                told[name] = self.told(value, f"{place}.{name}", depth + 1)
        return told

    @staticmethod
    def refuse_methods(agent, place):
        """Rejects a custom class that defines methods: it may only change values."""
        for kind in type(agent).__mro__:
            if kind.__module__.partition(".")[0] in ("crewai", "pydantic", "builtins", "abc"):
                continue
            for name, member in vars(kind).items():
                if isinstance(member, types.FunctionType) and not name.startswith("__"):
                    raise UnrepresentableError(f"{place}: {kind.__name__}.{name}() changes how the agent works, which is not "
                                      "supported: run the crew with CrewAI")

    def told_known(self, knowledge, place):
        """Returns a reference to the knowledge, which stays in this process and is queried here."""
        storage = getattr(knowledge, "storage", None)
        own_way = not is_own(type(knowledge)) and "query" in vars(type(knowledge))
        if not own_way and (storage is None or is_own(type(storage))):
            raise UnrepresentableError(f"{place} stores its knowledge in CrewAI's own storage, which is not available: list "
                              "its sources in knowledge_sources")
        return {"python": self.source.replace(":", ".")}

    def told_embedder(self, _provider):
        return {"provider": PREFIX + self.source}

    def told_other(self, value, place, depth):
        kind = type(value)
        if value is getattr(self, "target", None) and is_a(value, "crewai.knowledge.knowledge", "Knowledge"):
            return self.told_known(value, place)
        if value is getattr(self, "target", None) and inspect.isclass(getattr(value, "embedding_callable", None)) and \
                is_a(value, "crewai.rag.embeddings.providers.custom.custom_provider", "CustomProvider"):
            return self.told_embedder(value)
        base = getattr(value, "path", None)
        if kind.__name__ == "Skill" and isinstance(base, os.PathLike):
            return os.fspath(base)
        if is_own(kind) and (hasattr(kind, "model_fields") or dataclasses.is_dataclass(value)):
            return {name: self.told(one, f"{place}.{name}", depth + 1)
                    for name, one in given_fields(value).items() if one is not None}
        raise UnrepresentableError(f"{place} is a {kind.__module__}.{kind.__qualname__}, which cannot be represented in a "
                          "document: run the crew with CrewAI")


class Made(ObjectConverter):
    """The object that a Python reference resolves to."""

    def __init__(self, session, request):
        self.session = session
        self.source = request["source"]
        self.target = resolve(self.source)
        self.models = {}
        self.embedder = None
        kind = self.target
        if inspect.isclass(kind) or inspect.ismodule(kind) or inspect.isroutine(kind):
            raise InvalidRefError(f"{self.source!r} is a class, a module or a function, not an object")
        if request["path"].rpartition(".")[2] == "knowledge" and \
                not is_a(kind, "crewai.knowledge.knowledge", "Knowledge"):
            raise UnrepresentableError(f"{self.source} must be a Knowledge object of CrewAI")
        # Reports errors before the run starts. Custom sources are excluded: they are read when they are needed.
        self.is_early = True
        self.tell(None)
        self.is_early = False

    def run(self, call):
        given = call.arguments
        return getattr(self, given["use"])(given["value"])

    # Converting the object to the form of a document.

    def tell(self, _value):
        self.models.clear()
        return self.told(self.target, self.source.rpartition(":")[2], 0)

    def told_model(self, model, place):
        if is_own(type(model)):
            return self.told_settings(model)
        name = self.source if model is self.target else f"{self.source}#{len(self.models)}"
        self.models[name] = model
        knows = getattr(model, "supports_function_calling", None)
        told = {"model": PREFIX + name, "supports_function_calling": bool(callable(knows) and knows())}
        size = getattr(model, "get_context_window_size", None)
        if callable(size):
            told["context_window_size"] = int(size())
        return told

    # Calling models, knowledge and embedders.

    def ask(self, value):
        if not self.models:
            self.tell(None)
        model = self.models[value["name"]]
        tools = value["tools"] or None
        given = {"tools": tools, "callbacks": None, "available_functions": None, "from_task": None,
                 "from_agent": None, "response_model": None}
        taken = inspect.signature(model.call).parameters
        if not any(one.kind is one.VAR_KEYWORD for one in taken.values()):
            given = {name: one for name, one in given.items() if name in taken}
        before = self.counted(model)
        answer = self.session.finish(model.call(value["messages"], **given), True)
        after = self.counted(model)
        usage = {name: after[name] - before[name] for name in USAGE}
        return {**self.read(answer), "usage": usage}

    def look_up(self, value):
        found = self.session.finish(self.target.query([value["text"]], results_limit=value["limit"],
                                                      score_threshold=value["threshold"]), True)
        texts = [one.get("content") if isinstance(one, dict) else getattr(one, "content", one)
                 for one in found or []]
        return [one for one in texts if isinstance(one, str) and one]

    def embed(self, texts):
        if self.embedder is None:
            more = self.target.model_dump(exclude={"embedding_callable"})
            self.embedder = self.target.embedding_callable(**more)
        return [[float(number) for number in vector] for vector in self.session.finish(self.embedder(texts), True)]

    @staticmethod
    def counted(model):
        counted = getattr(model, "_token_usage", None)
        counted = counted if isinstance(counted, dict) else {}
        return {name: counted[name] if isinstance(counted.get(name), int) else 0 for name in USAGE}

    def read(self, answer):
        if isinstance(answer, list) and answer:
            calls = [self.read_call(one, place) for place, one in enumerate(answer)]
            if all(calls):
                return {"text": "", "calls": calls}
        dump = getattr(answer, "model_dump_json", None)
        if callable(dump):
            return {"text": dump(), "calls": []}
        if answer is None:
            return {"text": "", "calls": []}
        return {"text": answer if isinstance(answer, str) else str(answer), "calls": []}

    @staticmethod
    def read_call(one, place):
        def member(owner, name):
            return owner.get(name) if isinstance(owner, dict) else getattr(owner, name, None)

        function = member(one, "function") or one
        name = member(function, "name")
        arguments = member(function, "arguments")
        if arguments is None:
            arguments = member(function, "input")
        if not isinstance(name, str):
            return None
        if not isinstance(arguments, str):
            arguments = json.dumps(arguments if arguments is not None else {})
        number = member(one, "id")
        return {"id": number if isinstance(number, str) else f"call_{place}", "name": name, "arguments": arguments}


# Converters.


class AskedModel:
    """Proxy for the model of the agent whose answer is converted; Troupe makes the calls."""

    def __init__(self, conversation, name):
        self.conversation = conversation
        self.model = name
        self.stop = []

    def supports_function_calling(self):
        return False

    def call(self, messages, *_more, **_options):
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        return self.conversation.ask(jsonable(messages, None, 0, ()))

    async def acall(self, messages, *more, **options):
        return self.call(messages, *more, **options)


class Conversation:
    """Runs work in its own thread. Each request that it makes is returned by the call that started or continued it."""

    def __init__(self, work):
        self.questions = queue.Queue()
        self.answers = queue.Queue()
        threading.Thread(target=self.perform, args=(work,), daemon=True).start()

    def perform(self, work):
        try:
            self.questions.put({"value": work(self)})
        except BaseException as error:
            self.questions.put({"error": error})

    def ask(self, messages):
        self.questions.put({"asks": messages})
        answer = self.answers.get()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["text"]

    def next(self):
        said = self.questions.get()
        if "error" in said:
            raise said["error"]
        return said


class RunningConversations:
    """The running conversations, by number."""

    def __init__(self):
        self.conversations = {}

    def begin(self, number, conversation):
        self.conversations[number] = conversation
        return self.go_on(number)

    def answer(self, number, value):
        self.conversations[number].answers.put(value)
        return self.go_on(number)

    def go_on(self, number):
        """Returns the next request (`asks`) with the number of the conversation, or its final `value`."""
        try:
            said = self.conversations[number].next()
        except BaseException:
            self.conversations.pop(number, None)
            raise
        if "asks" in said:
            return {"number": number, "asks": said["asks"]}
        self.conversations.pop(number, None)
        return {"value": said["value"]}


def make_class(session, schema, reference):
    """Returns the class that an answer is converted to."""
    if reference is not None:
        return resolve(reference)
    try:
        made = importlib.import_module("crewai.utilities.pydantic_schema_utils").create_model_from_schema
    except (ImportError, AttributeError):
        made = class_of_schema
    return made(schema)


TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


class Plain(types.SimpleNamespace):
    """Replaces a model class if Pydantic is not installed: stores the values without validation."""

    @classmethod
    def model_validate(cls, values):
        return cls(**values)

    def model_dump(self, **_options):
        return dict(vars(self))


def class_of_schema(schema):
    try:
        pydantic = import_pydantic()
    except ImportError:
        return Plain
    required = schema.get("required") or ()
    fields = {}
    for name, one in (schema.get("properties") or {}).items():
        kind = TYPES.get(one.get("type"), object) if isinstance(one, dict) else object
        fields[name] = (kind, ... if name in required else None)
    return pydantic.create_model(schema.get("title") or "DynamicModel", **fields)


class Convert:
    """Converts answers with the `converter_cls` of a task."""

    def __init__(self, session):
        self.session = session
        self.lock = threading.Lock()
        self.under_way = RunningConversations()
        self.last = 0

    @staticmethod
    def check(target):
        base = importlib.import_module("crewai.utilities.converter").Converter
        if not inspect.isclass(target) or not issubclass(target, base):
            raise TypeError(f"{target!r} is not a subclass of {base.__module__}.{base.__name__}")

    def begin(self, target, value):
        model = make_class(self.session, value["schema"], value["reference"])

        def work(conversation):
            converter = target(llm=AskedModel(conversation, value["model"]), text=value["text"], model=model,
                               instructions=value["instructions"])
            made = converter.to_json() if value["is_json"] else converter.to_pydantic()
            return self.read(self.session.finish(made, True), value["text"])

        with self.lock:
            self.last += 1
            number = self.last
        return self.tell(self.under_way.begin(number, Conversation(work)))

    def answer(self, value):
        return self.tell(self.under_way.answer(value["number"], value))

    @staticmethod
    def tell(said):
        return said if "asks" in said else said["value"]

    @staticmethod
    def read(made, text):
        """Reads the result as CrewAI does: if it is an exception, the text remains unchanged."""
        if isinstance(made, Exception):
            return {"text": text}
        if hasattr(made, "model_dump"):
            return {"object": made.model_dump(mode="json")}
        if isinstance(made, dict):
            return {"object": jsonable(made, None, 0, ())}
        if isinstance(made, str):
            return {"text": made}
        raise TypeError(f"a converter must return a model, a dict or a string, not a {type(made).__name__}")
