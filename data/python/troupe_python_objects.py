# troupe_python_objects.py: agents, tasks and executors of custom classes
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Creates these objects, which stay in this process, reports the values that their classes give to the document's
fields, and calls the methods of CrewAI that they override. What CrewAI's own method would do then is requested from
the caller in Troupe.
"""

import contextvars
import enum
import importlib
import inspect
import os
import sys
import threading

from troupe_python_made import AskedModel, Conversation, RunningConversations, UnrepresentableError, make_class
from troupe_python_values import jsonable

CONVERSATION = contextvars.ContextVar("troupe_conversation", default=None)

AGENT_KEYS = ("role", "goal", "backstory", "llm", "tools", "max_iter", "max_rpm", "max_execution_time",
              "max_retry_limit", "max_tokens", "allow_delegation", "verbose", "cache", "respect_context_window",
              "use_better_compaction", "use_system_prompt", "system_template", "prompt_template", "response_template",
              "inject_date", "date_format", "planning", "reasoning", "max_reasoning_attempts", "memory",
              "knowledge_sources", "knowledge_config", "planning_config", "skills", "guardrail_max_retries",
              "tool_failure_policy")
TASK_KEYS = ("name", "description", "expected_output", "tools", "async_execution", "output_file", "create_directory",
             "guardrail_max_retries", "human_input", "markdown", "tool_failure_policy", "allow_crewai_trigger_context")
# Fields that would have an effect in the object: they are not passed to it, because Troupe implements them.
HELD = ("memory", "knowledge_sources", "knowledge_config", "planning_config", "skills", "embedder", "mcps", "apps",
        "guardrail", "guardrails", "callback", "callbacks", "step_callback", "executor_class", "agent_executor",
        "output_json", "output_pydantic", "response_model", "converter_cls", "input_files", "context", "agent", "type",
        "settings", "a2a", "from_repository", "function_calling_llm", "security_config", "checkpoint", "knowledge",
        "knowledge_storage", "config", "i18n")
TEXTS = {"agent": ("role", "goal", "backstory"), "task": ("description", "expected_output", "output_file")}
# Methods of CrewAI that are called here if a class overrides them.
CALLED = {"agent": ("execute_task", "interpolate_inputs"),
          "task": ("execute_sync", "_execute_core", "prompt", "interpolate_inputs_and_add_conversation_history",
                   "should_execute"),
          "executor": ("invoke",)}
# Methods that no kickoff of a crew calls, and methods that only describe the object.
IDLE = {"agent": ("aexecute_task", "kickoff", "kickoff_async", "akickoff", "message", "copy", "fingerprint",
                  "set_fingerprint", "last_messages", "from_checkpoint", "fork", "get_output_converter", "key",
                  "get_code_execution_tools", "get_multimodal_tools", "last_tool_failures", "reset_tool_failures"),
        "task": ("aexecute_sync", "_aexecute_core", "_aexport_output", "_ainvoke_guardrail_function", "copy",
                 "fingerprint", "key", "execution_duration"),
        "executor": ("ainvoke", "invoke_async")}
# Abstract methods that a direct subclass of BaseAgent must define; those that return tools are not called.
ABSTRACT = ("create_agent_executor", "get_delegation_tools", "get_platform_tools", "get_mcp_tools")
# More methods of CrewAI's classes, which its stand-ins do not have.
KNOWN = {"agent": ("_setup_agent_executor", "set_knowledge", "set_skills", "_add_skill_loader_tool",
                   "_is_any_available_memory", "_supports_native_tool_calling", "_prepare_task_execution",
                   "_finalize_task_prompt", "_emit_skill_usage", "_retrieve_memory_context", "_finalize_task_execution",
                   "_check_execution_error", "_handle_execution_error", "_execute_with_timeout",
                   "_execute_without_timeout", "_build_execution_prompt", "create_agent_executor",
                   "_update_executor_parameters", "get_delegation_tools", "get_platform_tools", "get_mcp_tools",
                   "_training_handler", "_use_trained_data", "_render_text_description",
                   "_get_knowledge_search_query", "set_cache_handler", "set_rpm_controller", "planning_enabled"),
         "task": ("execute_async", "_execute_task_async", "_post_agent_execution", "increment_tools_errors",
                  "increment_delegations", "_export_output", "_unpack_model_output", "_get_output_format", "_save_file",
                  "_store_input_files", "_invoke_guardrail_function", "get_skipped_task_output"),
         "executor": ("_invoke_loop", "_setup_messages", "_show_logs", "_handle_human_feedback", "_save_to_memory",
                      "_invoke_step_callback")}
BASES = {"agent": ("crewai.agents.agent_builder.base_agent", "BaseAgent"), "task": ("crewai.task", "Task"),
         "executor": ("crewai.agents.agent_executor", "AgentExecutor")}
PLAIN = {"agent": ("crewai.agent.core", "Agent"), "task": ("crewai.task", "Task")}
ASKED = {"agent": ("execute_task",), "task": ("_execute_core", "prompt")}


SHIPPED = ("crewai", "pydantic", "builtins", "abc", "typing", "troupe_python_parts")


def load(place):
    return getattr(importlib.import_module(place[0]), place[1])


def is_shipped(kind):
    return kind.__module__.partition(".")[0] in SHIPPED


def fields_of(kind):
    """Returns the names of the fields that an object of the class accepts."""
    known = getattr(kind, "model_fields", None)
    if isinstance(known, dict):
        return set(known)
    return {name for one in kind.__mro__ for name in vars(one).get("__annotations__", ())} | \
        set(getattr(kind, "_known", ()))


def validators_of(kind):
    made = getattr(kind, "__pydantic_decorators__", None)
    names = set()
    for group in ("field_validators", "model_validators", "validators", "root_validators", "field_serializers"):
        names |= set(getattr(made, group, ()))
    return names


def changed_methods(declared, kind):
    """Returns the methods of CrewAI that the class or a custom base class overrides: name → class that defines it."""
    found = {}
    shipped = [one for one in kind.__mro__ if is_shipped(one)]
    base = load(BASES[declared])
    names = {name for one in shipped if issubclass(one, base) for name in vars(one)}
    names |= set(KNOWN[declared]) | set(CALLED[declared]) | set(IDLE[declared])
    names -= fields_of(kind) | validators_of(kind)
    for one in kind.__mro__:
        if is_shipped(one):
            continue
        for name, member in vars(one).items():
            if name in names and name not in found and not name.startswith(("__", "model_", "_abc")) and \
                    (callable(member) or isinstance(member, (property, classmethod, staticmethod))):
                found[name] = one
    return found


def list_calls(declared, kind):
    """Returns the overridden methods to call here. Raises UnrepresentableError if the class overrides any others."""
    found = changed_methods(declared, kind)
    is_bare = declared == "agent" and not issubclass(kind, load(PLAIN["agent"]))
    for name, owner in found.items():
        if name in CALLED[declared] or name in IDLE[declared] or is_bare and name in ABSTRACT:
            continue
        raise UnrepresentableError(f"{owner.__name__}.{name}() overrides an internal step of CrewAI that Troupe does not call: "
                          f"override {' or '.join(CALLED[declared][:2])} instead, or run the crew with CrewAI")
    return [name for name in CALLED[declared] if name in found]


def check(declared, target, source, folder):
    """Checks, as CrewAI does, that the class is a subclass of CrewAI's, in a module of the project."""
    module, _, name = source.partition(":")
    place = getattr(sys.modules.get(module), "__file__", None)
    if place is not None and not os.path.realpath(place).startswith(os.path.realpath(folder) + os.sep):
        raise TypeError(f"{module}.{name} is outside of the project: use a class of a module in its folder")
    base = load(BASES[declared])
    if not inspect.isclass(target) or not issubclass(target, base):
        raise TypeError(f"{target!r} is not a subclass of {base.__module__}.{base.__name__}")
    list_calls(declared, target)


