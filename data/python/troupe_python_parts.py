# troupe_python_parts.py: stand-ins for the parts of a crew that code makes or derives from
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models, agents, converters and sources as far as a document's code makes them: they hold what they were given."""

import importlib
import json


def settle(kind, module, name=None):
    """Stands where CrewAI has it."""
    kind.__module__ = module
    kind.__qualname__ = kind.__name__ = name or kind.__name__
    return kind


class Given:
    """Keeps its keyword arguments, and knows which they were."""

    _defaults = {}

    def __init__(self, **given):
        for name, value in {**self._defaults, **given}.items():
            setattr(self, name, value)
        self.model_fields_set = set(given)


class BaseLLM:
    """A model that code asks itself."""

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
        raise NotImplementedError(f"{type(self).__name__} has no call()")

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
    """A model that Troupe asks."""


class Agent(Given):
    pass


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


class ConverterError(Exception):
    def __init__(self, message, *more):
        super().__init__(message, *more)
        self.message = message


class Converter:
    """Asks the model, in words, for JSON that fits the class."""

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


MODULES = {
    "crewai.llms": lambda _module: None,
    "crewai.llms.base_llm": filler("crewai.llms.base_llm", [BaseLLM]),
    "crewai.llm": filler("crewai.llm", [LLM]),
    "crewai.agent": filler("crewai.agent.core", [Agent]),
    "crewai.agent.planning_config": filler("crewai.agent.planning_config", [PlanningConfig]),
    "crewai.memory": filler("crewai.memory.unified_memory", [Memory]),
    "crewai.memory.unified_memory": filler("crewai.memory.unified_memory", [Memory]),
    "crewai.knowledge": lambda _module: None,
    "crewai.knowledge.knowledge_config": filler("crewai.knowledge.knowledge_config", [KnowledgeConfig]),
    "crewai.knowledge.source": lambda _module: None,
    **{source_module(key): filler(source_module(key), [kind]) for key, kind in SOURCES.items()},
    "crewai.mcp": filler("crewai.mcp.filters", [ToolFilterContext]),
    "crewai.mcp.filters": filler("crewai.mcp.filters", [ToolFilterContext]),
    "crewai.utilities.converter": filler("crewai.utilities.converter", [Converter, ConverterError]),
}


def fill_crewai(module):
    for kind in (Agent, BaseLLM, LLM, Memory, PlanningConfig):
        setattr(module, kind.__name__, kind)


def make(name):
    """A class of a stand-in or of CrewAI, whichever is there."""
    module, _, kind = name.rpartition(".")
    return getattr(importlib.import_module(module), kind)
