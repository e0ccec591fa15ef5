#!/usr/bin/env python3
# imports.py: tests that importing a classic crew reads no file outside of its project
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# imports.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R8. Each point about a file outside was
# seen to fail with a program that read the paths that a class names, and followed links of modules.

import json
import os
import sys

import place as fixture

CREW = """from crewai import Agent, Crew, Task
from crewai.project import CrewBase, agent, crew, task
{head}
@CrewBase
class C():
    agents_config = {agents!r}
    tasks_config = {tasks!r}
    @agent
    def a(self): return Agent(role='x', goal={goal}, backstory='b', llm='openai/x')
    @task
    def t(self): return Task(config=self.tasks_config['t'])
    @crew
    def crew(self): return Crew(agents=self.agents, tasks=self.tasks)
"""
TASKS = "t:\n  description: do\n  expected_output: x\n  agent: a\n"
SECRET = "horse battery staple"
NOTE = "self.agents_config['auths']['registry.example']['note']"


def read_outside(place):
    place.write("home/.docker/config.json", {"auths": {"registry.example": {"note": SECRET}}})
    place.write("home/private/tasks.yaml", TASKS.replace("do", SECRET))
    place.write("home/private/settings.py", f"PASSWORD = '{SECRET}'\n")
    place.write("home/private/package/__init__.py", f"PASSWORD = '{SECRET}'\n")
    place.write("home/private/crew.py", CREW.format(head="", agents="config/agents.yaml", tasks="config/tasks.yaml", goal=f"'{SECRET}'"))
    agents, tasks = "config/agents.yaml", "config/tasks.yaml"
    usual = {"head": "", "agents": agents, "tasks": tasks, "goal": "'g'"}
    password = {"head": "import settings", "goal": "settings.PASSWORD"}
    outside = "../../../home/private/"
    # What the class names, links of the project, and files of it.
    cases = {"agents above": ({"agents": "../../home/.docker/config.json", "goal": NOTE}, {}, {}),
             "agents, absolute": ({"agents": place.path("home/.docker/config.json"), "goal": NOTE}, {}, {}),
             "agents through the folder": ({"agents": "config/../../../home/.docker/config.json", "goal": NOTE}, {}, {}),
             "tasks above": ({"tasks": "../../home/private/tasks.yaml"}, {}, {}),
             "agents, a link": ({"goal": NOTE}, {agents: "../../../home/.docker/config.json"}, {}),
             "folder, a link": ({"agents": "docker/config.json", "goal": NOTE}, {"docker": outside.replace("private/", ".docker")[3:]}, {}),
             "module, a link": (password, {"settings.py": outside[3:] + "settings.py"}, {}),
             "name of a module": ({"head": "from settings import PASSWORD", "goal": "PASSWORD"}, {"settings.py": outside[3:] + "settings.py"}, {}),
             "package, a link": ({"head": "import package", "goal": "package.PASSWORD"}, {"package": outside[3:] + "package"}, {}),
             "file of a package, a link": ({"head": "import package", "goal": "package.PASSWORD"},
                                           {"package/__init__.py": outside + "package/__init__.py"}, {}),
             "class, a link": ({}, {"crew.py": outside[3:] + "crew.py"}, {}),
             "protected": ({"agents": ".docker/config.json", "goal": NOTE}, {}, {".docker/config.json": {"auths": {"registry.example": {"note": SECRET}}}})}
    for i, (name, (words, links, files)) in enumerate(cases.items()):
        folder = f"work/p{i}"
        files = {"crew.py": CREW.format(**{**usual, **words}), agents: "a:\n  role: x\n", tasks: TASKS, "pyproject.toml": "", **files}
        for path, content in files.items():
            if path not in links:
                place.write(f"{folder}/{path}", content)
        for path, target in links.items():
            os.makedirs(os.path.dirname(place.path(folder, path)), exist_ok=True)
            os.symlink(target, place.path(folder, path))
            yield f"{name}: the link leads there", os.path.exists(place.path(folder, path)), target
        done = place.ctl("convert", place.path(folder), "-o", place.path(f"out{i}"))
        found = [path for path, _folders, names in os.walk(place.path(f"out{i}")) for each in names
                 if SECRET in place.read(os.path.join(path, each))]
        yield name, not found and SECRET not in done.text, (done, found)