# Placeholders for tools, which code can inspect but not call.


def make_placeholder(name, description):
    tools = importlib.import_module("crewai.tools")

    class Placeholder(tools.BaseTool):
        def _run(self, *_given, **_named):
            raise RuntimeError(f"{name} can be called by the agent only")

    made = Placeholder(name=name or "tool", description=description)
    return made


def placeholders(told):
    if not told:
        return []
    return [make_placeholder(one["name"], one.get("description") or "") for one in told]


# The objects.


class Live:
    """An object in this process: what it is declared as, the names of its tools by the ids of their placeholders, and
    the texts that the run has sent last."""

    def __init__(self, declared, value, number):
        self.declared = declared
        self.value = value
        self.number = number
        self.tools = {}
        self.sent = {}
        self.conversation = None
        self.is_passing = False

    def texts(self):
        found = {name: getattr(self.value, name, None) for name in TEXTS[self.declared]}
        return {name: text for name, text in found.items() if isinstance(text, str)}

    def take(self, texts):
        """Applies the texts that the run has changed since; the others remain as the object has set them."""
        for name, text in (texts or {}).items():
            if text is not None and self.sent.get(name) != text:
                self.sent[name] = text
                setattr(self.value, name, text)


class MethodOverrides:
    """Replacements for CrewAI's own methods in objects of this process: they request the work from the caller."""

    def __init__(self, conversation, objects):
        self.conversation = conversation
        self.objects = objects

    def ask(self, what, **more):
        return self.conversation.ask({"what": what, **jsonable(more, None, 0, ())})

    def execute_task(self, live, task, context=None, tools=None):
        facts = self.objects.facts_of(task)
        answer = self.ask("execute_task", agent=live.number, texts=live.texts(), task=facts, context=context,
                          tools=self.objects.names_of(tools))
        model = answer.get("object")
        if model is None:
            return answer["text"]
        return make_class(self.objects.session, answer["schema"], None).model_validate(model)

    def _execute_core(self, live, agent, context, tools):
        found = self.objects.find(agent)
        answer = self.ask("execute_core", task=live.number, facts=self.objects.facts_of(live.value), context=context,
                          agent=found.number if found is not None else None, tools=self.objects.names_of(tools))
        output = make_output(answer["output"])
        live.value.output = output
        return output

    def prompt(self, live):
        return self.ask("prompt", facts={**live.texts(), "markdown": bool(live.value.markdown)})["text"]


