# compare-import.py: compares imports of public classic projects with what CrewAI builds of them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: compare-import.py [--only TEXT]… [--verbose] TROUPECTL SOURCE, with a Python that has crewai[tools] 1.15.
#
# SOURCE is a folder with git repositories named OWNER+NAME (or OWNER+NAME/repo), or an address such as
# https://github.com, from which the repositories below are cloned. No file of them is kept.
#
# Each class with @CrewBase is built by CrewAI in a process of its own: with fake keys, without a network, and without
# calling a model. The import is loaded by CrewAI's loader in another process. Both are compared field by field. A
# difference counts as reported if the report of the import has a skipped or changed entry for that field.

import argparse
import collections
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import types
from pathlib import Path

REPOSITORIES = """
    0xMihirK/AskSQl
    16kushaal/crewAI-explore
    Aakeeo/leadresearchcrew
    Agasthyanath-GS/financial_researcher_crewai
    Agasthyanath-GS/stock_picker_crewai
    AhmedHAlshaer/AI-Website-Builder
    Alan-46/MarketCompass-AI
    Anshul-ydv/Research-Assistant_Agent_Crew_and_ADK
    AnuS2003/crewai-ollama-ai-agents
    ArtemisAI/Crewright
    Ashish265/crewai_projects
    Asish-Bothsa/linkedin_post_generator
    Bhavik-Jikadara/youtube-automation-agent
    C3P0-102/stock_advisor
    CharanMN7/assistant-for-ccompetition-applications
    Chris-Langebrink/Market-Analysis-Command-Center
    ClemouDouard/skaizen-webscraping
    DMMutua/roadmapper_ai
    DavidGJ4/Yelp-Crew-RAG
    DavidStinson-GA/latest-ai-development
    Desai-Chaithra/crew_projects
    Dudiesz/synapse-weekly
    ElvinMendez05/AI_Clinic_Manager
    FamilOrujov/Financial-Researcher-AI
    FarhanAsfar/CrewAI-Travel-Planner_Farhan
    Ferow/crewai_flow_feedback_tutorial
    Forreca05/AutoDocumentationWithCrewAI
    Franksmittt/csmmendpoint
    GeorgeMyller/curriculo_vaga_novo-curriculo2
    GeorgeMyller/resume_optimizer_crew_v2
    HMourad2023/Trip-Planner
    Heymalhar/Task-Management-Agent
    Hussein-abbod/game-builder-crew
    ImRieul/agent-paper
    JanetZhang128/Stock-Picker-Agents
    JunaidK0012/Coder-Agent
    K-ARIVAZHAGAN/CREWAI_AI_AGENT_CRYPTO
    KaushalprajapatiKP/trip-planner-ai-agent-using-crewai
    Kaushik-Paul/Stock-Picker
    KohMengWen/crewai-system-generator
    LeelaKarthik-26/Agentic_stock_picker
    MaxGfeller/crewai-in-action
    Mursalin80/crewai_content_creation
    OneDuckyBoy/marketing-MAS-multi-agent-system
    Paulhb7/ResearchCrew
    PiyushLavaniya/Content-Creation-Crew
    PrinceKumarIITJ/IBY_assignment
    Ryanike1022/BookSmith_AI
    Saidiibrahim/researchCrew
    Saivenkat8/stock-analyzer-crew
    ShayanMgh/Stock-Picker
    Shouryaman/StockVerse
    Skr00n/sales-agent
    TaQuangKhoi/learn-crew-in-crewai
    TalhaArjumand/crewai-stock-picker
    VinceBmmrt/CrewAI-Multi-Agents-FinancialResearch
    Yuvraj171/Newsletter-Agentic-Crew
    abdullah-khaled0/Marketing-Strategy-Agent
    abdulzedan/crewai-demo
    aberesama/crewai_news_agent
    akshayb7/research-ai-agents
    alejandro-medici/EVA_AI_Game_builder
    alinabekbala/academic-mobility-ai
    alvaro-neyra-valere/research-crew
    amateus1/agentic-ai-scrum
    amitvermaknw/rag-with-crewai-flow
    anant01tyagi/StockBot
    andre2k2/code-review-crew
    ankit-chaurasia/crewai-learning
    arwankhoiruddin/my_companies_agents
    asherfeldmangit/CodeCrew
    aslahtp/research_crew
    biliboss/crewai_study
    bragamat/front_desk--crewai-flow
    ceccato88/crewai-api
    cooi123/crew-ai-agent
    crewAIInc/crewAI-examples
    davehague/crewai-exploration
    deejayy14/MarketMind-Agentic-Multi-Agent-Stock-Intelligence-System
    derril-tech/ai-agents-crew-ai-apps
    ed-donner/agents
    eddymendez1/market-research-crew
    eeeyoung/crewAI_amy
    farhanjavedjatt/crewai-research-agent-demo
    frenoid/crewai-example
    guiriki/Knowledge-CrewAI-Python-Engineer
    harish-anandaramanujam/stock-picker-crew
    haydentbs/AI-Assistance-Agent
    helipilot50/criteo-retail-media-crew-ai
    himanshuwarudkar9/AI_Financial_Researcher_Crew
    hsk-ms-elective-agentic-ai/Ms_Elective_KI
    irivelez/research_crew
    jack-coder5416/travel_planner
    jadhavshreyash-sudo/Travel_planner-crewai
    jianghao-w/trip_planner
    jtj/Synnovai_Marketing_Team
    junejaswati/agenticai
    justgithubaccount/auto-k8s-pilot
    jyotiprakash-m/crewai_engineering_team
    kuribro4eva/crewai-flows-crash-course
    lftraining/agentic-gamedev-crew
    llxxgg/crewai_mas_demo
    m-daros/research_crew
    mario-ibarra/crewai_marketing_crew
    mrPronin/crewai-funke-workshop-research-crew
    ninjasmith/game-builder-crew-henryspike
    nishipaul/CrewAI_Flows
    paolo-moldovan/MultiAgentCoder
    paulchworks/agentic
    rg-brain-labs/instituto-crewai
    rishabhthareja/CrewAI_MCP_POC
    rthidden/game-builder-crew
    sahilgholap-dev/ai_candidate_screening_outreach_v1_crewai-project
    shanks1554/VisionTrade
    shashanksh04/CrewAI-Financial-Researcher
    shashwat-egov/code-generation-using-agents
    shs131566/crewAI-example
    si3mshady/crewai-newsletter-bot
    srinivasrk/Market-Researcher---Crew-AI
    sunilpowar5/CrewAI
    sunnycodes3114/catalyst-crewai-integration
    telliex/crewai-marking
    tonykipkemboi/latest-ai-development-research-crew
    tylerprogramming/ai
    xyzizz/AIdventure
    yorkyorkex/crewai-simple-trip
    yuviim/Reasearch-Agent
    zester4/content-creation-crew
    zinyando/crewai_flow_suspend_resume_demo
""".split()