def read_home(place):
    """A repository of the home folder, or the name src of a folder in it, does not make all of it the project, and the
    repository that contains the folder of a stranger is not its project."""
    place.write("home/.git/HEAD", "ref: refs/heads/main\n")
    place.write("home/private/notes.yaml", {"auths": {"registry.example": {"note": SECRET}}})
    place.write("home/crews/crew.py", CREW.format(head="", agents="../private/notes.yaml", tasks="config/tasks.yaml", goal=NOTE))
    place.write("home/crews/config/tasks.yaml", TASKS)
    done = place.ctl("convert", place.path("home/crews"), "-o", place.path("out"))
    yield "a file of another folder is not read", SECRET not in place.read("out/agents/a.jsonc") + done.text, done
    place.write("home/private/settings.py", f"PASSWORD = '{SECRET}'\n")
    place.write("work/repo/settings.py", f"PASSWORD = '{SECRET}'\n")
    place.write("work/repo/notes.yaml", {"auths": {"registry.example": {"note": SECRET}}})
    place.write("work/repo/pyproject.toml", "[project]\nname = 'repo'\n[tool.x]\nname = 'dl'\n")
    place.write("work/repo/requirements.txt", "")
    place.write("work/repo/.git/HEAD", "ref: refs/heads/main\n")
    crew = {"agents": "config/agents.yaml", "tasks": "config/tasks.yaml"}
    for i, (folder, words) in enumerate({
            "home/src/x": crew | {"agents": "../../private/notes.yaml", "head": "", "goal": NOTE},
            "home/src/y": crew | {"head": "from private.settings import PASSWORD", "goal": "PASSWORD"},
            "home/src/package": crew | {"head": "from private.settings import PASSWORD", "goal": "PASSWORD"},
            "work/repo/vendor/dl": crew | {"head": "import settings", "goal": "settings.PASSWORD"},
            "work/repo/vendor/package": crew | {"head": "from ...settings import PASSWORD", "goal": "PASSWORD"},
            "work/repo/dl": crew | {"head": "import settings", "goal": "settings.PASSWORD"},
            "work/repo/package": crew | {"head": "import settings", "goal": "settings.PASSWORD"},
            "work/repo/src/dl": crew | {"head": "from settings import PASSWORD", "goal": "PASSWORD"},
            "work/repo/src/package": crew | {"head": "from settings import PASSWORD", "goal": "PASSWORD"},
            "work/repo/src/notes": crew | {"agents": "../../notes.yaml", "head": "", "goal": NOTE}}.items()):
        for path, content in {"crew.py": CREW.format(**words), "config/agents.yaml": "a:\n  role: x\n", "config/tasks.yaml": TASKS}.items():
            place.write(f"{folder}/{path}", content)
        if "package" in folder:
            place.write(f"{folder}/__init__.py", "")
        for k, chosen in enumerate(("", "crew.py", "config", "config/agents.yaml")):
            done = place.ctl("convert", place.path(folder, chosen), "-o", place.path(f"made{i}-{k}"))
            made = place.read(f"made{i}-{k}/agents/a.jsonc")
            yield f"{folder}/{chosen}: nothing above is read", SECRET not in made + done.text, done
            yield f"{folder}/{chosen}: it is imported, or the error says why", "\"role\"" in made or "is outside of the project" in done.text, (made, done)


def read_inside(place):
    """Files of the project are read, wherever the class is: the settings of a project name its package."""
    place.write("work/p/pyproject.toml", "[build-system]\nrequires = []\n\n[project]\nname = \"c\"\n")
    place.write("work/p/shared/agents.yaml", "a:\n  role: x\n  goal: of the project\n  backstory: b\n")
    place.write("work/p/shared/settings.py", "GOAL = 'of a module'\n")
    os.makedirs(place.path("work/p/src/c/config"))
    os.symlink("../../shared/settings.py", place.path("work/p/src/c/settings.py"))
    place.write("work/p/src/c/config/tasks.yaml", TASKS)
    place.write("work/p/src/c/crew.py", CREW.format(head="import settings", agents="../../shared/agents.yaml", tasks="config/tasks.yaml",
                                                    goal="self.agents_config['a']['goal'] + settings.GOAL"))
    done = place.ctl("convert", place.path("work/p/src/c"), "-o", place.path("out"))
    made = place.read("out/agents/a.jsonc")
    yield "a file above the class", "of the project" in made, (done, made)
    yield "a link inside the project", "of a module" in made, (done, made)
    os.symlink(place.path("work/p/src/c/crew.py"), place.path("work/mine.py"))
    done = place.ctl("convert", place.path("work/mine.py"), "-o", place.path("out2"))
    yield "a link that the user chooses", "of the project" in place.read("out2/agents/a.jsonc"), (done, json.dumps(os.listdir(place.root)))


