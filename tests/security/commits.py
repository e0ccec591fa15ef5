#!/usr/bin/env python3
# commits.py: tests that code does not leave in commits, or staged, what it must not leave in the folder
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# commits.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9.

import os
import signal
import subprocess
import sys
import time

import place as fixture
from attack import EVIL, script

HOOK = ".husky/pre-commit"
# A blob with a hook, and a tree with it in addition to what the commit HEAD has.
BLOB = f"h=$(printf '{EVIL[:-1]}' | git hash-object -w --stdin)\n"
STAGE = BLOB + f"git update-index --add --cacheinfo 100755,$h,{HOOK}\n"
# The same as a commit $c, without a change of the index of the user.
COMMIT = (BLOB + "export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e\n"
          "export GIT_INDEX_FILE=$PWD/other-index\ngit read-tree HEAD\n"
          f"git update-index --add --cacheinfo 100755,$h,{HOOK}\nt=$(git write-tree)\nc=$(git commit-tree -p HEAD -m evil $t)\n"
          "unset GIT_INDEX_FILE\nrm other-index\n")


def git(place, folder, *words):
    done = subprocess.run(["git", "-C", place.path(folder), *words], check=False, env=place.environment, capture_output=True, text=True)
    return done.stdout + done.stderr


def repository(place, folder):
    """Creates a repository with a hook that other files name, and a second branch."""
    place.write(folder + "/" + HOOK, "#!/bin/sh\ntrue\n")
    place.write(folder + "/a.txt", "x\n")
    for words in (("init", "-q", "-b", "main"), ("config", "user.name", "me"), ("config", "user.email", "me@x"), ("add", "."),
                  ("commit", "-qm", "x"), ("branch", "side"), ("tag", "v1")):
        git(place, folder, *words)
    place.write(folder + "/a.txt", "staged by the user\n")
    git(place, folder, "add", "a.txt")


def run_shell(place, folder, commands, *words, top=None):
    """Runs commands of a shell in the sandbox of a script with write access to the folder."""
    code = f"import subprocess\ndone = subprocess.run({commands!r}, shell=True, capture_output=True, text=True)\nreturn [done.returncode, done.stderr[::-1]]"
    return script(place, top or folder, code, *words)


def state(place, folder):
    """What the user's next commands would write: the references, and the index."""
    return (git(place, folder, "for-each-ref"), git(place, folder, "symbolic-ref", "-q", "HEAD"), git(place, folder, "rev-parse", "HEAD"),
            git(place, folder, "ls-files", "--stage"))


# How code leaves the hook to the user's next command.
WAYS = {
    "stages it": STAGE,
    "commits it": STAGE + "git commit -qm evil --no-verify\n",
    "commits it below a commit that removes it": COMMIT + "d=$(git commit-tree -p $c -m good 'HEAD^{tree}')\ngit update-ref refs/heads/main $d\n",
    "moves another branch": COMMIT + "git update-ref refs/heads/side $c\n",
    "checks out a new branch": COMMIT + "git update-ref refs/heads/new/evil $c\ngit symbolic-ref HEAD refs/heads/new/evil\n",
    "detaches HEAD": COMMIT + "git update-ref --no-deref HEAD $c\n",
    "adds a tag": COMMIT + "git tag -f v1 $c\n",
    "adds an annotated tag of a branch of a remote": COMMIT + "git tag -a -m m v2 $c\ngit update-ref refs/remotes/origin/main $c\n",
    "adds a stash": "cp .git/index kept\n" + STAGE + "i=$(git commit-tree -p HEAD -m i $(git write-tree))\n"
                    "git update-ref refs/stash $(git commit-tree -p HEAD -p $i -m s $(git write-tree))\nmv kept .git/index\n",
    "packs it": COMMIT + "git update-ref refs/heads/packed $c\ngit update-ref refs/heads/side $c\ngit pack-refs --all\n",
    "names it in a file of its own": COMMIT + "echo $c > .git/MERGE_HEAD\necho \"$c\t\tbranch 'main' of x\" > .git/FETCH_HEAD\n",
    "replaces an object": BLOB + f"git replace $(git rev-parse HEAD:{HOOK}) $h\n",
    "merges it": COMMIT + "m=$(git commit-tree -p HEAD -p $c -m m $c^{tree})\ngit update-ref refs/heads/main $m\n",
    "leaves locks": STAGE + "git update-ref refs/heads/side HEAD\ntouch .git/index.lock .git/refs/heads/main.lock\n",
    "stages a link": "t=$(printf ../../.ssh | git hash-object -w --stdin)\ngit update-index --add --cacheinfo 120000,$t,out\n",
    "changes the index only in a later state": STAGE + "git update-index --index-version 4\n",
}