KEYS = ("OPENAI", "ANTHROPIC", "GROQ", "GEMINI", "GOOGLE", "SERPER", "TAVILY", "EXA", "FIRECRAWL", "MISTRAL", "NVIDIA",
        "NVIDIA_NIM", "OPENROUTER", "DEEPSEEK", "COHERE", "HUGGINGFACE", "AZURE", "BROWSERBASE", "BRAVE", "SERPLY",
        "GITHUB", "LINKUP", "TOGETHER", "CEREBRAS", "XAI", "PERPLEXITY", "SCRAPFLY", "SPIDER", "JINA", "VOYAGE")
ENVIRONMENT = {f"{name}_API_KEY": "fake-key-0123456789" for name in KEYS} | {
    "CREWAI_DISABLE_TELEMETRY": "true",
    "OTEL_SDK_DISABLED": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "CREWAI_DISABLE_VERSION_CHECK": "true",
    "GITHUB_TOKEN": "fake",
    "BROWSERBASE_PROJECT_ID": "fake",
    "AZURE_ENDPOINT": "https://localhost",
}
KEPT = (".py", ".yaml", ".yml", ".toml", ".md", ".txt", ".json", ".csv", ".pdf")
AGENT = ("role", "goal", "backstory", "allow_delegation", "verbose", "max_iter", "max_rpm", "max_execution_time",
         "max_retry_limit", "respect_context_window", "cache", "system_template", "prompt_template",
         "response_template", "inject_date", "date_format", "reasoning", "planning", "max_reasoning_attempts",
         "multimodal", "allow_code_execution", "guardrail_max_retries", "skills")
