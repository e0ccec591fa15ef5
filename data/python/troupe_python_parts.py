# troupe_python_parts.py: stand-ins for the CrewAI classes that code instantiates or derives from
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stand-ins for CrewAI's models, agents, tasks, converters and sources; most of them only store their arguments."""

import functools
import importlib
import json
import re
import threading
import typing

from troupe_python_pydantic import import_pydantic


def settle(kind, module, name=None):
    """Sets the module and the name that the class has in CrewAI."""
    kind.__module__ = module
    kind.__qualname__ = kind.__name__ = name or kind.__name__
    return kind


class Given:
    """Stores its keyword arguments as attributes, and their names in `model_fields_set`."""

    _defaults = {}

    def __init__(self, **given):
        for name, value in {**self._defaults, **given}.items():
            setattr(self, name, value)
        self.model_fields_set = set(given)
        self.model_post_init(None)

    def model_post_init(self, _context):
        pass


class BaseLLM:
    """Base class of models that are implemented in Python."""

    is_litellm = False

    def __init__(self, model, temperature=None, api_key=None, base_url=None, provider=None, stop=None, **more):
        self.model = model
        self.temperature = temperature
        self.api_key = api_key
        self.base_url = base_url
        self.provider = provider
        self.stop = [stop] if isinstance(stop, str) else list(stop or [])
        self.additional_params = more
        self._token_usage = {}

    def call(self, messages, tools=None, callbacks=None, available_functions=None, from_task=None, from_agent=None,
             response_model=None):
        raise NotImplementedError(f"{type(self).__name__} must implement call()")

    async def acall(self, messages, **options):
        return self.call(messages, **options)

    def supports_stop_words(self):
        return True

    def get_context_window_size(self):
        return 4096

    def _track_token_usage_internal(self, usage):
        for name in ("prompt_tokens", "completion_tokens"):
            self._token_usage[name] = self._token_usage.get(name, 0) + (usage.get(name) or 0)
        self._token_usage["total_tokens"] = sum(
            self._token_usage[name] for name in ("prompt_tokens", "completion_tokens"))


class LLM(BaseLLM):
    """A model that Troupe calls."""


NUMBERS = {"max_iter": 25, "max_retry_limit": 2, "guardrail_max_retries": 3}
FLAGS = {"allow_delegation": False, "verbose": False, "cache": True, "respect_context_window": True,
         "use_better_compaction": True, "use_system_prompt": True, "inject_date": False, "planning": False,
         "reasoning": False}
AGENT_FIELDS = {
    **NUMBERS, **FLAGS, "date_format": "%Y-%m-%d", "llm": None, "tools": [],
    **dict.fromkeys(("max_rpm", "max_execution_time", "max_tokens", "system_template", "prompt_template",
                     "response_template", "max_reasoning_attempts", "memory", "knowledge_sources", "knowledge_config",
                     "planning_config", "embedder", "skills", "mcps", "apps", "guardrail", "step_callback",
                     "tool_failure_policy", "function_calling_llm", "executor_class", "agent_executor", "crew")),
    "callbacks": [],
}
TASK_FIELDS = {
    **dict.fromkeys(("name", "agent", "output_file", "callback", "guardrail", "output_json", "output_pydantic",
                     "response_model", "converter_cls", "tool_failure_policy", "allow_crewai_trigger_context", "output",
                     "context", "prompt_context")),
    "tools": [], "guardrails": None, "guardrail_max_retries": 3, "async_execution": False, "human_input": False,
    "markdown": False, "create_directory": True,
}
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_\-]*)}")


def interpolate(text, inputs):
    for name in dict.fromkeys(PLACEHOLDER.findall(text)):
        if name not in inputs:
            raise KeyError(f"Template variable '{name}' not found in inputs dictionary")
        text = text.replace("{" + name + "}", str(inputs[name]))
    return text


class Texts:
    """Mixin for texts with placeholders. Stores the original texts, which are filled in again by each call."""

    def fill(self, names, inputs):
        kept = self.__dict__.setdefault("_texts", {})
        for name in names:
            text = kept.setdefault(name, getattr(self, name, None))
            if isinstance(text, str) and inputs:
                setattr(self, name, interpolate(text, inputs))


class AgentWays(Texts):
    def interpolate_inputs(self, inputs):
        self.fill(("role", "goal", "backstory"), inputs)

    def execute_task(self, task, context=None, tools=None):
        raise RuntimeError("This agent is not executing in a crew")


class TaskWays(Texts):
    def execute_sync(self, agent=None, context=None, tools=None):
        return self._execute_core(agent or self.agent, context, tools)

    def _execute_core(self, agent, context, tools):
        raise RuntimeError("This task is not executing in a crew")

    def prompt(self):
        return f"{self.description}\n{self.expected_output}"

    def interpolate_inputs_and_add_conversation_history(self, inputs):
        self.fill(("description", "expected_output", "output_file"), inputs)