def leave_hook(place):
    """A file that code cannot write is neither staged nor committed after the run, in any of the places that Git reads."""
    fixture.need_sandbox()
    fixture.need("git")
    for i, (way, commands) in enumerate(WAYS.items()):
        folder = f"work/way{i}"
        repository(place, folder)
        before = state(place, folder)
        done = run_shell(place, folder, "set -e\n" + commands)
        pseudo = [name for name in ("MERGE_HEAD", "FETCH_HEAD") if os.path.exists(place.path(folder, ".git", name))]
        yield f"{way}: the code has done it", "[\n  0" in done.stdout or "[0" in done.stdout.replace("\n", "").replace(" ", ""), done
        yield f"{way}: everything is as before", state(place, folder) == before and not pseudo, (before, state(place, folder), pseudo, done)
        yield f"{way}: it is reported", "During the run, " in done.text and (HOOK in done.text or "could not be examined" in done.text or "“out”" in done.text), done
        git(place, folder, "checkout", "--", ".")
        yield f"{way}: Git does not write it", EVIL not in place.read(f"{folder}/{HOOK}") + git(place, folder, "stash", "show", "-p"), done


def keep_commits(place):
    """Other commits stay and are reported, and what was committed is still in the repository."""
    fixture.need_sandbox()
    fixture.need("git")
    repository(place, "work/p")
    done = run_shell(place, "work/p", "echo y > b.txt\ngit add b.txt\ngit commit -qm good --no-verify\necho z > c.txt\ngit add c.txt\n")
    yield "the commit stays", git(place, "work/p", "log", "--format=%s").split() == ["good", "x"], done
    yield "the commit is reported", "During the run, 1 commit was added to “main” in the Git repository “.”." in done.text, done
    yield "what is staged stays and is reported", "c.txt" in git(place, "work/p", "diff", "--cached", "--name-only") and \
        "During the run, 1 file was staged in the Git repository “.”." in done.text, done
    done = run_shell(place, "work/p", "git status\ngit update-index --refresh\ngit gc -q\ntrue\n")
    yield "a run that changes nothing reports nothing", "During the run" not in done.text, done
    done = run_shell(place, "work/p", "git checkout -q -b new\ngit merge -q side\n")
    yield "a new branch of known commits stays", git(place, "work/p", "symbolic-ref", "HEAD") == "refs/heads/new\n", done
    done = run_shell(place, "work/p", STAGE + "git commit -qm evil --no-verify\n")
    number = done.text.split("was set to the commit ")[1].split(".")[0]
    yield "the message names the commit, which is still there", git(place, "work/p", "log", "-1", "--format=%s", number) == "evil\n", done
    yield "the log has it", number in place.read("work/p/.git/logs/HEAD"), done