TASK = ("name", "description", "expected_output", "async_execution", "human_input", "output_file", "create_directory",
        "markdown", "guardrail_max_retries")
CREW = ("name", "verbose", "planning", "max_rpm", "cache", "output_log_file", "share_crew", "stream")
OLD_MEMORIES = ("long_term_memory", "short_term_memory", "entity_memory", "external_memory")
MODEL = ("model", "temperature", "max_tokens", "max_completion_tokens", "top_p", "base_url", "seed", "stop", "timeout",
         "frequency_penalty", "presence_penalty", "reasoning_effort", "stream")


# --- In the child processes ------------------------------------------------------------------------------------------


class Missing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Replaces packages that are not installed, so that modules which only import them can be read."""

    def __init__(self, folders):
        self.folders = folders

    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        # The classes of memory before CrewAI 1.0
        if name.startswith("crewai.memory."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        # Libraries handle missing packages themselves.
        frame = sys._getframe(1)
        while frame is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        importer = frame.f_code.co_filename if frame is not None else ""
        stands_in = any(importer.startswith(str(folder)) for folder in self.folders)
        if not stands_in and not isinstance(getattr(sys.modules.get(name.rpartition(".")[0]), "__loader__", None), Missing):
            return None
        if first in ("crewai", "crewai_tools", "pydantic") or first in sys.stdlib_module_names:
            return None
        if any((folder / first).exists() or (folder / f"{first}.py").exists() for folder in self.folders):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = lambda name: self.stand_in(spec.name, name)
        return module

    def exec_module(self, module):
        pass

    @staticmethod
    def stand_in(module, name):
        if name == "__version__":
            return "1.0"
        if name.startswith("__"):
            raise AttributeError(name)

        def find(self, key):
            if key.startswith("__") and key != "__version__":
                raise AttributeError(key)
            return kind()

        class Kind(type):
            __getattr__ = find

            def __getitem__(self, _key):
                return self

            def __iter__(self):
                return iter(())

        def call(self, *given, **_more):
            # A decorator returns the function.
            return given[0] if given and callable(given[0]) else self

        kind = Kind(name, (), {"__module__": module, "__getattr__": find, "__call__": call,
                               "__getitem__": lambda self, _key: kind(), "__iter__": lambda _self: iter(()),
                               "__get__": lambda self, _object, _class=None: self,
                               "__init__": lambda self, *_given, **more: self.__dict__.update(more)})
        return kind


def accept_old_code():
    """Lets CrewAI build projects that were written for its earlier versions, as far as only spellings changed."""
    import crewai
    import crewai.tools
    import crewai_tools

    crewai_tools.BaseTool, crewai_tools.tool = crewai.tools.BaseTool, crewai.tools.tool
    # Before CrewAI 1.0 there were several types of memory. Troupe imports them as the one memory of today.
    for name in OLD_MEMORIES:
        class_name = "".join(part.title() for part in name.split("_"))
        setattr(sys.modules["crewai.memory"], class_name, Missing.stand_in("crewai.memory", class_name))
    for kind in (crewai.Crew, crewai.Agent):
        def build(self, *, _original=kind.__init__, **given):
            # `verbose=2`
            if isinstance(given.get("verbose"), int):
                given["verbose"] = bool(given["verbose"])
            if any([given.pop(name, None) for name in OLD_MEMORIES]):
                given.setdefault("memory", True)
            _original(self, **given)

        kind.__init__ = build


def block_network():
    import socket

    def refuse(*_arguments, **_more):
        raise OSError("no network in this comparison")

    socket.socket.connect = refuse
    socket.create_connection = refuse
    socket.getaddrinfo = refuse


def describe_model(llm):
    if llm is None or isinstance(llm, str):
        return {"model": llm}
    found = {}
    for key in MODEL:
        value = getattr(llm, key, None)
        if isinstance(value, (str, int, float, bool, list)) and value != []:
            found[key] = value
    found["kind"] = type(llm).__name__
    return found


def describe_tool(tool):
    kind = type(tool)
    # A tool with arguments is a subclass in the import.
    while kind.__name__.startswith("Imported") and len(kind.__mro__) > 1:
        kind = kind.__mro__[1]
    if kind.__name__ in ("BaseTool", "Tool"):
        return tool.name
    values = {}
    for key in ("file_path", "directory", "base_url", "website_url", "n_results", "country", "search_type"):
        value = getattr(tool, key, None)
        if isinstance(value, (str, int)):
            values[key] = value
    return [kind.__name__, values]


def describe_callable(one):
    if one is None or isinstance(one, str):
        return one
    return getattr(one, "__name__", type(one).__name__)


def describe_schema(kind):
    if kind is None:
        return None
    fields = getattr(kind, "model_fields", {})
    return sorted((name, field.is_required()) for name, field in fields.items())


def describe_sources(sources):
    found = []
    for source in sources or []:
        found.append([type(source).__name__, str(getattr(source, "content", "") or "")[:200],
                      [str(path) for path in getattr(source, "safe_file_paths", None) or []]
                      and [Path(path).name for path in source.safe_file_paths]])
    return found


def is_set(value):
    return value is not None and value is not False


def describe_agent(agent):
    found = {key: getattr(agent, key, None) for key in AGENT}
    found["llm"] = describe_model(agent.llm)
    found["function_calling_llm"] = describe_model(agent.function_calling_llm)
    found["tools"] = [describe_tool(tool) for tool in agent.tools or []]
    found["step_callback"] = describe_callable(agent.step_callback)
    found["knowledge_sources"] = describe_sources(agent.knowledge_sources)
    found["embedder"] = agent.embedder if isinstance(agent.embedder, dict) else is_set(agent.embedder)
    found["memory"] = is_set(getattr(agent, "memory", None))
    found["mcps"] = len(agent.mcps or [])
    return found


def describe_task(task):
    found = {key: getattr(task, key, None) for key in TASK}
    found["agent"] = task.agent.role if task.agent else None
    found["tools"] = [describe_tool(tool) for tool in task.tools or []]
    context = task.context
    found["context"] = [one.name for one in context] if isinstance(context, list) else str(context)
    found["output_json"] = describe_schema(task.output_json)
    found["output_pydantic"] = describe_schema(task.output_pydantic)
    found["callback"] = describe_callable(task.callback)
    found["guardrail"] = describe_callable(task.guardrail)
    found["guardrails"] = is_set(task.guardrails)
    found["type"] = "ConditionalTask" if "Conditional" in type(task).__name__ else "Task"
    return found


def describe_crew(crew):
    found = {key: getattr(crew, key, None) for key in CREW}
    found["process"] = crew.process.value
    found["manager_agent"] = describe_agent(crew.manager_agent) if crew.manager_agent else None
    for key in ("manager_llm", "planning_llm", "function_calling_llm", "chat_llm"):
        found[key] = describe_model(getattr(crew, key, None))
    found["memory"] = is_set(crew.memory)
    found["embedder"] = crew.embedder if isinstance(crew.embedder, dict) else is_set(crew.embedder)
    found["knowledge_sources"] = describe_sources(crew.knowledge_sources)
    for key in ("step_callback", "task_callback"):
        found[key] = describe_callable(getattr(crew, key))
    # CrewAI appends a callback that closes the servers.
    found["before_kickoff_callbacks"] = len(crew.before_kickoff_callbacks)
    found["after_kickoff_callbacks"] = len(
        [one for one in crew.after_kickoff_callbacks if "callback_wrapper" not in getattr(one, "__qualname__", "")]
        + [None] * max(0, sum("callback_wrapper" in getattr(one, "__qualname__", "")
                              for one in crew.after_kickoff_callbacks) - 1))
    # Tasks may have agents that the crew does not list.
    used = list(crew.agents) + [task.agent for task in crew.tasks if task.agent]
    found["agents"] = {agent.role: describe_agent(agent) for agent in reversed(used)}
    found["agent_order"] = [agent.role for agent in crew.agents]
    found["tasks"] = [describe_task(task) for task in crew.tasks]
    return found


def find_folders(path, top):
    folders, folder = [], path.parent
    while folder != top.parent and len(folders) < 8:
        folders.append(folder)
        folder = folder.parent
    return folders


def build_classic(path, name, top):
    folders = find_folders(path, top)
    accept_old_code()
    sys.meta_path.append(Missing(folders))
    # The import name is that of the package, so that relative imports work, also without __init__.py.
    base = path.parent
    levels = max((len(dots) for dots in re.findall(r"^from (\.+)", path.read_text(), re.M)), default=0)
    for _ in range(levels):
        base = base.parent
    while (base / "__init__.py").exists() or base.parent.name == "src":
        base = base.parent
        if base.name == "src":
            break
    sys.path[:0] = [str(base)] + [str(folder) for folder in folders if folder != path.parent] + [str(path.parent)]
    os.chdir(next((folder for folder in folders if (folder / "pyproject.toml").exists()), path.parent))
    module = importlib.import_module(".".join(path.relative_to(base).with_suffix("").parts))
    # The method with @crew may have any name.
    method = re.search(rf"^class {name}\b.*?^ +@crew\b[^\n]*\n +def (\w+)", path.read_text(), re.M | re.S)
    return describe_crew(getattr(getattr(module, name)(), method[1] if method else "crew")())


def build_import(folder):
    from crewai.project.crew_loader import load_crew

    accept_old_code()
    sys.meta_path.append(Missing([folder]))
    sys.path.insert(0, str(folder))
    os.chdir(folder)
    crew, _ = load_crew(folder / "crew.jsonc")
    return describe_crew(crew)


def in_child(work, *arguments, seconds=90):
    """Runs a function in a child process; returns its result, or the error as text."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(seconds)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            block_network()
            result = {"result": work(*arguments)}
        except BaseException as error:  # noqa: BLE001
            result = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"}
        with os.fdopen(writer, "w") as stream:
            json.dump(result, stream, default=str)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "ended by the time limit"}


