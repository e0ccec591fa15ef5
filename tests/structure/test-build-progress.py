#!/usr/bin/env python3
"""Runs the function build() of build-aux/packages.sh with a program in place of ninja, without a terminal: it reports the
step at which the build is, and after a failure the end of the output.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import stat
import subprocess
import tempfile
import unittest

SOURCE = os.environ.get("TROUPE_SOURCE_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

# Waits for the first report, which the shell writes into its output.
NINJA = """#!/bin/sh
echo "[7/9] Compiling seven"
until grep -q "building 7 of 9" "$OUTPUT"; do sleep 0.05; done
echo "broken"
exit "$STATUS"
"""

SCRIPT = """set -eu
. "$1/build-aux/packages.sh"
build_interval=0.1
build "$2" target
say done
"""


class BuildProgress(unittest.TestCase):

    def build(self, status):
        with tempfile.TemporaryDirectory() as folder:
            ninja = os.path.join(folder, "ninja")
            output = os.path.join(folder, "output")
            with open(ninja, "w", encoding="utf-8") as file:
                file.write(NINJA)
            os.chmod(ninja, stat.S_IRWXU)
            with open(output, "w", encoding="utf-8") as file:
                ended = subprocess.run(
                    ["sh", "-c", SCRIPT, "sh", SOURCE, folder], stdout=file, stderr=subprocess.STDOUT, check=False,
                    timeout=120, env=dict(os.environ, PATH=folder + ":" + os.environ["PATH"], OUTPUT=output, STATUS=str(status)))
            with open(output, encoding="utf-8") as file:
                return ended.returncode, file.read()

    def test_progress(self):
        status, text = self.build(0)
        self.assertEqual(status, 0)
        self.assertIn("troupe: building 7 of 9\n", text)
        self.assertTrue(text.endswith("troupe: done\n"), text)
        self.assertNotIn("broken", text)

    def test_failure(self):
        status, text = self.build(3)
        self.assertEqual(status, 3)
        self.assertIn("broken\n", text)
        self.assertNotIn("done", text)


if __name__ == "__main__":
    unittest.main()