def read_package(place):
    """The modules of a package are found by its name, although nothing above it is read."""
    for name, content in {"__init__.py": "", "tools/__init__.py": "", "tools/words.py": "GOAL = 'of the package'\n", "config/tasks.yaml": TASKS,
                          "config/agents.yaml": "a:\n  role: x\n",
                          "crew.py": CREW.format(head="from pack.tools.words import GOAL", agents="config/agents.yaml",
                                                 tasks="config/tasks.yaml", goal="GOAL")}.items():
        place.write("work/q/pack/" + name, content)
    for i, chosen in enumerate(("work/q/pack", "work/q/pack/crew.py", "work/q")):
        done = place.ctl("convert", place.path(chosen), "-o", place.path(f"out{i}"))
        yield chosen, "of the package" in place.read(f"out{i}/agents/a.jsonc"), done


# A crew that needs a file of its package, and files below `knowledge`. The importer writes both to one folder.
CLASS = """from crewai import Agent, Crew, Task
from crewai.project import CrewBase, agent, crew, task
from crewai.knowledge.source.text_file_knowledge_source import TextFileKnowledgeSource
{head}
@CrewBase
class C():
    agents_config = 'config/agents.yaml'
    tasks_config = {tasks!r}
    def done(self, o): print(self.x())
    def x(self): return 1
    @agent
    def a(self): return Agent(config=self.agents_config['a'])
    @task
    def t(self): return Task(config=self.tasks_config['t'], callback=self.done)
    @crew
    def crew(self): return Crew(agents=self.agents, tasks=self.tasks, knowledge_sources=[TextFileKnowledgeSource(file_paths={files!r})])
"""
PARTS = {"HEAD": "ref: refs/heads/m\n", "config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n", "objects/a.txt": "a\n", "refs/a.txt": "a\n"}


def assemble_repositories(place):
    """Files of several folders of a project do not become a repository together, nor files that start programs."""
    for i, (name, missing, tasks, head) in enumerate((("refs by a file of tasks", "refs", "../knowledge/refs/t.yaml", ""),
                                                      ("objects by a file of tasks", "objects", "../knowledge/objects/t.yaml", ""),
                                                      ("refs by a module", "refs", "config/tasks.yaml", "from knowledge.refs import helper"),
                                                      ("objects by a module", "objects", "config/tasks.yaml", "from knowledge.objects import helper"),
                                                      ("HEAD by a file of tasks", "HEAD", "../knowledge/HEAD", ""),
                                                      ("a module that Python loads", "objects", "config/tasks.yaml", "import sitecustomize"))):
        folder, out = f"work/assemble{i}", place.path(f"assembled{i}")
        parts = {path: text for path, text in PARTS.items() if not path.startswith(missing)}
        files = {"pyproject.toml": "[project]\nname = 'pk'\n", "src/pk/config/agents.yaml": "a: {role: r, goal: g, backstory: b}\n",
                 os.path.normpath(f"src/pk/{tasks}"): "t: {description: d, expected_output: e, agent: a}\n", "src/sitecustomize.py": "X = 1\n",
                 "src/pk/crew.py": CLASS.format(head=head, tasks=tasks, files=list(parts)),
                 **{f"knowledge/{path}": text for path, text in parts.items()}}
        if head.startswith("from"):
            files.update({"src/knowledge/__init__.py": "", f"src/knowledge/{missing}/__init__.py": "", f"src/knowledge/{missing}/helper.py": "X = 1\n"})
        for path, text in files.items():
            place.write(f"{folder}/{path}", text)
        done = place.ctl("convert", place.path(folder), "-o", out)
        written = {os.path.relpath(os.path.join(path, each), out) for path, folders, names in os.walk(out) for each in [*folders, *names]}
        whole = {"knowledge/" + part for part in ("HEAD", "config", "objects", "refs")} <= written
        yield f"{name}: is not written", not whole and "knowledge/HEAD" not in written and "sitecustomize.py" not in written, (done, written)


# Two crews whose names are those of parts of a repository.
PLAIN = """from crewai import Agent, Crew, Task
from crewai.project import CrewBase, agent, crew, task
@CrewBase
class {name}():
    @agent
    def a(self): return Agent(role='x', goal='g', backstory='b')
    @task
    def t(self): return Task(description='d', expected_output='e', agent=self.a())
    @crew
    def crew(self): return Crew(agents=self.agents, tasks=self.tasks)
"""


