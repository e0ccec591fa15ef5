#!/usr/bin/env python3
"""Runs a test on its own X server.

Without a window manager, windows take the focus from each other, so that tests on one server could not run in parallel.
Without Xvfb, the test uses the current display.

usage: own-display.py PROGRAM [ARGUMENT...]
"""
# SPDX-License-Identifier: GPL-3.0-or-later

import os
import shutil
import subprocess
import sys


def start_server():
    """Starts the server; returns it and the number of its display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ['Xvfb', '-displayfd', str(writing), '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
        pass_fds=[writing], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as lines:
        number = lines.readline().strip()
    if not number:
        sys.exit('own-display.py: Xvfb did not start')
    return server, number


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    environment = dict(os.environ)
    server = None
    if shutil.which('Xvfb'):
        server, number = start_server()
        environment['DISPLAY'] = ':' + number
        environment.pop('XAUTHORITY', None)
    try:
        status = subprocess.run(sys.argv[1:], env=environment).returncode
    finally:
        if server:
            server.terminate()
            server.wait()
    sys.exit(status if status >= 0 else 128 - status)


main()