def make_output(fields):
    kind = importlib.import_module("crewai.tasks.task_output").TaskOutput
    known = getattr(kind, "model_fields", None)
    if known is None:
        return kind(**fields)
    taken = {name: value for name, value in fields.items() if name in known and value is not None}
    taken.pop("pydantic", None)
    taken.pop("messages", None)
    taken.pop("tool_failures", None)
    return kind(**taken)


def intercept(declared):
    """Replaces methods of CrewAI's class with requests to the caller, for objects that are registered in LIVE."""
    kind = load(PLAIN[declared])
    for name in ASKED[declared]:
        original = getattr(kind, name)
        if getattr(original, "is_of_troupe", False):
            continue

        def method(self, *given, _original=original, _name=name, **named):
            live = LIVE.get(id(self))
            conversation = CONVERSATION.get() or (live.conversation if live is not None else None)
            if live is None or conversation is None:
                return _original(self, *given, **named)
            return getattr(MethodOverrides(conversation, conversation.objects), _name)(live, *given, **named)

        method.is_of_troupe = True
        method.__name__ = name
        setattr(kind, name, method)


LIVE = {}


class Asking(Conversation):
    def __init__(self, objects, work):
        self.objects = objects
        super().__init__(work)

    def perform(self, work):
        CONVERSATION.set(self)
        super().perform(work)

    def ask(self, what):
        self.questions.put({"asks": what})
        answer = self.answers.get()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer


class ModelOfAgent(AskedModel):
    """Proxy for the agent's model; Troupe makes the calls, because it has the settings and the API key."""

    def __init__(self, name, number):
        super().__init__(None, name)
        self.number = number

    def call(self, messages, *_more, **_options):
        conversation = CONVERSATION.get()
        if conversation is None:
            raise RuntimeError("The model of an agent can be called only while the agent executes a task")
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        return conversation.ask({"what": "model", "agent": self.number,
                                 "messages": jsonable(messages, None, 0, ())})["text"]


def make_model(name, number):
    """Returns the proxy, as a subclass of BaseLLM if CrewAI is installed, because its classes accept nothing else."""
    base = importlib.import_module("crewai.llms.base_llm").BaseLLM
    if not hasattr(base, "model_fields"):
        return ModelOfAgent(name, number)

    class Model(base):
        def call(self, messages, *more, **options):
            return ModelOfAgent(name, number).call(messages, *more, **options)

        async def acall(self, messages, *more, **options):
            return self.call(messages, *more, **options)

    return Model(model=name or "model")


