#!/usr/bin/env python3
# commits.py: tests that code changes no repository, from which Git writes files later
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# commits.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9.

import hashlib
import os
import subprocess
import sys

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


def data(place, folder):
    """What is in the data of a repository, by path."""
    found = {}
    for top, _folders, names in os.walk(place.path(folder)):
        for name in names:
            path = os.path.join(top, name)
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, place.path(folder))] = hashlib.sha256(file.read()).hexdigest()
    return found


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


# Where else Git reads, without a reference that has changed.
FILES = {name: COMMIT + f"mkdir -p $(dirname .git/{name})\necho $c > .git/{name}\n" for name in (
    "MERGE_AUTOSTASH", "origin/main", "main", "info/grafts", "shallow", "remotes/origin", "branches/origin", "objects/info/alternates",
    "objects/info/commit-graph", "refs/heads/" + "/".join(["d"] * 40), "logs/refs/stash", "logs/HEAD", "packed-refs", "commondir", "modules/x/HEAD")}


def leave_hook(place):
    """Code can read a repository, but not change what Git writes into the work tree at the user's next command."""
    fixture.need_sandbox()
    fixture.need("git")
    for i, (way, commands) in enumerate((WAYS | FILES).items()):
        folder = f"work/way{i}"
        repository(place, folder)
        before = data(place, folder + "/.git")
        done = run_shell(place, folder, f"git log --format=seen-%s > seen\ngit show HEAD:{HOOK} >> seen\ngit status --short >> seen\nset -e\n" + commands)
        seen = place.read(folder + "/seen")
        yield f"{way}: the code reads the repository", "seen-x" in seen and "true" in seen and "M  a.txt" in seen, (seen, done)
        yield f"{way}: the data are as before", data(place, folder + "/.git") == before, done
        git(place, folder, "checkout", "--", ".")
        yield f"{way}: Git does not write the file", EVIL not in place.read(f"{folder}/{HOOK}") + git(place, folder, "stash", "show", "-p"), done
    done = run_shell(place, "work/way0", "git commit -qm m")
    yield "Git says why nothing is committed", "metsys elif ylno-daeR" in done.text, done


def find_repositories(place):
    """Repositories in folders, further work trees, submodules, bare ones, and those of other programs are not changed either."""
    fixture.need_sandbox()
    fixture.need("git")
    repository(place, "work/p/inner/one")
    repository(place, "work/p/two")
    git(place, "work/p/two", "worktree", "add", "-q", place.path("work/p/tree"), "side")
    git(place, "work", "clone", "-q", "--bare", place.path("work/p/two"), place.path("work/p/bare.git"))
    git(place, "work", "clone", "-q", "--bare", place.path("work/p/two"), place.path("work/p/data"))
    repository(place, "work/other")
    git(place, "work/p/two", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", place.path("work/other"), "sub")
    place.write("work/p/.hg/store/00changelog.i", "x")
    all_data = ("inner/one/.git", "two/.git", "bare.git", "data", ".hg")
    before = [data(place, "work/p/" + folder) for folder in all_data]
    commands = "".join(f"(cd {folder}\n{STAGE}{COMMIT}git update-ref HEAD $c\necho x > new-file)\n"
                       for folder in ("inner/one", "two", "tree", "two/sub", "bare.git", "data"))
    done = run_shell(place, "work/p", commands + "echo y > .hg/store/00changelog.i\necho y > .hg/bookmarks\nfor name in two/.git bare.git data .hg; do mv $name $name-moved; done\n")
    for folder, old in zip(all_data, before):
        yield f"{folder}: the data are as before", data(place, "work/p/" + folder) == old, done
    yield "the file .git of a work tree stays", place.read("work/p/tree/.git").startswith("gitdir: "), done
    done = run_shell(place, "work/q", "git init -q new\ncd new\necho x > y\ngit add y\ngit -c user.name=n -c user.email=e commit -qm x\n")
    yield "a repository of the run is renamed", not os.path.exists(place.path("work/q/new/.git")), done


sys.exit(fixture.main([leave_hook, find_repositories]))
