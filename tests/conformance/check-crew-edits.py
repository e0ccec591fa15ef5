# check-crew-edits.py: checks that CrewAI still loads public and recorded crews after each kind of edit by Troupe
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: check-crew-edits.py [--seed N] [--only NAME] [--sample N] [--from N] BUILD-DIR [CONFORMANCE-DIR], with a Python
# that has CrewAI.
#
# BUILD-DIR contains tests/crew/crew-edits. Public documents are read from CONFORMANCE-DIR/documents; their code is not
# run: documents with code are validated, but no crew is created. Crews that CrewAI cannot load before the edit are
# skipped. With --sample N, each crew is tested with N kinds of edits only, in rotation; --from N starts with case
# number N.

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.update(
    OPENAI_API_KEY="none", OPENROUTER_API_KEY="none", CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false"
)

# Resolved at import because the working directory changes: CrewAI loads each project from within its folder.
HERE = Path(__file__).resolve().parent


def find_inline(node):
    """Yields the definitions of the crews inside a flow."""
    if isinstance(node, dict):
        if node.get("call") == "crew" and isinstance(node.get("with"), dict):
            yield node["with"]
        else:
            for value in node.values():
                yield from find_inline(value)
    elif isinstance(node, list):
        for value in node:
            yield from find_inline(value)


def has_python(folder):
    return any(folder.rglob("*.py"))


class Crewai:
    def __init__(self):
        from crewai.knowledge.knowledge import Knowledge
        from crewai.project import crew_loader, json_loader

        # Adding knowledge sources while a crew is created would request embeddings over the network.
        Knowledge.add_sources = lambda self: None

        self.top = None
        self.loader = crew_loader
        self.json = json_loader
        self.stand_in_for_tools()

    def stand_in_for_tools(self):
        """Replaces tools that are not installed, which public crews may use, so that they do not count as failures."""
        from crewai.tools import BaseTool

        class StandIn(BaseTool):
            name: str = "stand-in"
            description: str = "Replaces a tool that is not installed."

            def _run(self, **arguments):
                return ""

        find = self.json._find_tool_class
        self.json._find_tool_class = lambda name: find(name) or (StandIn if name.endswith("Tool") else None)

    def load(self, path, is_own):
        """Loads the document at path; raises an exception if CrewAI rejects it."""
        if path.name.startswith("crew.json"):
            self.load_project(path, is_own)
        else:
            self.load_flow(path, is_own)

    def load_project(self, path, is_own):
        # Unload modules of the previous project; CrewAI itself may be installed anywhere.
        own = os.path.realpath(self.top) + os.sep
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            # Built-in modules have no file and stay loaded.
            if file and os.path.realpath(file).startswith(own):
                del sys.modules[name]
        self.json.load_json_crew_project(path)
        if is_own or not has_python(path.parent):
            self.loader.load_crew(path)

    def load_flow(self, path, is_own):
        import yaml

        flow = yaml.safe_load(path.read_text())
        from crewai.flow.flow_definition import FlowDefinition

        FlowDefinition.model_validate(flow)
        for definition in find_inline(flow):
            self.loader.load_crew_from_definition(definition, project_root=path.parent)


def write_case(folder, files):
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def find_document(folder):
    for name in ("crew.jsonc", "crew.json", "flow.json"):
        if (folder / name).is_file():
            return folder / name
    return None


def list_recorded():
    for name in ("crew-golden.json", "flow-crew-golden.json"):
        for case in json.loads((HERE / name).read_text())["cases"]:
            yield case["name"], True, lambda folder, case=case: write_case(folder, case.get("files", {}))


def list_public(conformance):
    documents = conformance / "documents"
    for path in sorted(documents.glob("crews/*")):
        if path.is_dir():
            yield path.name, False, lambda folder, path=path: shutil.copytree(path, folder, dirs_exist_ok=True)
    for path in sorted(documents.glob("flows/*.json")):
        yield path.name, False, lambda folder, path=path: shutil.copy(path, folder / "flow.json")


def tell(text):
    print(text, flush=True)
    return text


def choose(kinds, number, sample):
    if sample is None:
        return kinds
    return [kinds[(number * sample + i) % len(kinds)] for i in range(sample)]


def describe(error):
    return " ".join(str(error).split())[:200]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("conformance", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2), "big"))
    parser.add_argument("--only")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--from", dest="first", type=int, default=0)
    arguments = parser.parse_args()
    try:
        crewai = Crewai()
    except ImportError as error:
        print(f"Could not import CrewAI ({error}). Run this script with a Python that has CrewAI 1.15.")
        return 77
    tell(f"seed {arguments.seed}")
    tool = str((arguments.build / "tests/crew/crew-edits").resolve())
    kinds = subprocess.run([tool, "--kinds"], capture_output=True, text=True, check=True).stdout.split()
    counts = {kind: [0, 0] for kind in kinds}
    n_crews = n_left_out = 0
    failures = []
    cases = list(list_recorded())
    if arguments.conformance is not None:
        cases += list_public(arguments.conformance.resolve())
    with tempfile.TemporaryDirectory() as top:
        crewai.top = top
        for number, (name, is_own, write) in enumerate(cases):
            if number < arguments.first or (arguments.only and arguments.only not in name):
                continue
            original = Path(top) / str(number)
            original.mkdir()
            write(original)
            for path in [original, *original.rglob("*")]:
                path.chmod(0o755 if path.is_dir() else 0o644)
            document = find_document(original)
            if document is None or (document.name == "flow.json" and not list(find_inline(read_flow(document)))):
                continue
            try:
                os.chdir(original)
                crewai.load(document, is_own)
            except Exception as error:
                n_left_out += 1
                tell(f"{name}: skipped: {describe(error)}")
                continue
            n_crews += 1
            for kind in choose(kinds, n_crews, arguments.sample):
                folder = Path(top) / f"{number}-{kind}"
                shutil.copytree(original, folder)
                edited = folder / document.name
                done = subprocess.run(
                    [tool, str(arguments.seed + number), str(edited), kind], capture_output=True, text=True, timeout=60
                )
                if done.returncode != 0:
                    failures.append(tell(f"{name}: {kind}: could not edit: {done.stderr.strip()}"))
                elif done.stdout.startswith("done"):
                    counts[kind][0] += 1
                    try:
                        os.chdir(folder)
                        crewai.load(edited, is_own)
                    except Exception as error:
                        failures.append(tell(f"{name}: {kind}: {describe(error)}"))
                else:
                    counts[kind][1] += 1
                os.chdir(top)
                shutil.rmtree(folder)
            shutil.rmtree(original)
    for kind, (done, refused) in counts.items():
        print(f"{kind}: {done} applied, {refused} not")
        if done == 0 and not arguments.only and not arguments.first and arguments.sample is None:
            failures.append(tell(f"{kind}: was never applied"))
    print(f"{n_crews} crews, {n_left_out} skipped because CrewAI does not load the originals, {len(failures)} failures")
    return 1 if failures else 0


def read_flow(path):
    import yaml

    try:
        return yaml.safe_load(path.read_text())
    except yaml.YAMLError:
        return None


if __name__ == "__main__":
    sys.exit(main())
