"""Tests an installation in DESTDIR that is moved to another prefix, and its removal.

usage: test-install.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import shutil
import subprocess
import sys
import tempfile

build = sys.argv[1]
number = 0


def check(name, holds, detail=''):
    global number
    number += 1
    print(f'{"ok" if holds else "not ok"} {number} {name}')
    if not holds and detail:
        print('# ' + detail.replace('\n', '\n# '))
    return holds


def run(*command, **variables):
    kept = {name: os.environ[name] for name in ('PATH', 'LD_LIBRARY_PATH', 'ASAN_OPTIONS', 'UBSAN_OPTIONS')
            if name in os.environ}
    return subprocess.run(command, env={**kept, 'XDG_DATA_DIRS': '/nonexistent', **variables}, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def list_files(folder):
    return [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]


with tempfile.TemporaryDirectory(prefix='troupe-install-') as top:
    stage = os.path.join(top, 'stage')
    done = run('meson', 'install', '-C', build, '--no-rebuild', '--destdir', stage)
    if not check('installs', done.returncode == 0, done.stdout):
        sys.exit(1)

    programs = [path for path in list_files(stage) if path.endswith('/bin/troupectl')]
    installed = os.path.dirname(os.path.dirname(programs[0]))
    moved = os.path.join(top, 'moved')
    shutil.copytree(installed, moved, symlinks=True)
    home = os.path.join(top, 'home')
    os.mkdir(home)
    ctl = os.path.join(moved, 'bin', 'troupectl')
    flow = os.path.join(home, 'flow.json')
    with open(flow, 'w', encoding='utf-8') as file:
        file.write('{"schema": "crewai.flow/v1", "name": "n", "methods": {"a": {"start": true,'
                   ' "do": {"call": "script", "code": "return 6 * 7"}}}}')
    done = run(ctl, 'run', flow, '--yes', '--allow', 'all', '--no-store', HOME=home)
    check('runs Python with the moved helper', done.returncode == 0 and done.stdout.strip() == '42', done.stdout)
    # Newer C libraries translate nothing in the locale C.UTF-8, the only one of a new system.
    made = run('localedef', '-i', 'zh_CN', '-f', 'UTF-8', os.path.join(home, 'zh_CN.UTF-8'))
    done = run(ctl, '--help', HOME=home, LANGUAGE='zh_CN', LC_ALL='zh_CN.UTF-8', LOCPATH=home)
    if made.returncode == 0:
        check('finds the moved translations', '用法' in done.stdout or '命令' in done.stdout, done.stdout)
    else:
        check('finds the moved translations # SKIP localedef has no sources of locales: install “locales”', True, '')

    window = os.path.join(moved, 'bin', 'troupe')
    if os.path.exists(window):
        # The program checks that its settings schema exists before it handles any option.
        done = run(window, '--version', HOME=home)
        check('finds the moved settings schema', done.returncode == 0 and done.stdout.startswith('troupe '),
              done.stdout)
        shutil.rmtree(os.path.join(moved, 'share', 'troupe', 'schemas'))
        shutil.rmtree(os.path.join(moved, 'share', 'glib-2.0'))
        done = run(window, '--version', HOME=home, GSETTINGS_SCHEMA_DIR='/nonexistent')
        check('says that the schema is missing', done.returncode == 1 and 'is not installed' in done.stdout,
              done.stdout)
        shared = os.path.join(installed, 'share')
        for name in ('applications', 'icons', 'metainfo', 'mime', 'troupe/examples', 'troupe/prices.json'):
            check(f'installs {name}', os.path.exists(os.path.join(shared, name)))

    done = run('ninja', '-C', build, 'uninstall', DESTDIR=stage)
    left = list_files(stage)
    check('uninstalls', done.returncode == 0 and not left, done.stdout + '\n'.join(left))

print(f'1..{number}')