class ConditionalWays:
    def should_execute(self, context):
        if self.condition is None:
            raise ValueError("No condition function set for conditional task")
        return bool(self.condition(context))


class ExecutorWays:
    def __init__(self, **given):
        vars(self).update(given)

    def invoke(self, inputs):
        # CrewAI's own class fails in the same way if it is subclassed.
        raise RuntimeError("Agent execution ended without reaching a final answer.")


def make_base(name, texts, fields):
    """Creates a class with these fields: of Pydantic if it is installed, so that validators of the project run."""
    try:
        pydantic = import_pydantic()
    except ImportError:
        return type(name, (Given,), {**fields, "_known": (*texts, *fields)})
    base = type("Base", (pydantic.BaseModel,), {"model_config": {"arbitrary_types_allowed": True},
                                                "__module__": __name__})
    return pydantic.create_model(name, __base__=base, __module__=__name__, **{one: (str, ...) for one in texts},
                                 **{one: (typing.Any, default) for one, default in fields.items()})


MAKING = threading.RLock()


def crew_classes():
    """Returns the classes, the same ones in all threads, because subclasses of a copy would not be recognized."""
    with MAKING:
        return made_classes()


@functools.lru_cache(maxsize=None)
def made_classes():
    agent = make_base("AgentFields", ("role", "goal", "backstory"), AGENT_FIELDS)
    task = make_base("TaskFields", ("description", "expected_output"), TASK_FIELDS)

    class BaseAgent(AgentWays, agent):
        pass

    class Agent(BaseAgent):
        pass

    class Task(TaskWays, task):
        pass

    conditional = make_base("ConditionFields", (), {"condition": None})

    class ConditionalTask(ConditionalWays, Task, conditional):
        pass

    class AgentExecutor(ExecutorWays):
        pass

    homes = {BaseAgent: "crewai.agents.agent_builder.base_agent", Agent: "crewai.agent.core", Task: "crewai.task",
             ConditionalTask: "crewai.tasks.conditional_task", AgentExecutor: "crewai.agents.agent_executor"}
    return {kind.__name__: settle(kind, home) for kind, home in homes.items()}


def lazily(*names):
    """Returns a function that makes a module create these classes when they are first accessed."""
    def fill(module):
        before = module.__dict__.get("__getattr__")

        def find(name):
            if name in names:
                return crew_classes()[name]
            if before is not None:
                return before(name)
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

        module.__getattr__ = find
    return fill


class PlanningConfig(Given):
    pass


class KnowledgeConfig(Given):
    pass


class Memory(Given):
    pass


class BaseKnowledgeSource(Given):
    _defaults = {"chunk_size": 4000, "chunk_overlap": 200, "metadata": {}, "storage": None}

    def __init__(self, **given):
        super().__init__(**given)
        if not hasattr(self, "chunks"):
            self.chunks = []

    def validate_content(self):
        raise NotImplementedError

    def add(self):
        raise NotImplementedError

    def _chunk_text(self, text):
        return [text[start:start + self.chunk_size]
                for start in range(0, len(text), self.chunk_size - self.chunk_overlap)]

    def _save_documents(self):
        raise ValueError("No storage found to save documents.")


class StringKnowledgeSource(BaseKnowledgeSource):
    source_type = "string"


class TextFileKnowledgeSource(BaseKnowledgeSource):
    source_type = "text_file"


class PDFKnowledgeSource(BaseKnowledgeSource):
    source_type = "pdf"


class CSVKnowledgeSource(BaseKnowledgeSource):
    source_type = "csv"


class JSONKnowledgeSource(BaseKnowledgeSource):
    source_type = "json"


class ExcelKnowledgeSource(BaseKnowledgeSource):
    source_type = "excel"


class CrewDoclingSource(BaseKnowledgeSource):
    source_type = "docling"


class Knowledge(Given):
    """A collection in a storage of a custom class."""

    _defaults = {"sources": [], "storage": None, "embedder": None}

    def query(self, query, results_limit=5, score_threshold=0.6):
        if self.storage is None:
            raise ValueError("Storage is not initialized.")
        return self.storage.search(query, limit=results_limit, score_threshold=score_threshold)

    def add_sources(self):
        for source in self.sources:
            source.storage = self.storage
            source.add()


class BaseKnowledgeStorage:
    def search(self, query, limit=5, metadata_filter=None, score_threshold=0.6):
        raise NotImplementedError


class CustomEmbeddingFunction:
    def __init__(self, **_given):
        pass

    def __call__(self, input):
        raise NotImplementedError("Subclasses must implement __call__ method")


class CustomProvider(Given):
    def model_dump(self, exclude=(), **_options):
        return {name: one for name, one in vars(self).items()
                if name not in exclude and name != "model_fields_set"}