def find_repositories(place):
    """Repositories in folders, further work trees, submodules and bare repositories are examined, too."""
    fixture.need_sandbox()
    fixture.need("git")
    repository(place, "work/p/inner/one")
    repository(place, "work/p/two")
    git(place, "work/p/two", "worktree", "add", "-q", place.path("work/p/tree"), "side")
    git(place, "work", "clone", "-q", "--bare", place.path("work/p/two"), place.path("work/p/bare.git"))
    repository(place, "work/other")
    git(place, "work/p/two", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", place.path("work/other"), "sub")
    folders = ("inner/one", "two", "tree", "two/sub", "bare.git")
    before = [state(place, "work/p/" + folder) for folder in folders]
    commands = "".join(f"(cd {folder}\n{STAGE if folder != 'bare.git' else ''}"
                       + (COMMIT if folder != "tree" else COMMIT.replace("main", "side")) + "git update-ref HEAD $c)\n" for folder in folders)
    done = run_shell(place, "work/p", "set -e\n" + commands)
    yield "the code has done it", done.stdout.replace("\n", "").replace(" ", "").startswith("[0"), done
    for folder, old in zip(folders, before):
        yield f"{folder}: everything is as before", state(place, "work/p/" + folder) == old, (old, state(place, "work/p/" + folder), done)
    yield "each one is reported", all(f"repository “{name}”" in done.text for name in ("inner/one", "two", "tree", "bare.git")), done
    done = run_shell(place, "work/q", "git init -q new\ncd new\necho x > y\ngit add y\ngit -c user.name=n -c user.email=e commit -qm x\n")
    yield "a repository of the run is renamed", not os.path.exists(place.path("work/q/new/.git")), done


def end_by_kill(place):
    """The run is killed: the next one looks for what was committed."""
    fixture.need_sandbox()
    fixture.need("git")
    repository(place, "work/p")
    before = state(place, "work/p")
    commands = STAGE + "git commit -qm evil --no-verify\ntouch ready\n"
    flow = place.flow("work/p", {"call": "script", "code": f"import subprocess, time\nsubprocess.run({commands!r}, shell=True)\ntime.sleep(60)"})
    process = place.start("run", flow, "--yes", "--allow", "script", "--data-dir", place.data)
    end = time.monotonic() + fixture.DEADLINE
    while not os.path.exists(place.path("work/p/ready")) and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=fixture.DEADLINE)
    yield "it was committed", state(place, "work/p") != before, state(place, "work/p")
    plain = place.write("work/p/plain.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "expression", "expr": "1"}}}})
    done = place.run(plain, "--yes")
    yield "everything is as before", state(place, "work/p") == before, (before, state(place, "work/p"), done)
    yield "it is reported", "An earlier run did not end normally. During the run, “main”" in done.text, done
    done = place.run(plain, "--yes")
    yield "once", "During the run" not in done.text, done


def run_together(place):
    """Runs that use the folder at the same time, also one above, compare with what the first one has found."""
    fixture.need_sandbox()
    fixture.need("git")
    repository(place, "work/p/inner")
    before = state(place, "work/p/inner")
    wait = "import os, subprocess, time\nopen({0!r}, 'w').close()\nend = time.monotonic() + 60\nwhile not os.path.exists({0!r} + '-go') and time.monotonic() < end: time.sleep(.01)\n"
    runs = []
    for name, top in (("above", "work/p"), ("same", "work/p/inner"), ("again", "work/p/inner")):
        commands = STAGE + "git commit -qm evil --no-verify" if name == "same" else "true"
        code = (f"import subprocess\nsubprocess.run({commands!r}, shell=True)\n" if name == "same" else "") + wait.format(name)
        path = place.write(f"{top}/{name}.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {"a": {"start": True, "do": {"call": "script", "code": code}}}})
        runs.append((name, top, place.start("run", path, "--yes", "--allow", "script", "--data-dir", place.data)))
        end = time.monotonic() + fixture.DEADLINE
        while not os.path.exists(place.path(top, name)) and time.monotonic() < end:
            time.sleep(0.01)
    # The second run has committed before the third one began, which therefore cannot know what the user had.
    yield "it was committed", state(place, "work/p/inner") != before, state(place, "work/p/inner")
    said = ""
    for name, top, process in (runs[2], runs[0], runs[1]):
        place.write(f"{top}/{name}-go", "")
        out, err = process.communicate(timeout=fixture.DEADLINE)
        said += f"{name}: {out.decode()}{err.decode()}"
        yield f"after the end of “{name}” everything is as before", state(place, "work/p/inner") == before, (state(place, "work/p/inner"), said)


def add_remotes(place):
    """Code does not leave addresses for `git pull`, nor what Git believes about its objects, in a repository."""
    fixture.need_sandbox()
    fixture.need("git")
    for i, name in enumerate(("remotes/origin", "branches/origin", "objects/info/alternates", "objects/info/commit-graph", "objects/info/commit-graphs/x")):
        folder = f"work/r{i}"
        repository(place, folder)
        git(place, folder, "update-ref", "refs/remotes/origin/main", "HEAD")
        path = ".git/" + name
        run_shell(place, folder, f"mkdir -p $(dirname {path})\necho /elsewhere > {path}\n")
        yield f"{path} is not left", not os.path.exists(place.path(folder, path)), os.listdir(place.path(folder, ".git"))
        if i == 0:
            done = run_shell(place, folder, "git update-ref refs/remotes/other/x HEAD\n")
            yield "references of remotes can be written", os.path.exists(place.path(folder, ".git/refs/remotes/other/x")), done
            place.write(folder + "/.git/remotes/mine", "URL: https://mine.example/\n")
            done = run_shell(place, folder, "echo 'URL: https://evil.example/' > .git/remotes/mine\n")
            yield "existing ones are not changed", "mine.example" in place.read(folder + "/.git/remotes/mine"), done


sys.exit(fixture.main([leave_hook, keep_commits, find_repositories, end_by_kill, run_together, add_remotes]))
