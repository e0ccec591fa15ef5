#!/usr/bin/env python3
# names.py: tests that code cannot create names, not even for a moment, which programs outside of its sandbox execute
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# names.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9. In each test code prepares what other programs
# would execute, waits while the user's programs work in its folder, and removes the traces. Each way was seen to fail in one of its
# points with a program that has the fault; what an earlier monitor had noticed was executed by nothing, but it ended the run.

import os
import shutil
import subprocess
import sys
import time

import place as fixture
from place import call_offered

PERMISSIONS = ("--yes", "--allow", "script,mcp")
HEAD = "ref: refs/heads/main\n"
# What code begins with. `make` returns whether the file could be created.
PRELUDE = """import os, shutil, subprocess, sys, time
TOP = {top!r}
RAN = {ran!r}
os.chdir(TOP)
HOOK = '#!/bin/sh\\ntouch ' + RAN + '\\n'
CONFIG = '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "touch ' + RAN + ';false"\\n'
before = set(os.listdir('.'))
def make(path, text='', mode=0o755):
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
        with open(path, 'w') as file:
            file.write(text)
        os.chmod(path, mode)
        return True
    except OSError:
        return False
def attempt(function, *words):
    try:
        function(*words)
    except OSError:
        pass
def repository(path, config=CONFIG):
    for name in ('objects', 'refs/heads'):
        attempt(os.makedirs, os.path.join(path, name))
    make(os.path.join(path, 'config'), config)
    make(os.path.join(path, 'HEAD'), 'ref: refs/heads/main\\n')
"""
# Ends with the removal of all that is new.
EPILOGUE = """
open('ready', 'w').close()
for i in range(6000):
    if os.path.exists('go'):
        break
    time.sleep(.01)
for name in set(os.listdir('.')) - before:
    os.chmod(name, 0o700) if os.path.isdir(name) and not os.path.islink(name) else None
    shutil.rmtree(name) if os.path.isdir(name) and not os.path.islink(name) else os.unlink(name)
return 'finished'
"""


def start_script(place, folder, code, environment):
    flow = place.flow(folder, {"call": "script", "code": code})
    return place.start("run", flow, "--data-dir", place.data, *PERMISSIONS, environment=environment)


def start_server(place, folder, code, environment):
    crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py"]}]},
                      files={"server.py": fixture.server(code)})
    return place.start("run", crew, "--data-dir", place.data, *PERMISSIONS, cwd=crew, environment=environment)


KINDS = {"script": start_script, "server": start_server}


def git(place, top, *words):
    return subprocess.run(["git", "-C", top, "-c", "user.name=n", "-c", "user.email=e", *words], check=False, env=place.environment, capture_output=True, text=True)


def work(place, top, environment):
    """What prompts, editors and people do in the folder, and in those that code has created."""
    for folder, folders, names in os.walk(top):
        is_empty = not folders and not names  # as good as the folder above it for Git
        if ".git" in folder.split("/")[-1:] or folder.count("/") > top.count("/") + 4:
            folders.clear()
        if folder == top or not is_empty:
            git(place, folder, "status")
    subprocess.run(["/usr/bin/python3", "-c", "pass"], check=False, cwd=top, env=place.environment | environment, capture_output=True)
    subprocess.run(["/bin/sh", "-c", "mytool; ls"], check=False, cwd=top, env=place.environment | environment, capture_output=True)
    if shutil.which("hg"):
        subprocess.run(["hg", "status"], check=False, cwd=top, env=place.environment, capture_output=True)


def attack(place, kind, folder, code, prepare=None, variables=()):
    """Runs the code while the user works. Yields whether something was executed, whether the run says what was refused, and whether it
    ended as always."""
    top = place.path(folder)
    ran = place.path("home/ran")
    os.makedirs(top, exist_ok=True)
    if prepare:
        prepare(place, top)
    environment = {name: value.replace("TOP", top) for name, value in variables}
    process = KINDS[kind](place, folder, PRELUDE.format(top=top, ran=ran) + code + EPILOGUE, environment)
    end = time.monotonic() + fixture.DEADLINE
    while not os.path.exists(os.path.join(top, "ready")) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    was_ready = os.path.exists(os.path.join(top, "ready"))
    work(place, top, environment)
    place.write(folder + "/go", "")
    out, err = process.communicate(timeout=fixture.DEADLINE)
    done = fixture.Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
    was_run = os.path.exists(ran)
    if was_run:
        os.unlink(ran)
    yield "nothing is executed", not was_run, done
    yield "the run says what was refused", was_ready and "This was refused" in done.text, done
    yield "the run goes on to its end", done.status == 0 and ("finished" in done.text or kind == "server"), done


def attack_all(place, prefix, ways, prepare=None, variables=()):
    fixture.need_sandbox()
    fixture.need("git")
    for i, (name, code) in enumerate(ways.items()):
        for kind in fixture.kinds_of(KINDS, i):
            for point, holds, details in attack(place, kind, f"work/{prefix}-{kind}-{i}", code, prepare, variables):
                yield f"{kind}, {name}: {point}", holds, details


# --- Repositories ----------------------------------------------------------------------------------

def create_repositories(place):
    """New repositories, also where no monitor can see them, and the folder of the document as one."""
    def prepare(_place, top):
        os.makedirs(top + "/docs/deep/er")
    yield from attack_all(place, "repo", {
        "plain": "repository('.git')",
        "after 700 folders": "for i in range(700): os.mkdir(f'd{i}')\nrepository('out/.git')",
        "in a folder that cannot be listed": "os.mkdir('out')\nos.chmod('out', 0o300)\nrepository('out/.git')",
        "that cannot be listed itself": "attempt(os.makedirs, 'out/.git')\nattempt(os.chmod, 'out/.git', 0o300)\nrepository('out/.git')",
        "in a folder that existed": "repository('docs/deep/er/.git')",
        "a file that leads to one": "repository('docs/r')\nmake('.git', 'gitdir: docs/r')",
        "a link to one": "repository('docs/r')\nattempt(os.symlink, 'docs/r', '.git')",
        "a hard link": "make('plain', 'gitdir: docs/r')\nrepository('docs/r')\nattempt(os.link, 'plain', '.git')",
        "moved": "repository('tmp')\nattempt(os.rename, 'tmp', '.git')",
        "moved from the private folder": "shutil.rmtree('/tmp/r', ignore_errors=True)\nrepository('/tmp/r/.git')\nattempt(shutil.move, '/tmp/r', 'r')\nattempt(os.rename, '/tmp/r/.git', '.git')",
        "copied": "repository('/tmp/c/.git')\nsubprocess.run(['cp', '-r', '/tmp/c', 'c'])",
        "the folder itself": "repository('.')",
        "the folder itself, its HEAD last and as a link": "make('h', 'ref: refs/heads/main\\n')\nrepository('.')\nattempt(os.symlink, 'refs/heads/main', 'HEAD')\nattempt(os.rename, 'h', 'HEAD')",
        "with another common folder": "repository('docs/r')\nmake('commondir', 'docs/r')\nmake('HEAD', 'x')",
        "by Git": "subprocess.run(['git', 'init', '-q', '.'])\nsubprocess.run(['git', 'init', '-q', '--bare', 'b'])",
        "in another spelling of a link": "attempt(os.symlink, '.git', 'x')\nattempt(os.mkdir, 'x/')\nmake('x', 'gitdir: docs/r')\nrepository('docs/r')",
        "deep in packages": "repository('node_modules/x/.git')",
    }, prepare)