class ConverterError(Exception):
    def __init__(self, message, *more):
        super().__init__(message, *more)
        self.message = message


class Converter:
    """Asks the model, in the prompt, for JSON that matches the class."""

    max_attempts = 3

    def __init__(self, text, llm, model, instructions, max_attempts=3, **more):
        self.text = text
        self.llm = llm
        self.model = model
        self.instructions = instructions
        self.max_attempts = max_attempts
        vars(self).update(more)

    def _build_messages(self):
        return [{"role": "system", "content": self.instructions}, {"role": "user", "content": self.text}]

    def _read(self, answer):
        if not isinstance(answer, str):
            return answer
        start, end = answer.find("{"), answer.rfind("}")
        return self.model.model_validate(json.loads(answer[start:end + 1] if 0 <= start < end else answer))

    def to_pydantic(self, current_attempt=1):
        try:
            return self._read(self.llm.call(self._build_messages()))
        except Exception as error:
            if current_attempt < self.max_attempts:
                return self.to_pydantic(current_attempt + 1)
            raise ConverterError(f"Failed to convert text into a Pydantic model due to error: {error}") from error

    def to_json(self, current_attempt=1):
        return self.to_pydantic(current_attempt).model_dump()


class ToolFilterContext(Given):
    pass


SOURCES = {"string": StringKnowledgeSource, "text_file": TextFileKnowledgeSource, "pdf": PDFKnowledgeSource,
           "csv": CSVKnowledgeSource, "json": JSONKnowledgeSource, "excel": ExcelKnowledgeSource,
           "crew_docling": CrewDoclingSource, "base": BaseKnowledgeSource}


def filler(name, kinds):
    for kind in kinds:
        if kind.__module__ == __name__:
            settle(kind, name)

    def fill(module):
        for kind in kinds:
            setattr(module, kind.__name__, kind)
    return fill


def source_module(key):
    return f"crewai.knowledge.source.{key}_source" if key == "crew_docling" else \
        f"crewai.knowledge.source.{key}_knowledge_source"


CUSTOM = "crewai.rag.embeddings.providers.custom"
MODULES = {
    "crewai.llms": lambda _module: None,
    "crewai.llms.base_llm": filler("crewai.llms.base_llm", [BaseLLM]),
    "crewai.llm": filler("crewai.llm", [LLM]),
    "crewai.agent": lazily("Agent"),
    "crewai.agent.core": lazily("Agent"),
    "crewai.agents": lambda _module: None,
    "crewai.agents.agent_builder": lambda _module: None,
    "crewai.agents.agent_builder.base_agent": lazily("BaseAgent"),
    "crewai.agents.agent_executor": lazily("AgentExecutor"),
    "crewai.task": lazily("Task"),
    "crewai.tasks.conditional_task": lazily("ConditionalTask"),
    "crewai.agent.planning_config": filler("crewai.agent.planning_config", [PlanningConfig]),
    "crewai.memory": filler("crewai.memory.unified_memory", [Memory]),
    "crewai.memory.unified_memory": filler("crewai.memory.unified_memory", [Memory]),
    "crewai.knowledge": lambda _module: None,
    "crewai.knowledge.knowledge_config": filler("crewai.knowledge.knowledge_config", [KnowledgeConfig]),
    "crewai.knowledge.source": lambda _module: None,
    **{source_module(key): filler(source_module(key), [kind]) for key, kind in SOURCES.items()},
    "crewai.knowledge.knowledge": filler("crewai.knowledge.knowledge", [Knowledge]),
    "crewai.knowledge.storage": lambda _module: None,
    "crewai.knowledge.storage.base_knowledge_storage": filler("crewai.knowledge.storage.base_knowledge_storage",
                                                              [BaseKnowledgeStorage]),
    "crewai.rag": lambda _module: None,
    "crewai.rag.embeddings": lambda _module: None,
    "crewai.rag.embeddings.providers": lambda _module: None,
    CUSTOM: filler(CUSTOM + ".custom_provider", [CustomProvider]),
    CUSTOM + ".custom_provider": filler(CUSTOM + ".custom_provider", [CustomProvider]),
    CUSTOM + ".embedding_callable": filler(CUSTOM + ".embedding_callable", [CustomEmbeddingFunction]),
    "crewai.mcp": filler("crewai.mcp.filters", [ToolFilterContext]),
    "crewai.mcp.filters": filler("crewai.mcp.filters", [ToolFilterContext]),
    "crewai.utilities.converter": filler("crewai.utilities.converter", [Converter, ConverterError]),
}


def fill_crewai(module):
    lazily("Agent", "Task")(module)
    for kind in (BaseLLM, LLM, Memory, PlanningConfig):
        setattr(module, kind.__name__, kind)


def make(name):
    """Returns a class of CrewAI, or its stand-in if CrewAI is not installed."""
    module, _, kind = name.rpartition(".")
    return getattr(importlib.import_module(module), kind)