# --- In the main process ---------------------------------------------------------------------------------------------


def fetch(source, repository, target):
    name = repository.replace("/", "+")
    if "://" in source:
        done = subprocess.run(["git", "clone", "-q", "--depth", "1", "--bare", f"{source}/{repository}", f"{target}.git"],
                              capture_output=True, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
        git = Path(f"{target}.git") if done.returncode == 0 else None
    else:
        git = next((one for one in (Path(source) / name / "repo", Path(source) / name) if one.is_dir()), None)
    if git is None:
        return False
    target.mkdir(parents=True)
    listed = subprocess.run(["git", "-C", str(git), "ls-tree", "-rlz", "HEAD"], capture_output=True, text=True,
                            errors="replace").stdout
    for line in listed.split("\0"):
        facts, _, path = line.partition("\t")
        facts = facts.split()
        if len(facts) != 4 or facts[1] != "blob" or facts[0] == "120000" or not path.endswith(KEPT):
            continue
        if not facts[3].isdigit() or int(facts[3]) > 4 << 20 or "node_modules/" in path or "site-packages/" in path:
            continue
        out = target / path
        if ".." in Path(path).parts:
            continue
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(subprocess.run(["git", "-C", str(git), "cat-file", "blob", facts[2]],
                                       capture_output=True).stdout)
    return True


def list_classes(top):
    for path in sorted(top.rglob("*.py")):
        try:
            text = path.read_text()
        except (UnicodeDecodeError, OSError):
            continue
        for name in re.findall(r"^@CrewBase\b[^\n]*\n(?:@[^\n]*\n)*class\s+(\w+)", text, re.M):
            yield path, name


def convert(tool, path, name, output):
    done = subprocess.run([tool, "convert", str(path), "--crew", name, "-o", str(output), "--json", "--quiet"],
                          capture_output=True, text=True, timeout=60)
    # 3: something in the project is wrong, and the rest was converted.
    if done.returncode not in (0, 3):
        return None, done.stderr
    return json.loads(done.stdout), None


def flatten(value, place, out):
    if isinstance(value, dict) and not place.endswith(("embedder", "llm")):
        for key, one in value.items():
            flatten(one, f"{place}.{key}" if place else key, out)
    else:
        out[place] = value
    return out


def normalize(value):
    # CrewAI strips some texts; what a file ends with is not compared.
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [normalize(one) for one in value]
    if isinstance(value, dict):
        return {key: normalize(one) for key, one in value.items()}
    return value


def compare(classic, imported):
    """Yields (field, classic value, imported value) of each difference."""
    left = dict(classic, tasks={str(i): task for i, task in enumerate(classic["tasks"])})
    right = dict(imported, tasks={str(i): task for i, task in enumerate(imported["tasks"])})
    for one in (left, right):
        one["agents"] = {normalize(role).replace(".", "·"): agent for role, agent in one["agents"].items()}
    left, right = flatten(left, "", {}), flatten(right, "", {})
    for key in sorted(left.keys() | right.keys()):
        if normalize(left.get(key)) != normalize(right.get(key)):
            yield key, left.get(key), right.get(key)


def is_reported(field, report, name):
    """Returns whether the report mentions the field. @name: the file of the crew"""
    key = field.rpartition(".")[2]
    for item in report["items"]:
        if item["kind"] == "carried":
            continue
        path = item.get("path") or ""
        if path.rpartition(".")[2] == key or f"{key}=" in item["what"] or f"{key}:" in item["what"]:
            return True
        # The tasks themselves were chosen by the import.
        if field.startswith("tasks.") and path == "tasks":
            return True
        if key == "agent_order" and "agent" in path + item["why"]:
            return True
        # A condition or a loop there that only Python can evaluate can have any effect.
        if not path and item["file"] == name:
            return True
    return False


def check(arguments, path, name, top, folder):
    """Returns the outcome and its lines."""
    classic = in_child(build_classic, path, name, top)
    output = folder / "imported"
    report, mistake = convert(arguments.tool, path, name, output)
    if report is None:
        return ("refused" if "error" in classic else "NOT IMPORTED"), [" ".join(mistake.split())[:300]]
    if "error" in classic:
        return "not built by CrewAI", [classic["error"]]
    imported = in_child(build_import, output)
    if "error" in imported:
        return "NOT LOADED", [imported["error"]]
    lines, outcome = [], "same"
    for field, left, right in compare(classic["result"], imported["result"]):
        reported = is_reported(field, report, path.name)
        if not reported:
            outcome = "DIFFERENT"
        elif outcome == "same":
            outcome = "reported"
        lines.append(f"{'reported' if reported else 'SILENT'} {field}: {str(left)[:150]!r} -> {str(right)[:150]!r}")
    return outcome, lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("source")
    parser.add_argument("--only", action="append", help="a part of the name of a repository; can be repeated")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    arguments.tool = str(Path(arguments.tool).resolve())
    os.environ.update(ENVIRONMENT)
    for name in ("MODEL", "OPENAI_MODEL_NAME", "MODEL_NAME"):
        os.environ.pop(name, None)
    try:
        import crewai  # noqa: F401
        import crewai_tools  # noqa: F401
        import crewai.project.crew_loader  # noqa: F401
    except ImportError as error:
        print(f"Could not import CrewAI ({error}). Run this script with a Python that has crewai[tools] 1.15.")
        return 77
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        os.environ["CREWAI_STORAGE_DIR"] = place
        for number, repository in enumerate(REPOSITORIES):
            top = Path(place).resolve() / f"project{number}"
            if arguments.only and not any(one in repository for one in arguments.only):
                continue
            if not fetch(arguments.source, repository, top):
                print(f"{repository}: not available", flush=True)
                counts["repositories that are not available"] += 1
                continue
            for path, name in list_classes(top):
                folder = Path(tempfile.mkdtemp(dir=place))
                outcome, lines = check(arguments, path, name, top, folder)
                counts[outcome] += 1
                if outcome != "same" or arguments.verbose:
                    print(f"{repository} {path.relative_to(top)} {name}: {outcome}", flush=True)
                for line in lines:
                    print(f"    {line.replace(str(top), '')}", flush=True)
                shutil.rmtree(folder)
            shutil.rmtree(top)
    print(", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items())))
    return 1 if any(outcome.isupper() and number for outcome, number in counts.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