def create_hooks_of_new_repositories(place):
    yield from attack_all(place, "hook", {
        "post-index-change": "subprocess.run(['git', 'init', '-q', '.'])\nmake('a.txt')\nsubprocess.run(['git', 'add', 'a.txt'])\nmake('.git/hooks/post-index-change', HOOK)\nos.utime('a.txt', (1, 1))",
        "in a new folder": "subprocess.run(['git', 'init', '-q', 'n'])\nmake('n/.git/hooks/post-index-change', HOOK)",
        "by a link": "make('h/post-index-change', HOOK)\nsubprocess.run(['git', 'init', '-q', '.'])\nattempt(os.symlink, '../h', '.git/hooks')",
        "of a template": "make('/tmp/t/hooks/post-index-change', HOOK)\nsubprocess.run(['git', 'init', '-q', '--template=/tmp/t', '.'])",
        "moved in": "subprocess.run(['git', 'init', '-q', '/tmp/m'])\nmake('/tmp/m/.git/hooks/post-index-change', HOOK)\nsubprocess.run(['mv', '/tmp/m/.git', '.git'])",
    })


def create_other_repositories(place):
    """Configuration of Mercurial and others contains commands."""
    hg = "make('{0}/requires', 'revlogv1\\nstore\\n')\nattempt(os.makedirs, '{0}/store')\nmake('{0}/hgrc', '[hooks]\\npre-status = touch ' + RAN + '\\n')"
    yield from attack_all(place, "hg", {
        "hg": hg.format(".hg"), "hg moved": hg.format("tmp") + "\nattempt(os.rename, 'tmp', '.hg')", "hg by a link": hg.format("tmp") + "\nattempt(os.symlink, 'tmp', '.hg')",
        "hg in a new folder": hg.format("a/.hg"), "jj": "make('.jj/repo/config.toml')", "svn": "attempt(os.mkdir, '.svn')", "darcs": "make('_darcs/prefs/defaults', 'ALL posthook touch x')",
        "pijul": "make('.pijul/config')", "bzr in capitals": "attempt(os.mkdir, '.BZR')",
    })


# --- What the user's settings name -----------------------------------------------------------------

def user_repository(*settings, without=()):
    def prepare(place, top):
        subprocess.run(["git", "init", "-q", "-b", "main", top], check=True, env=place.environment)
        with open(top + "/a.txt", "w", encoding="utf-8") as file:
            file.write("x")
        git(place, top, "add", "a.txt")
        git(place, top, "commit", "-qm", "m")
        for name, value in settings:
            git(place, top, "config", name, value)
        for name in without:
            shutil.rmtree(os.path.join(top, name))
    return prepare


def create_named(place):
    """Hooks, commands and parts of the configuration of the user's repository that do not exist."""
    touch = "\nos.utime('a.txt', (1, 1))"
    yield from attack_all(place, "hk", {
        "hooks": "make('hk/post-index-change', HOOK)" + touch, "moved hooks": "make('t/post-index-change', HOOK)\nattempt(os.rename, 't', 'hk')" + touch,
        "linked hooks": "make('t/post-index-change', HOOK)\nattempt(os.symlink, 't', 'hk')" + touch,
        "hooks in capitals": "make('HK/post-index-change', HOOK)" + touch,
        "hooks by a link to the folder": "os.symlink('.', 's')\nmake('s/hk/post-index-change', HOOK)" + touch,
    }, user_repository(("core.hooksPath", "hk")))
    yield from attack_all(place, "deephk", {
        "deep hooks": "make('build/hooks/post-index-change', HOOK)" + touch,
        "deep hooks moved with their folder": "make('t/hooks/post-index-change', HOOK)\nattempt(os.rename, 't', 'build')" + touch,
        "deep hooks moved": "make('t/post-index-change', HOOK)\nos.mkdir('build')\nattempt(os.rename, 't', 'build/hooks')" + touch,
    }, user_repository(("core.hooksPath", "build/hooks")))
    yield from attack_all(place, "fs", {
        "monitor": "make('tools/fs', HOOK)", "moved monitor": "make('tools/x', HOOK)\nattempt(os.rename, 'tools/x', 'tools/fs')",
        "moved folder": "make('t/fs', HOOK)\nattempt(os.rename, 't', 'tools')", "linked monitor": "make('t', HOOK)\nattempt(os.mkdir, 'tools')\nattempt(os.link, 't', 'tools/fs')",
    }, user_repository(("core.fsmonitor", "tools/fs")))
    yield from attack_all(place, "inc", {
        "include": "make('gc.inc', CONFIG)", "moved include": "make('x', CONFIG)\nattempt(os.replace, 'x', 'gc.inc')", "linked include": "make('x', CONFIG)\nattempt(os.symlink, 'x', 'gc.inc')",
    }, user_repository(("include.path", "../gc.inc")))
    for kind in KINDS:
        # The data of the repository are read-only as a whole.
        for point, holds, details in attack(place, kind, f"work/nohooks-{kind}", "make('.git/hooks/post-index-change', HOOK)\nattempt(os.mkdir, '.git2.git')" + touch,
                                            user_repository(without=(".git/hooks",))):
            yield f"{kind}, missing folder of hooks: {point}", holds, details