class Objects:
    def __init__(self, session):
        self.session = session
        self.folder = os.getcwd()
        self.lock = threading.Lock()
        self.live = {}
        self.under_way = RunningConversations()
        self.last = 0
        self.tools = []

    def next_number(self):
        with self.lock:
            self.last += 1
            return self.last

    def find(self, value):
        return LIVE.get(id(value)) if value is not None else None

    # Creating objects.

    def make(self, declared, kind, fields, number, more):
        known = fields_of(kind)
        unknown = sorted(set(fields) - known - set(HELD))
        if unknown:
            raise TypeError(f"unsupported field(s) of {kind.__name__}: {', '.join(unknown)}")
        given = {name: value for name, value in fields.items() if name not in HELD and name in known}
        standing = []
        if "tools" in given:
            standing = placeholders([{"name": name} for name in given["tools"] or []])
            given["tools"] = list(standing)
        if isinstance(given.get("llm"), dict) or declared == "agent" and "llm" in fields:
            given["llm"] = make_model(model_name(fields["llm"]), number)
        value = kind(**given, **more)
        plain = self.make_plain(declared, kind, given, more)
        return value, plain, standing

    @staticmethod
    def make_plain(declared, kind, given, more):
        """Creates an object of CrewAI's own class with the same fields, to compare with; None if that fails."""
        base = load(PLAIN[declared])
        if declared == "task" and issubclass(kind, load(("crewai.tasks.conditional_task", "ConditionalTask"))):
            base = load(("crewai.tasks.conditional_task", "ConditionalTask"))
        known = fields_of(base)
        try:
            return base(**{name: one for name, one in given.items() if name in known}, **more)
        except Exception:
            return None

    def build(self, declared, kind, value):
        intercept("agent")
        intercept("task")
        number = self.next_number()
        fields = value["fields"]
        more = {}
        if declared == "task":
            agent = self.agent_of(value)
            if agent is not None:
                more["agent"] = agent
            condition = fields.get("condition")
            if isinstance(condition, dict) and "python" in condition:
                more["condition"] = self.resolve(condition["python"])
            fields = {name: one for name, one in fields.items() if name != "condition"}
        made, plain, standing = self.make(declared, kind, fields, number, more)
        live = self.keep(declared, made, number, standing)
        told = self.changes(live, fields, plain)
        if declared == "agent":
            self.give_model(live, fields)
        if "key" in changed_methods(declared, kind):
            made.key  # noqa: B018  CrewAI reads it when the crew starts
        own = set(fields) - fields_of(load(PLAIN[declared])) - set(HELD)
        return {"number": number, "fields": told, "own": sorted(own), "calls": list_calls(declared, kind),
                "is_conditional": declared == "task" and
                issubclass(kind, load(("crewai.tasks.conditional_task", "ConditionalTask"))),
                "agent": self.find(getattr(made, "agent", None)).number if more.get("agent") is not None else None}

    def keep(self, declared, made, number, standing):
        live = Live(declared, made, number)
        live.tools = {id(one): one.name for one in standing}
        live.standing = standing
        live.sent = live.texts()
        self.live[number] = live
        LIVE[id(made)] = live
        return live

    def drop_passing(self, value):
        """Removes an object that was created for one call only."""
        live = LIVE.get(id(value))
        if live is not None and live.is_passing:
            del LIVE[id(value)]
            self.live.pop(live.number, None)

    def agent_of(self, value):
        """Returns the agent of a task: an existing object, or a new one of CrewAI's class with its fields, or None."""
        if value.get("agent") is not None:
            return self.live[value["agent"]].value
        if value.get("agent_fields") is None:
            return None
        number = self.next_number()
        kind = load(PLAIN["agent"])
        fields = {name: one for name, one in value["agent_fields"].items() if name in fields_of(kind)}
        made, _plain, standing = self.make("agent", kind, fields, number, {})
        self.give_model(self.keep("agent", made, number, standing), fields)
        return made

    @staticmethod
    def resolve(dotted):
        from troupe_python_session import resolve

        module, _, name = dotted.rpartition(".")
        return resolve(f"{module}:{name}")

    @staticmethod
    def give_model(live, fields):
        try:
            setattr(live.value, "llm", make_model(model_name(fields.get("llm")), live.number))
        except Exception:
            object.__setattr__(live.value, "llm", make_model(model_name(fields.get("llm")), live.number))

    def changes(self, live, fields, plain):
        """Returns the fields of the document that differ from those of an object of CrewAI's own class."""
        found = {}
        for name in AGENT_KEYS if live.declared == "agent" else TASK_KEYS:
            if not hasattr(live.value, name):
                continue
            value = getattr(live.value, name)
            before = getattr(plain, name, None) if plain is not None else fields.get(name)
            if name == "tools":
                if [id(one) for one in value or []] != list(live.tools):
                    found[name] = [self.told_tool(live, one) for one in value or []]
            elif not same(value, before):
                found[name] = self.told(name, value)
        return found

    def told_tool(self, live, tool):
        if id(tool) in live.tools:
            return live.tools[id(tool)]
        import troupe_live

        place = f"tool_{len(self.tools)}"
        self.tools.append(tool)
        setattr(troupe_live, place, tool)
        return f"troupe_live:{place}"

    def told(self, name, value):
        from troupe_python_made import ObjectConverter

        if isinstance(value, enum.Enum):
            return value.value
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        return ObjectConverter(self.session).told(value, name, 0)

    # Describing tasks and tools.

    def facts_of(self, task):
        live = self.find(task)
        if live is not None and live.declared == "task":
            facts = {**live.texts(), "markdown": bool(live.value.markdown), "number": live.number}
            if "prompt" in list_calls("task", type(task)):
                facts["prompt"] = task.prompt()
            return facts
        return {"description": str(getattr(task, "description", "")),
                "expected_output": str(getattr(task, "expected_output", "") or ""),
                "markdown": bool(getattr(task, "markdown", False)), "number": None}

    @staticmethod
    def names_of(tools):
        return None if tools is None else [str(getattr(one, "name", one)) for one in tools]

    # Calling methods.

    def method(self, value):
        live = self.live[value["number"]]
        work = getattr(self, "call_" + value["method"])

        def run(conversation):
            live.conversation = conversation
            return self.session.finish(work(live, value), True)

        return self.begin(run)

    def begin(self, run):
        number = self.next_number()
        return self.under_way.begin(number, Asking(self, run))

    def reply(self, value):
        return self.under_way.answer(value["number"], value["answer"])

    def task_object(self, value):
        """Returns the task to pass to an agent: an existing object, or a new one of CrewAI's class with its texts."""
        facts = value["task"]
        if facts.get("number") is not None:
            live = self.live[facts["number"]]
            live.take({name: facts.get(name) for name in ("description", "expected_output")})
            return live.value
        kind = load(PLAIN["task"])
        task = kind(description=facts["description"], expected_output=facts["expected_output"] or " ")
        number = self.next_number()
        live = self.keep("task", task, number, [])
        live.is_passing = True
        return task

    def call_execute_task(self, live, value):
        live.take(value.get("texts"))
        task = self.task_object(value)
        if not issubclass(type(live.value), load(PLAIN["agent"])) and callable(
                getattr(live.value, "create_agent_executor", None)):
            live.value.create_agent_executor()
        try:
            made = live.value.execute_task(task, value["context"], placeholders(value["tools"]))
        finally:
            self.drop_passing(task)
        if callable(getattr(made, "model_dump", None)) and not inspect.isclass(made):
            return {"object": made.model_dump(mode="json")}
        return {"text": made if isinstance(made, str) else str(made) if made is not None else None}

    def call_execute(self, live, value):
        """Executes a task: calls execute_sync(), or directly _execute_core() if the task runs in parallel."""
        live.take(value.get("texts"))
        agent = self.live[value["agent"]].value if value.get("agent") is not None else None
        tools = placeholders(value["tools"])
        if value["is_async"]:
            made = live.value._execute_core(agent, value["context"], tools)
        else:
            made = live.value.execute_sync(agent=agent, context=value["context"], tools=tools)
        if not hasattr(made, "raw"):
            raise TypeError(f"{type(live.value).__name__} must return a TaskOutput, not a {type(made).__name__}")
        from troupe_python_crew import shown

        return {"output": shown(made)}

    def call_prompt(self, live, value):
        live.take(value.get("texts"))
        return {"text": str(live.value.prompt())}

    def call_should_execute(self, live, value):
        return {"text": bool(live.value.should_execute(make_output(value["output"])))}

    def call_interpolate(self, live, value):
        name = "interpolate_inputs" if live.declared == "agent" else "interpolate_inputs_and_add_conversation_history"
        getattr(live.value, name)(value["inputs"])
        live.sent = live.texts()
        return {"texts": live.texts()}

    # Calling executors.

    def invoke(self, kind, value):
        agent = self.live[value["agent"]] if value.get("agent") is not None else None
        inputs = value["inputs"]

        def run(conversation):
            made = make_executor(kind, self.agent_of(value) if agent is None else agent.value, value)
            said = self.session.finish(made.invoke({**inputs, "tools": inputs.get("tools", "")}), True)
            output = said["output"] if isinstance(said, dict) else getattr(said, "output", said)
            return {"text": output if isinstance(output, str) else str(output)}

        return self.begin(run)


def make_executor(kind, agent, value):
    given = {"llm": agent.llm, "agent": agent, "prompt": {"prompt": value["inputs"]["input"]}, "max_iter": 25,
             "tools": [], "original_tools": [], "stop_words": [], "tools_names": "", "tools_description": "", "task": None,
             "crew": None, "tools_handler": None}
    return kind(**given)


def model_name(value):
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        for name in ("model", "model_name", "deployment_name"):
            if isinstance(value.get(name), str):
                return value[name]
    return getattr(value, "model", None) or ""


def same(value, before):
    if value is before:
        return True
    model = getattr(value, "model", None)
    if isinstance(model, str) and not isinstance(value, str):
        return model == getattr(before, "model", None)
    try:
        return bool(type(value) is type(before) and value == before)
    except Exception:
        return False