def name_crews(place):
    """The folders of several crews, which have their names, do not complete a repository in the output folder."""
    for name in ("objects", "refs", "good"):
        place.write(f"work/named/{name}.py", PLAIN.format(name=name))
    for path in ("HEAD", "config"):
        place.write(f"work/named/crews/{path}", PARTS[path])
    done = place.ctl("convert", place.path("work/named"), "-o", place.path("work/named/crews"))
    written = os.listdir(place.path("work/named/crews"))
    yield "they are not written", not {"objects", "refs"} & set(written), (done, written)
    yield "another one is", "good" in written, (done, written)


TOOLS = {"conftest.py": "a module of pytest", "test_guard.py": "a test", "guard_test.py": "a test", "noxfile.py": "a module of nox", "setup.py": "a build", "pip.py": "a package manager", "ipykernel_launcher.py": "the kernel of a notebook"}
KNOWLEDGE = ("test_k.py", "sub/conftest.py", "Makefile", "package.json", "test_doc.txt", "notes.md", "table.csv")


def write_guard(place, folder, module, files=()):
    """A crew whose guardrail is in a module."""
    place.write(f"{folder}/config/agents.yaml", "a: {role: r, goal: g, backstory: b}\n")
    place.write(f"{folder}/config/tasks.yaml", "t: {description: d, expected_output: e, agent: a}\n")
    for name in files:
        place.write(f"{folder}/knowledge/{name}", "x\n")
    place.write(f"{folder}/{module}.py", "def check(output): return (True, output)\n")
    text = CLASS.format(head=f"from {module} import check", tasks="config/tasks.yaml", files=list(files))
    place.write(f"{folder}/crew.py", text.replace("callback=self.done", "guardrail=check"))


def copy_started(place):
    """Modules and files of knowledge are not copied with names of files that tools execute by themselves."""
    for i, (name, what) in enumerate(TOOLS.items()):
        write_guard(place, f"work/tool{i}", name[:-3])
        done = place.ctl("convert", place.path(f"work/tool{i}"), "-o", place.path(f"tool{i}"))
        yield f"{name}, {what}: is not copied", not os.path.exists(place.path(f"tool{i}", name)), done
        yield f"{name}: the report says so", f"“{name}” was not copied" in done.text, done
    write_guard(place, "work/known", "guard", KNOWLEDGE)
    done = place.ctl("convert", place.path("work/known"), "-o", place.path("known"))
    written = {os.path.relpath(os.path.join(path, each), place.path("known", "knowledge"))
               for path, _folders, names in os.walk(place.path("known", "knowledge")) for each in names}
    yield "of the knowledge, documents and data are copied", written == {"notes.md", "table.csv"}, (written, done)
    yield "the module is copied, and named", os.path.exists(place.path("known", "guard.py")) and "guard.py" in done.text, done


def copy_to_programs(place):
    """Modules are copied to a folder with other programs, or in one, only if the user says so."""
    write_guard(place, "work/guard", "guard")
    place.write("repo/tests/test_ok.py", "def test_ok(): pass\n")
    place.write("repo/main.py", "")
    place.write("git/.git/HEAD", "ref: refs/heads/main\n")
    place.write("plain/notes.md", "text\n")
    place.write("notes/table.csv", "a,b\n")
    for folder in ("repo", "repo/crews/writers", "git", "git/a/b"):
        done = place.ctl("convert", place.path("work/guard"), "-o", place.path(folder))
        yield f"{folder}: asks", done.status == fixture.EXIT_CONSENT and "guard.py" in done.text, done
        yield f"{folder}: nothing is written", not {"guard.py", "crew.jsonc"} & set(os.listdir(place.path(folder))), done
    done = place.ctl("convert", place.path("work/guard"), "-o", place.path("repo/crews/writers"), "--yes")
    yield "with --yes it is copied", done.status == 0 and os.path.exists(place.path("repo/crews/writers/guard.py")), done
    for folder in ("plain", "other/new", "notes/new"):
        done = place.ctl("convert", place.path("work/guard"), "-o", place.path(folder))
        yield f"{folder}: is no project", done.status == 0 and os.path.exists(place.path(folder, "guard.py")), done
    write_guard(place, "work/guard2", "guard")
    done = place.ctl("convert", place.path("work/guard2"), "-o", place.path("work/guard2"))
    yield "beside the class itself", done.status == 0 and os.path.exists(place.path("work/guard2/crew.jsonc")), done


if __name__ == "__main__":
    sys.exit(fixture.main([read_outside, read_home, read_inside, read_package, assemble_repositories, name_crews, copy_started, copy_to_programs]))