def create_named_by_user(place):
    """The same in the configuration of the user, whose relative paths mean something in each repository, and of Mercurial."""
    touch = "\nos.utime('a.txt', (1, 1))"
    ways = {
        "hooks": ("[core]\n\thooksPath = hk\n", "make('hk/post-index-change', HOOK)" + touch),
        "monitor": ("[core]\n\tfsmonitor = tools/fs\n", "make('tools/fs', HOOK)"),
        "filter": ('[filter "x"]\n\tclean = tools/clean\n', "make('tools/clean', HOOK)\nmake('.gitattributes', '*.txt filter=x', 0o644)" + touch),
        "include": ("[include]\n\tpath = more\n", None),
    }
    fixture.need_sandbox()
    fixture.need("git")
    for i, (label, (settings, code)) in enumerate(ways.items()):
        if code is None:
            place.write("home/more", ways["hooks"][0])
            code = ways["hooks"][1]
        place.write("home/.gitconfig", settings)
        for point, holds, details in attack(place, "script", f"work/global-{i}", code, user_repository()):
            yield f"{label} of ~/.gitconfig: {point}", holds, details
        os.unlink(place.path("home/.gitconfig"))
    for point, holds, details in attack(place, "server", "work/variables", ways["hooks"][1], user_repository(),
                                        (("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "core.hooksPath"), ("GIT_CONFIG_VALUE_0", "hk"))):
        yield f"variables: {point}", holds, details


# What settings in the folder, or links of the home folder, let programs execute, and a file that they do not name.
NAMED = {".envrc": ("PATH_add tools\nsource_env_if_exists extra.sh\nexport PATH=$PWD/more:$PATH\n", ("tools/x", "extra.sh", "more/x")),
         "mise.toml": ("[env]\n_.path = ['tools', '{{config_root}}/more']\n_.source = 'extra.sh'\n", ("tools/x", "more/x", "extra.sh")),
         ".vscode/tasks.json": ('{"tasks": [{"command": "${workspaceFolder}/tools/start.sh", "args": ["src/data.txt"]}]}', ("tools/start.sh",)),
         ".mcp.json": ('{"mcpServers": {"a": {"command": "python3", "args": ["tools/server.py"]}}}', ("tools/server.py",)),
         ".git/hooks/pre-commit": ("#!/bin/sh\n./tools/lint.sh && python3 tools/check.py && python3 bare.py\n", ("tools/lint.sh", "tools/check.py", "bare.py")),
         ".git/hooks/pre-push": ('#!/bin/sh\nINSTALL_PYTHON=/usr/bin/python3\nPATH="vendor/tools:$PATH"\nexec "$INSTALL_PYTHON" -mpre_commit hook-impl\n',
                                 ("pre_commit.py", "pre_commit/__init__.py", "pre_commit.cpython-311-x86_64-linux-gnu.so", "vendor/tools/npm")),
         ".cursor/mcp.json": ('{"mcpServers": {"a": {"command": "python3", "args": [\n"-m",\n"my_server.main"]}}}', ("my_server.py", "my_server/__init__.py")),
         ".husky/_/h": ('export PATH="node_modules/.bin:$PATH"\n', ("node_modules/.bin/npm",)),
         ".git/config": ("[core]\n\trepositoryformatversion = 0\n[init]\n\ttemplateDir = template\n", ("template/hooks/post-checkout",)),
         ".hg/hgrc": ("[extensions]\nx = ./tools/x.py\n[hooks]\npre-status = python:./tools/y.py:f\n%include ../team.rc\n[alias]\nst = !./tools/z.sh\n",
                      ("tools/x.py", "tools/y.py", "team.rc", "tools/z.sh")),
         "~/.zshrc": ("dots/bashrc", ("dots/bashrc",)), "~/.config/editor": ("dots/editor", ("dots/editor/init.lua",)),
         "~/.config/git/config": ("dots/git/config", ("dots/git/config",)), "~/.ssh/config": ("dots/ssh", ("dots/ssh",)), "~/.config/systemd/user/x.service": ("units/x", ("units/x",)),
         "~/.local/share/applications/x.desktop": ("apps/x", ("apps/x",)), "~/.local/share/gnome-shell/extensions/x@y": ("ext", ("ext/extension.js",)), "~/.vim/plugin/a.vim": ("vim/a", ("vim/a",)), "~/bin/tool": ("t/tool", ("t/tool",)),
         "app/.envrc": ("PATH_add bin2\nsource_env extra.sh\n", ("app/bin2/x", "app/extra.sh")), "a/b/mise.toml": ("[env]\n_.source = 'e.sh'\n", ("a/b/e.sh",)),
         "app/.vscode/tasks.json": ('{"tasks": [{"command": "${workspaceFolder}/tools/start.sh"}]}', ("app/tools/start.sh",)),
         "app/.claude/settings.json": ('{"hooks": {"Stop": [{"command": "$CLAUDE_PROJECT_DIR/hooks/stop.py"}]}}', ("app/hooks/stop.py",))}

# What files of the user's shells and session in the home folder name in TOP.
HOME_FILES = {".bashrc": ("export PATH=TOP/tools:$PATH\n. TOP/aliases\nalias run='TOP/run.sh'\n", ("tools/x", "aliases", "run.sh")), ".zshenv": ("path=(TOP/more $path)\nsource \"TOP/env\"\n", ("more/x", "env")),
              ".config/fish/config.fish": ("fish_add_path TOP/fish; set -x PATH TOP/fish $PATH\n", ("fish/x",)), ".config/systemd/user/x.service": ("[Service]\nExecStart=TOP/serve.py --x\n", ("serve.py",)),
              ".config/autostart/x.desktop": ("[Desktop Entry]\nExec=sh TOP/start.sh\n", ("start.sh",)), ".config/systemd/user/y.service": ("[Service]\nWorkingDirectory=TOP\nExecStartPre=/usr/bin/python3 -m tool\nExecStart=/usr/bin/python3 app.py\n", ("app.py", "tool.py", "tool/__init__.py")), ".config/systemd/user/z.service": ("[Service]\nExecStart=/usr/bin/python3 TOP\n", ("__main__.py",)),
              ".config/autostart/y.desktop": ("[Desktop Entry]\nPath=TOP\nExec=sh go.sh\n", ("go.sh",)), ".bash_aliases": ("(cd TOP && ./up.sh &)\n", ("up.sh",)),
              ".bash_login": ('for f in TOP/rc/*.sh; do . "$f"; done\nsource <(cat TOP/lib/{a,b}.zsh)\n', ("rc/a.sh", "lib/c.zsh")),
              # What no list of Troupe has.
              ".config/sway/config": ("exec TOP/start.sh\n", ("start.sh",)), ".config/shell/rc": ('source "TOP/env"\n', ("env",)), ".oh-my-zsh/custom/x.zsh": ("source TOP/a.zsh\n", ("a.zsh",)), ".tmux.conf": ("run-shell TOP/t.sh\n", ("t.sh",)),
              ".config/systemd/user/x.service.d/o.conf": ("[Service]\nExecStartPre=TOP/pre.sh\n", ("pre.sh",)), ".config/nushell/config.nu": ("source TOP/rc.nu\n", ("rc.nu",)),
              ".ssh/config": ("ProxyCommand TOP/proxy.sh %h\n", ("proxy.sh",)), ".profile": ("PATH=~/../REL/tools:$PATH\n", ("tools/x",))}

# Variables, what they name in TOP, and whether code may write it.
WORDS = (("NVM_DIR", "TOP/nvm", "nvm/nvm.sh", False), ("HGRCPATH", "TOP/hg.rc", "hg.rc", False), ("VIMINIT", "source TOP/v.vim | set z", "v.vim", False), ("FZF_DEFAULT_COMMAND", "TOP/fzf --x", "fzf", False),
         ("JAVA_HOME", "TOP/jdk", "jdk/bin/java", False), ("ANY_NAME", "y;(TOP/any)&", "any", False), ("lower", "--plugin=TOP/plug.so,TOP/other.so", "other.so", False), ("QUOTED", "'TOP/q'", "q", False), ("IPYTHONDIR", "TOP/./ipy/", "ipy/startup/a.py", False),
         ("OUTPUT_DIR", "TOP/out", "out/x", True), ("APP_DATA_FILE", "TOP/data.json", "data.json", True), ("CARGO_TARGET_DIR", "TOP/target", "target/x", True), ("DATABASE_URL", "sqlite:///TOP/db", "db", True),
         ("PROJECT", "TOP", "of-project", True), ("OTHER", "TOP2/x", "x", True))


def keep_words(place):
    """What the words of variables, and the files of the user's shells, name."""
    fixture.need_sandbox()
    for exists in (True, False):
        folder = f"work/words-{exists}"
        top = place.path(folder)
        os.makedirs(top)
        names = [name for _variable, _value, name, _free in WORDS]
        for name in names if exists else ():
            place.write(f"{folder}/{name}", "mine")
        code = PRELUDE.format(top=top, ran="") + f"return 'made ' + ' '.join(name for name in {names!r} if make(name, 'evil')) + ' end'"
        process = start_script(place, folder, code, {variable: value.replace("TOP", top) for variable, value, _name, _free in WORDS})
        out, err = process.communicate(timeout=fixture.DEADLINE)
        made = out.decode(errors="replace").split("made ")[-1].split(" end")[0].split()
        for variable, value, name, is_free in WORDS:
            yield f"{variable}={value}, {exists}: {'written' if is_free else 'not written'}", (name in made) == is_free, (made, err)
    for i, (name, (text, named)) in enumerate(HOME_FILES.items()):
        for exists in fixture.kinds_of((True, False), i):
            folder = f"work/home-{i}-{exists}"
            top = place.path(folder)
            os.makedirs(top)
            place.write("home/" + name, text.replace("TOP", top).replace("REL", folder))
            for one in named if exists else ():
                place.write(f"{folder}/{one}", "mine")
            code = PRELUDE.format(top=top, ran="") + f"return str([make(name, 'evil') for name in {named!r}]) + str(make('src/data.txt')) + str(make('tools2/x.sh'))"
            process = start_script(place, folder, code, {})
            out, err = process.communicate(timeout=fixture.DEADLINE)
            # A missing file without an ending is known only where a path is looked for.
            yield f"~/{name}, {exists}: what it names is not written", b"[" + b", ".join([b"False"] * len(named)) + b"]" in out, (out, err)
            yield f"~/{name}, {exists}: other files are written", b"TrueTrue" in out, (out, err)
            os.unlink(place.path("home", name))


# Folders in which a document gets no folder, and variables that make them so; the last ones are usual.
PLACES = (("p/.vscode", ""), ("p/.claude/commands", ""), ("p/.github/workflows", ""), ("p/.husky", ""), ("p/.git/x", ""), ("p/.unknown/deep", ""), ("env/bin", ""), ("env/lib/python3", ""), (".venv/share", ""), ("scripts", "PATH"), ("perl", "PERL5LIB"),
          ("libs", "LD_LIBRARY_PATH"), ("fns", "FPATH"), ("gems/x", "GEM_HOME"),
          ("p/.worktrees/feature/flows", ""), ("p/.claude/worktrees/feature", ""), ("p/.cache/x", ""), ("p/src", ""))


def use_no_settings(place):
    """A document in a folder with settings, or of programs, gets no folder in which code or tools could write."""
    fixture.need_sandbox()
    links = ("home/.config/editor-x", "home/.emacs.d", "home/.oh-my-zsh/custom", "home/.config/editor-y", "home/.wine/dosdevices/z:")
    for i, link in enumerate(links):
        # The folder itself, one below it, and links that say nothing about it.
        folder = f"work/linked-{i}" + ("/deep" if i == 2 else "")
        target = place.path(f"work/linked-{i}") if i != 3 else place.path("home")
        os.makedirs(place.path(folder))
        os.makedirs(os.path.dirname(place.path(link)), exist_ok=True)
        os.symlink(target, place.path(link))
        code = PRELUDE.format(top=place.path(folder), ran="") + "return 'made ' + str(make('init.lua', 'evil'))"
        out, err = start_script(place, folder, code, {}).communicate(timeout=fixture.DEADLINE)
        yield f"a link {link}: code writes {'nothing' if i < 3 else 'as usual'}", os.path.exists(place.path(folder, "init.lua")) == (i >= 3), (out, err)
        os.unlink(place.path(link))
    place.write("home/.bashrc", f'for f in {place.path("work/sourced")}/*.sh; do . "$f"; done\n')
    os.makedirs(place.path("work/sourced"))
    out, err = start_script(place, "work/sourced", PRELUDE.format(top=place.path("work/sourced"), ran="") + "return 'made ' + str(make('new.sh', 'evil'))", {}).communicate(timeout=fixture.DEADLINE)
    yield "a folder whose files a shell executes: code writes nothing", not os.path.exists(place.path("work/sourced/new.sh")), (out, err)
    os.unlink(place.path("home/.bashrc"))
    for i, (name, variable) in enumerate(PLACES):
        folder = f"work/q{i}/{name}"
        top = place.path(folder)
        is_usual = i >= len(PLACES) - 4
        os.makedirs(top)
        if name.startswith("env/"):
            place.write(f"work/q{i}/env/pyvenv.cfg", "home = /usr")
        code = PRELUDE.format(top=top, ran="") + "return 'made ' + str(make('git', 'evil')) + str(make('sub/tasks.json'))"
        value = top if "deep" not in name and variable != "GEM_HOME" else os.path.dirname(top)
        process = start_script(place, folder, code, {variable: value + ":/usr/bin:/bin"} if variable else {})
        out, err = process.communicate(timeout=fixture.DEADLINE)
        yield f"{name}, {variable}: code writes {'as usual' if is_usual else 'nothing'}", os.path.exists(top + "/git") == is_usual, (out, err)
        os.unlink(top + "/flow.json")
        crew = place.crew(folder, [call_offered("write", filename="new", directory=".", content="x", overwrite="true"), "x"], {"tools": ["FileWriterTool"]})
        done = place.run(crew, "--yes", cwd=top, environment={variable: value + ":/usr/bin:/bin"} if variable else {})
        yield f"{name}, {variable}: so do tools", os.path.exists(top + "/new") == is_usual, done


def keep_named(place):
    """Files that exist are read-only for code and for tools, and missing ones cannot be created."""
    fixture.need_sandbox()
    fixture.need("git")
    for i, (name, (text, named)) in enumerate(NAMED.items()):
        for exists in fixture.kinds_of((True, False), i):
            folder = f"work/settings-{i}-{exists}"
            top = place.path(folder)
            os.makedirs(top)
            if name.startswith("~"):
                path = place.path("home" + name[1:])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                os.symlink(os.path.join(top, text), path)
            else:
                if name.startswith(".git/"):
                    subprocess.run(["git", "init", "-q", top], check=True, env=place.environment)
                place.write(f"{folder}/{name}", text)
            for one in named if exists else ():
                place.write(f"{folder}/{one}", "mine")
            code = PRELUDE.format(top=top, ran="") + f"return str([make(name, 'evil') for name in {named!r}]) + str(make('src/data.txt')) + str(make('tools2/x.sh'))"
            process = start_script(place, folder, code, {})
            out, err = process.communicate(timeout=fixture.DEADLINE)
            yield f"{name}, {exists}: what it names is not written", b"[" + b", ".join([b"False"] * len(named)) + b"]" in out, (out, err)
            yield f"{name}, {exists}: other files are written", b"TrueTrue" in out, (out, err)
            yield f"{name}, {exists}: the files are those of the user", all((place.read(f"{folder}/{one}") if os.path.exists(place.path(folder, one)) else None) == ("mine" if exists else None) for one in named), (out, err)
            crew = place.crew(folder + "/crew", [call_offered("write", filename=os.path.basename(named[0]), directory=os.path.join(top, os.path.dirname(named[0])), content="x", overwrite="true"), "x"],
                              {"tools": ["FileWriterTool"]})
            done = place.run(crew, "--yes", cwd=top)
            yield f"{name}, {exists}: tools do not write it either", not os.path.exists(place.path(folder, named[0])) or place.read(f"{folder}/{named[0]}") == "mine", done
            if name.startswith("~"):
                os.unlink(path)


# Settings, and what a file has that they name: NAME is its path in the folder to which the settings belong.
SETTINGS = {".mcp.json": '{"mcpServers": {"a": {"command": "python3", "args": ["NAME"]}}}', ".vscode/tasks.json": '{"tasks": [{"command": "python3 NAME"}]}',
            ".vscode/settings.json": '{"terminal.integrated.env.linux": {"PATH": "${workspaceFolder}/NAME:${env:PATH}"}}', ".claude/settings.json": '{"hooks": {"Stop": [{"command": "python3 NAME"}]}}',
            ".claude/commands/x.md": "---\nhooks: x\n---\n!`./NAME`\n", ".husky/pre-commit": "node NAME\n", ".husky/commit-msg": '"$(dirname "$0")/../NAME"\n',
            ".pre-commit-config.yaml": "- repo: local\n  hooks: [{id: x, language: script, entry: ./NAME}]\n", ".helix/languages.toml": 'command = "./NAME"\n', ".cargo/config.toml": 'runner = "NAME"\n',
            ".devcontainer/devcontainer.json": '{"initializeCommand": "./NAME"}', ".gemini/settings.json": '{"command": "python3", "args": ["NAME"]}', ".idea/watcherTasks.xml": '<option name="program" value="$PROJECT_DIR$/NAME" />',
            ".config/mise/config.toml": "_.source = 'NAME'\n", "mise/config.toml": "_.source = 'NAME'\n", ".mise.local.toml": "[hooks]\nenter = 'bash NAME'\n", "opencode.json": '{"mcp": {"command": [\n"python3",\n"NAME"]}}',
            "lefthook.yml": "run: ./NAME\n", "p.code-workspace": '{"command": "./NAME"}', ".nvim.lua": "dofile('NAME')\n", ".exrc": "source NAME\n", ".gdbinit": "source NAME\n", ".envrc": 'eval "$(python3 NAME)"\n', ".envrc.local": "watch_file NAME\n"}
# Endings of what they name: missing files without an ending are known for some settings only.
ENDINGS = {".vscode/settings.json": "/git", ".helix/languages.toml": "", ".lefthook.yml": "", ".idea/watcherTasks.xml": ".php", ".gdbinit": ".gdb", ".husky/pre-commit": ".js"}
# What direnv's library does for a word in `.envrc`.
LAYOUTS = {"layout node": ("node_modules/.bin/git",), "layout php": ("vendor/bin/git",), "layout python3": ("platform.py", "pkgutil/__init__.py"), "use flake": ("flake.nix", "flake.lock"), "use nix": ("shell.nix",),
           "PATH_add .": ("ls",), "export PATH=$PWD:$PATH": ("ls",), 'PATH_add "$(pwd)"': ("ls",)}


def keep_settings(place):
    """All kinds of settings, in the folder, above and below it, name files that exist or not."""
    fixture.need_sandbox()
    for where, top_of, part in (("in the folder", "", ""), ("above", "flows", ""), ("below", "", "app/")):
        for exists in (True, False):
            top = f"work/kinds-{where.split()[0]}-{exists}"
            names = []
            for i, (name, text) in enumerate(SETTINGS.items()):
                # Every second one has no slash.
                named = os.path.join(top_of, f"tools/n{i}" if i % 2 else f"n{i}") + ENDINGS.get(name, ".sh" if not name.startswith(".mcp") else ".py")
                place.write(f"{top}/{part}{name}", text.replace("NAME", named[:-4] if named.endswith("/git") else named))
                names.append(os.path.join(part, os.path.relpath(named, top_of or ".")))
                if exists:
                    place.write(f"{top}/{part}{named}", "mine")
            folder = os.path.join(top, top_of)
            free = [part + name for name in ("README.md", "src/data.csv", "build/x", "tools/other.sh", "node_modules/.bin/x")]
            place.write(f"{top}/{part}.vscode/extensions.json", '{"cmake.buildDirectory": "${workspaceFolder}/build",\n"files.exclude": {"src/data.csv": true}, "x": "README.md",\n"command": "node_modules/.bin/x"}')
            code = PRELUDE.format(top=place.path(folder), ran="") + f"return 'made ' + ' '.join(name for name in {names + free!r} if make(name, 'evil')) + ' end'"
            out, err = start_script(place, folder, code, {}).communicate(timeout=fixture.DEADLINE)
            made = out.decode(errors="replace").split("made ")[-1].split(" end")[0].split()
            for name, named in zip(SETTINGS, names):
                if exists or top_of == "" or ENDINGS.get(name) != "":
                    yield f"{where}, {exists}: what {name} names is not written", named not in made, (named, made, err)
            yield f"{where}, {exists}: other files are written", set(free) <= set(made), (made, err)
    for i, (line, named) in enumerate(LAYOUTS.items()):
        folder = f"work/layout-{i}"
        place.write(f"{folder}/.envrc", line + "\n")
        code = PRELUDE.format(top=place.path(folder), ran="") + f"return str([make(name, 'evil') for name in {named!r}]) + str(make('tools/x.sh')) + str(make('no-such-program'))"
        out, err = start_script(place, folder, code, {}).communicate(timeout=fixture.DEADLINE)
        yield f"{line}: what it leads to is not written", b"[" + b", ".join([b"False"] * len(named)) + b"]" in out, (out, err)
        yield f"{line}: other files are written", b"TrueTrue" in out, (out, err)
    place.write("home/.bashrc", "export PATH=./node_modules/.bin:vendor/bin:$PATH\n")
    code = PRELUDE.format(top=place.path("work/relative"), ran="") + "return str([make(name, 'evil') for name in ('node_modules/.bin/git', 'vendor/bin/git', 'bin/x')])"
    os.makedirs(place.path("work/relative"))
    out, err = start_script(place, "work/relative", code, {}).communicate(timeout=fixture.DEADLINE)
    yield "relative folders of PATH in ~/.bashrc are those of the folder", b"[False, False, True]" in out, (out, err)
    os.unlink(place.path("home/.bashrc"))
    # What programs note about the folder is no setting.
    place.write("home/.python_history", f"exec(open('{place.path('work/noted')}/app.py'))\n")
    place.write("home/.config/editor/recent.json", f'["{place.path("work/noted")}/app.py"]')
    place.write("work/noted/app.py", "mine")
    code = PRELUDE.format(top=place.path("work/noted"), ran="") + "return str(make('app.py', 'theirs'))"
    out, err = start_script(place, "work/noted", code, {}).communicate(timeout=fixture.DEADLINE)
    yield "what programs have noted about the folder is writable", b"True" in out, (out, err)


def keep_repository_of_user(place):
    """A repository that the user creates while code runs is not taken for one of the code."""
    fixture.need_sandbox()
    fixture.need("git")
    folder = "work/own-repository"
    top = place.path(folder)
    os.makedirs(top)
    code = PRELUDE.format(top=top, ran="") + "open('ready', 'w').close()\nfor i in range(6000):\n    if os.path.exists('go'):\n        break\n    time.sleep(.01)\nmake('sub/.envrc', 'evil')\nmake('new/key.pem', 'x')\nreturn 'finished'"
    process = start_script(place, folder, code, {})
    end = time.monotonic() + fixture.DEADLINE
    while not os.path.exists(top + "/ready") and time.monotonic() < end:
        time.sleep(.01)
    subprocess.run(["git", "init", "-q", top], check=True, env=place.environment)
    subprocess.run(["git", "init", "-q", "--bare", top + "/bare"], check=True, env=place.environment)
    open(top + "/go", "w", encoding="utf-8").close()
    _out, err = process.communicate(timeout=fixture.DEADLINE)
    yield "it stays", os.path.exists(top + "/.git/config") and os.path.exists(top + "/.git/HEAD") and os.path.exists(top + "/bare/HEAD") and os.path.exists(top + "/bare/config"), (os.listdir(top), err)
    yield "the run says so", "“.git”".encode() in err and b"left as it is" in err, err
    yield "what code has created is renamed", not os.path.exists(top + "/new/key.pem"), (os.listdir(top), err)


def create_programs(place):
    """Folders of PATH that do not exist."""
    yield from attack_all(place, "path", {
        "program": "make('bin/mytool', HOOK)", "moved": "make('t/mytool', HOOK)\nattempt(os.rename, 't', 'bin')", "linked": "make('t/mytool', HOOK)\nattempt(os.symlink, 't', 'bin')",
        "in another folder of the same": "make('t/b/mytool', HOOK)\nattempt(os.rename, 't', 'tools')",
        "exchanged": "make('t/b/mytool', HOOK)\nattempt(os.mkdir, 'tools')\nattempt(os.rename, 'tools', 'old')\nattempt(os.rename, 't', 'tools')",
    }, variables=(("PATH", "TOP/bin:TOP/tools/b:/usr/bin:/bin"),))


def create_modules(place):
    """Modules that each Python of the user executes, in folders of PYTHONPATH."""
    def prepare(_place, top):
        os.makedirs(top + "/src")
    evil = "'open(' + repr(RAN) + ', \"w\")'"
    ways = {
        "sitecustomize": f"make('src/sitecustomize.py', {evil})", "usercustomize": f"make('src/usercustomize.py', {evil})",
        "a package": f"make('src/sitecustomize/__init__.py', {evil})",
        "a package of the library": f"make('src/encodings/__init__.py', {evil})", "a module of the library": f"make('src/io.py', {evil})",
        "compiled in the cache": f"make('x.py', {evil})\nimport py_compile\nattempt(os.makedirs, 'src/__pycache__')\nattempt(lambda: py_compile.compile('x.py', 'src/__pycache__/usercustomize.cpython-%d%d.pyc' % sys.version_info[:2]))",
        "compiled": f"make('x.py', {evil})\nimport py_compile\nattempt(lambda: py_compile.compile('x.py', 'src/sitecustomize.pyc'))",
        "moved": f"make('x', {evil})\nattempt(os.rename, 'x', 'src/sitecustomize.py')", "another folder": f"make('s/sitecustomize.py', {evil})\nattempt(os.rename, 'src', 'old')\nattempt(os.rename, 's', 'src')",
        "in a missing folder": f"make('more/sitecustomize.py', {evil})", "a link": f"make('x', {evil})\nattempt(os.symlink, '../x', 'src/usercustomize.py')",
    }
    yield from attack_all(place, "mod", ways, prepare, (("PYTHONPATH", "TOP/src:TOP/more"),))
    top = place.path("work/tool/src")
    place.write("work/tool/src/x.py", "")
    crew = place.crew("work/tool", [call_offered("write", filename="sitecustomize.py", directory="src", content="x", overwrite="true"), "x = 1"],
                      {"tools": ["FileWriterTool"]}, {"output_file": "src/usercustomize.py"})
    done = place.run(crew, "--yes", cwd=crew, environment={"PYTHONPATH": top})
    yield "tools and outputs write none either", not os.path.exists(top + "/sitecustomize.py") and not os.path.exists(top + "/usercustomize.py"), (done, os.listdir(top))


def create_targets(place):
    """Links and variables that lead to something missing, and repositories of which a part came with the document."""
    def prepare(_place, top):
        os.makedirs(top + "/env/bin")
        os.makedirs(top + "/sub")
        for name, target in (("cur", "gen/bin"), ("env/bin/python", "../../t/py"), (".vscode", "a"), ("a", "t/settings"), (".hg", "t/hg"), ("pyvenv.cfg", "t.txt")):
            os.symlink(target, os.path.join(top, name))
        for name, text in (("HEAD", "ref: refs/heads/main\n"), ("commondir", "../e"), ("config.worktree", "[core]\n\tworktree = ..\n\tbare = false\n")):
            with open(os.path.join(top, "sub", name), "w", encoding="utf-8") as file:
                file.write(text)
    yield from attack_all(place, "target", {
        "a relative folder of PATH": "make('rel/bin/mytool', HOOK)", "the target of a link in PATH": "make('gen/bin/mytool', HOOK)",
        "a program that a variable names": "make('tools/ssh', HOOK)", "the target of the interpreter of an environment": "make('t/py', HOOK)",
        "a link on the way to a target": "os.unlink('a')\nmake('a/tasks.json', '{}')", "the target of a repository": "make('t/hg/hgrc', '[hooks]\\npre-status = touch ' + RAN)",
        "the target of a file": "make('t.txt', 'home = /usr')",
        "the other parts of a repository": "make('e/config', CONFIG)\nattempt(os.makedirs, 'e/objects')\nattempt(os.makedirs, 'e/refs')",
        "in another order": "attempt(os.makedirs, 'e/refs')\nmake('e/config', CONFIG)\nattempt(os.mkdir, 'e/objects')",
        "another interpreter": "make('other/bin/python3.11', HOOK)\nmake('other/bin/activate.fish', '')", "below a long path": "for i in range(25): (os.mkdir('d' * 200), os.chdir('d' * 200)) if i < 19 else attempt(os.mkdir, 'd' * 200) or attempt(os.chdir, 'd' * 200)\nos.chdir(TOP)",
        "the first process": "attempt(os.open, '/proc/1/mem', os.O_CREAT | os.O_RDWR)\nmake('.sl/config', CONFIG)",
    }, prepare, (("PATH", "./rel/bin:TOP/cur:/usr/bin:/bin"), ("GIT_SSH_COMMAND", "TOP/tools/ssh -x")))
    crew = place.crew("work/outputs", [call_offered("write", filename="python3", directory="env/bin", content="x", overwrite="true"), "x = 1"],
                      {"tools": ["FileWriterTool"]}, {"output_file": "env/pyvenv.cfg"})
    done = place.run(crew, "--yes", cwd=crew)
    yield "tools and outputs make no environment", not os.path.exists(crew + "/env/pyvenv.cfg") and not os.path.exists(crew + "/env/bin/python3"), (done, os.listdir(crew))


def keep_modules(place):
    """What the user has in such folders is read-only, and other modules are written."""
    fixture.need_sandbox()
    for kind, start in KINDS.items():
        top = place.path("work/keep-" + kind)
        place.write(f"work/keep-{kind}/src/sitecustomize.py", "mine = 1\n")
        code = PRELUDE.format(top=top, ran="") + "return [make('src/sitecustomize.py', 'evil'), make('src/module.py', 'x = 1'), make('src/pkg/__init__.py')]"
        process = start(place, "work/keep-" + kind, code, {"PYTHONPATH": top + "/src"})
        out, err = process.communicate(timeout=fixture.DEADLINE)
        yield f"{kind}: the module of the user stays", place.read(f"work/keep-{kind}/src/sitecustomize.py") == "mine = 1\n", (out, err)
        yield f"{kind}: other modules are written", os.path.exists(top + "/src/module.py") and os.path.exists(top + "/src/pkg/__init__.py"), (out, err)


# --- Links ----------------------------------------------------------------------------------------

# Code that lets `out/dist` lead to the folder OUT of the user, which is beside the one above TOP, and UP leads to from TOP.
LINKS = {
    "a moved folder": "os.makedirs('1/2/3/out')\nattempt(os.symlink, UP, '1/2/3/out/dist')\nattempt(os.rename, 'out', 'old')\nattempt(os.rename, '1/2/3/out', 'out')",
    "a folder moved in steps": "os.makedirs('1/2/3/out')\nattempt(os.symlink, UP, '1/2/3/out/dist')\nattempt(os.rename, 'out', 'old')\nattempt(os.rename, '1/2/3/out', '1/out')\nattempt(os.rename, '1/out', 'out')",
    "an exchanged folder": "os.makedirs('1/2/3/out')\nattempt(os.symlink, UP, '1/2/3/out/dist')\nimport ctypes\nctypes.CDLL(None).renameat2(-100, b'1/2/3/out', -100, b'out', 2)",
    "mv": "os.makedirs('1/2/3/out')\nattempt(os.symlink, UP, '1/2/3/out/dist')\nsubprocess.run('mv out old; mv 1/2/3/out out', shell=True)",
    "a hard link of a link": "os.makedirs('1/2/3')\nattempt(os.symlink, UP, '1/2/3/dist')\nattempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(lambda: os.link('1/2/3/dist', 'out/dist', follow_symlinks=False))",
    "a link of the system": "attempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(os.symlink, '/usr/lib/ssl/certs/../../..' + OUT, 'out/dist')",
    "another link of the system": "attempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(os.symlink, '/bin/../..' + OUT, 'out/dist')",
    "a link up": "attempt(os.rename, 'out', 'old')\nos.makedirs('out/b')\nattempt(os.symlink, '../..', 'out/b/s')\nattempt(os.symlink, 'b/s/' + UP.split('/', 1)[1], 'out/dist')",
    "a link up through a later link": "attempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(os.symlink, 's/' + UP.split('/', 1)[1], 'out/dist')\nattempt(os.symlink, '..', 'out/s')",
    "a link of the user": "attempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(os.symlink, '../of-user', 'out/dist')",
    "a link to a link of the user": "attempt(os.rename, 'out', 'old')\nos.mkdir('out')\nattempt(os.symlink, 'of-user', 'more')\nattempt(os.symlink, '../more', 'out/dist')",
}


def keep_links_inside(place):
    """While code runs, a program of the user copies files to a folder of the document, which code replaces by a link to another folder."""
    fixture.need_sandbox()
    for i, (name, code) in enumerate(LINKS.items()):
        for kind in fixture.kinds_of(KINDS, i):
            folder = f"work/out-{kind}-{i}"
            top, outside = place.path(folder), place.path(f"outside-{kind}-{i}")
            os.makedirs(top + "/out/dist")
            os.makedirs(outside)
            os.symlink(outside, top + "/of-user")
            up = os.path.relpath(outside, top + "/out")
            process = KINDS[kind](place, folder, PRELUDE.format(top=top, ran="") + f"UP = {up!r}\nOUT = {outside!r}\n" + code + EPILOGUE, {})
            end = time.monotonic() + fixture.DEADLINE
            while not os.path.exists(top + "/ready") and process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            was_ready = os.path.exists(top + "/ready")
            subprocess.run(["cp", "/etc/hostname", top + "/out/dist/x.desktop"], check=False, capture_output=True)
            place.write(folder + "/go", "")
            out, err = process.communicate(timeout=fixture.DEADLINE)
            yield f"{kind}, {name}: nothing is written outside of the folder", was_ready and not os.listdir(outside), (out, err, os.listdir(outside))


# --- Harmless documents ----------------------------------------------------------------------------

def work_as_usual(place):
    """Programs work in the folder and in private folders as without all this."""
    fixture.need_sandbox()
    fixture.need("git")
    code = """import json, os, pathlib, shutil, sqlite3, subprocess, tempfile, threading, zipfile
os.chdir(TOP)
done = []
subprocess.run('git init -q /tmp/r && cd /tmp/r && cp ' + TOP + '/in.txt . && git add in.txt && git -c user.name=n -c user.email=e commit -qm m', shell=True, check=True)
done.append('git')
subprocess.run(['git', 'clone', '-q', '/tmp/r', '/tmp/r2'], check=True); done.append('clone')
with tempfile.NamedTemporaryFile('w', dir='.', prefix='.tmp', delete=False) as file: file.write('x')
os.replace(file.name, 'out.txt'); done.append('atomic')
base = sqlite3.connect('base.sqlite'); base.execute('pragma journal_mode=wal'); base.execute('create table t (x)'); base.execute('insert into t values (1)'); base.commit(); base.close(); done.append('sqlite')
with zipfile.ZipFile('z.zip', 'w') as file: file.write('in.txt')
shutil.unpack_archive('z.zip', 'unpacked'); done.append('zip')
shutil.copytree('unpacked', 'copied'); shutil.move('copied', 'moved'); done.append('copy')
for name in ('.gitignore', '.cache', '.editorconfig', 'config', 'hooks'): pathlib.Path(name).mkdir() if name == 'hooks' else pathlib.Path(name).touch()
subprocess.run('tar cf a.tar in.txt; mkdir t; tar xf a.tar -C t; echo through > /dev/stdout; mkfifo p; (echo fifo > p &) ; cat p; ln -s in.txt l; cat l; cp -a t t2; sed -i s/x/y/ t2/in.txt', shell=True, check=True, stdout=subprocess.DEVNULL)
done.append('shell')
threads = [threading.Thread(target=lambda i=i: [open(f'f{i}-{k}', 'w').close() for k in range(200)]) for i in range(8)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
done.append(str(len([name for name in os.listdir('.') if name.startswith('f') and '-' in name])))
return ' '.join(done)""".replace("TOP", "{top!r}")
    for kind, start in KINDS.items():
        folder = "work/usual-" + kind
        place.write(folder + "/in.txt", "x")
        process = start(place, folder, code.replace("{top!r}", repr(place.path(folder))), {})
        out, err = process.communicate(timeout=fixture.DEADLINE)
        text = out.decode(errors="replace") + place.sent()
        yield f"{kind}: all of it works", "git clone atomic sqlite zip copy shell 1600" in text, (text[-3000:], err)
        yield f"{kind}: nothing is refused", b"refused" not in err, err
        place.model.received.clear()


def run_without_supervisor(place):
    """If the system cannot refuse names, the folder is read-only for code, and the run says why."""
    fixture.need_sandbox()
    os.makedirs(place.path("moved/bin"))
    shutil.copy(place.program, place.path("moved/bin/troupectl"))
    place.program = place.path("moved/bin/troupectl")
    for kind, start in KINDS.items():
        folder = "work/plain-" + kind
        place.write(folder + "/in.txt", "x")
        code = PRELUDE.format(top=place.path(folder), ran="") + "return 'made ' + str(make('file')) + open('in.txt').read()"
        process = start(place, folder, code, {})
        out, err = process.communicate(timeout=fixture.DEADLINE)
        text = out.decode(errors="replace") + place.sent()
        yield f"{kind}: code runs, and writes nothing", "made Falsex" in text and not os.path.exists(place.path(folder, "file")), (text[-2000:], err)
        yield f"{kind}: the run says why", b"could not write in the folder" in err and b"troupe-sandbox-names" in err, err
        place.model.received.clear()


if __name__ == "__main__":
    sys.exit(fixture.main((create_repositories, create_hooks_of_new_repositories, create_other_repositories, create_named, create_named_by_user, keep_named, keep_settings, keep_repository_of_user, keep_words, use_no_settings, create_programs, create_modules, create_targets,
                           keep_modules, keep_links_inside, work_as_usual, run_without_supervisor)))
