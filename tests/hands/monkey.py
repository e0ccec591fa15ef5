#!/usr/bin/env python3
# monkey.py: sends random clicks, drags, keys and texts to the application, which must not crash or hang
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# monkey.py [--actions N] [--seconds T] [--seed S] [--keep DIR] [--gdb] BUILD
#
# Runs BUILD/src/app/troupe on its own display with a window manager, with its own session bus and folders, and sends
# actions as fast as the application answers. Succeeds after N actions or T seconds, whichever comes first. Fails if the
# application crashes, does not answer in time or logs a critical message; then it prints the seed and the last actions,
# and saves a screenshot and the log in DIR. With --gdb, the saved log contains the stacks of critical messages. Prints
# TAP.

import argparse
import collections
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import display

# Size of the screen. Windows do not reach its edge: GDK warns about popovers whose position is outside all screens, as
# may be the case for a row that is just sliding in.
WIDTH, HEIGHT = 1800, 1200
EDGE = 150
ANSWER = 30  # seconds without an answer after which the program counts as hanging
AT_ONCE = 2500  # actions until the program is restarted, so that documents do not accumulate
N_TOLD = 30

# Titles of the windows in which a file or folder is chosen
CHOOSERS = ("Open", "Export Picture", "Export CSV", "Results",
            "Inputs", "Python Class")

TEXTS = ["a", "write_2", "x y", "state.topic", "outputs.", "outputs.write + 1", "1", "42", "-3",
         "${state.x}", "{ \"a\": 1 }", "[1, ", "'", "item", "size(", "review", "approved", "9" * 12,
         "mock/echo", "module:fn", "\n", "return 1\n", "{topic}", "Analyst", "compare"]
PLAIN_KEYS = ["Tab", "Tab", "Return", "Escape", "Escape", "Up", "Down", "Left", "Right", "Delete",
              "BackSpace", "space", "Home", "End", "Page_Up", "Page_Down", "F2", "F4", "F6", "F7",
              "F8", "F9", "F10", "F5", "Menu", "period", "b", "n", "m", "slash"]
COMBINED_KEYS = ["shift+Tab", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+z", "ctrl+z",
                 "ctrl+shift+z", "ctrl+y", "ctrl+n", "ctrl+o", "ctrl+s", "ctrl+s", "ctrl+shift+s",
                 "ctrl+w", "ctrl+d", "ctrl+g", "ctrl+shift+g", "ctrl+f", "ctrl+e", "ctrl+k",
                 "ctrl+l", "ctrl+t", "ctrl+plus", "ctrl+minus", "ctrl+0", "ctrl+1", "ctrl+2",
                 "ctrl+Page_Down", "ctrl+Page_Up", "alt+1", "alt+2", "alt+3", "alt+Up", "alt+Down",
                 "alt+a", "alt+Left", "ctrl+F5", "shift+F5", "shift+F4", "shift+F9", "ctrl+F9",
                 "shift+F10", "ctrl+Return", "shift+Up", "shift+Right", "ctrl+alt+1", "ctrl+alt+2",
                 "ctrl+alt+3", "ctrl+alt+4", "ctrl+shift+v", "ctrl+comma", "ctrl+question",
                 "shift+Delete", "ctrl+Up", "ctrl+Right", "ctrl+space", "alt+4", "alt+5", "alt+5",
                 "alt+6", "alt+6", "ctrl+comma", "ctrl+alt+s", "ctrl+alt+s", "ctrl+alt+5",
                 "ctrl+alt+6", "ctrl+shift+F9", "ctrl+shift+Left", "ctrl+shift+Right",
                 "ctrl+e", "ctrl+shift+c"]

# Every key that GTK binds in an entry or a text view: to move, with Shift also to select, and to change the text
MOVES = ["Left", "Right", "ctrl+Left", "ctrl+Right", "Home", "End", "ctrl+Home", "ctrl+End", "Up", "Down", "ctrl+Up",
         "ctrl+Down", "Page_Up", "Page_Down", "ctrl+Page_Up", "ctrl+Page_Down", "KP_Left", "KP_Right", "ctrl+KP_Left",
         "ctrl+KP_Right", "KP_Home", "KP_End", "ctrl+KP_Home", "ctrl+KP_End", "KP_Up", "KP_Down", "ctrl+KP_Up",
         "ctrl+KP_Down", "KP_Page_Up", "KP_Page_Down"]
TEXT_KEYS = (MOVES + ["shift+" + key for key in MOVES] +
             ["ctrl+a", "ctrl+slash", "ctrl+shift+a", "ctrl+backslash", "Delete", "KP_Delete", "BackSpace",
              "shift+BackSpace", "ctrl+Delete", "ctrl+KP_Delete", "ctrl+BackSpace", "ctrl+shift+Delete",
              "ctrl+shift+BackSpace", "ctrl+x", "ctrl+c", "ctrl+v", "shift+Delete", "ctrl+Insert", "shift+Insert",
              "ctrl+z", "ctrl+shift+z", "ctrl+y", "Insert", "KP_Insert", "ctrl+t", "F7", "ctrl+period",
              "ctrl+semicolon", "ctrl+Tab", "ctrl+shift+Tab", "Return", "KP_Enter", "ISO_Enter", "shift+Return",
              "shift+F10", "Menu", "alt+Up", "alt+Down", "alt+Left", "alt+Right", "ctrl+space", "KP_Space"])

# Known bugs: GTK 4.8 queries the pointer of a destroyed window if a tooltip was about to appear, and knows no monitor
# for the menu or the list of emoji of a focused entry that was scrolled out of view. Its timer that hides a scroll bar
# which covers the content asks for the time of frames of a scroll bar that is not realized any more, and a popover
# that handles a key in a window without a focus asks whether the focus is in it.
NOT_OURS = re.compile(r"gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE|"
                      r"gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR|"
                      r"gtk_widget_is_ancestor: assertion 'GTK_IS_WIDGET \(widget\)|"
                      r"_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE|"
                      r"gdk_frame_clock_get_frame_time: assertion 'GDK_IS_FRAME_CLOCK|"
                      r"unable to send notifications")


# Prints a stack for each critical message and continues; also prints one for a fatal signal.
GDB = """set breakpoint pending on
handle SIGPIPE nostop noprint
break g_return_if_fail_warning
commands
silent
bt 30
continue
end
run
if $_isvoid ($_exitcode)
bt 30
kill
end
"""


class Failure(Exception):
    pass


class Program:
    """The program, with its own display, window manager, session bus and folders."""

    def __init__(self, build, debug):
        self.debug = debug
        self.build = os.path.abspath(build)
        self.source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        self.folder = tempfile.mkdtemp(prefix="troupe-hands-")
        self.flows = os.path.join(self.folder, "Flows")
        self.log_path = os.path.join(self.folder, "log")
        self.read = 0
        self.process = None
        self.starts = 0
        self.around = []
        os.mkdir(self.flows)
        server, self.name = display.start_server(WIDTH, HEIGHT)
        self.around.append(server)
        self.environment = self.make_environment()
        self.around.append(subprocess.Popen(
            ["openbox", "--config-file",
             os.path.join(os.path.dirname(os.path.abspath(__file__)), "openbox.xml")],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        bus = subprocess.Popen(["dbus-daemon", "--session", "--print-address", "--nofork"],
                               env=self.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
        self.around.append(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.hands = display.Hands(self.name)

    def make_environment(self):
        environment = {key: value for key, value in os.environ.items()
                       if key in ("PATH", "LANG", "LC_ALL", "ASAN_OPTIONS", "LSAN_OPTIONS",
                                  "UBSAN_OPTIONS", "GTK_DEBUG", "LD_PRELOAD")}
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                     "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"):
            environment[name] = os.path.join(self.folder, name.lower())
            os.mkdir(environment[name], 0o700)
        # Windows that are minimized or outside the screen could not be used.
        settings = os.path.join(environment["XDG_CONFIG_HOME"], "gtk-4.0")
        os.mkdir(settings)
        with open(os.path.join(settings, "settings.ini"), "w", encoding="utf-8") as file:
            file.write("[Settings]\ngtk-decoration-layout=:close\n"
                       "gtk-titlebar-double-click=none\n")
        data = os.path.join(self.source, "data")
        environment.update(
            DISPLAY=self.name, GDK_BACKEND="x11", GSK_RENDERER="cairo", GDK_DEBUG="gl-disable",
            GTK_USE_PORTAL="0", GTK_A11Y="none", NO_AT_BRIDGE="1", GIO_USE_VFS="local",
            GSETTINGS_BACKEND="memory", GSETTINGS_SCHEMA_DIR=os.path.join(self.build, "data"),
            TROUPE_EXAMPLES_DIR=os.path.join(data, "examples"),
            TROUPE_ICONS_DIR=os.path.join(data, "icons"),
            TROUPE_PYTHON_DIR=os.path.join(data, "python"),
            # Network requests of documents fail on this machine.
            http_proxy="http://127.0.0.1:9", https_proxy="http://127.0.0.1:9", no_proxy="")
        return environment

    def start(self):
        """Opens the same documents each time, from fresh copies."""
        shutil.rmtree(self.flows)
        os.mkdir(self.flows)
        names = [os.path.join(self.source, "data", "examples", name)
                 for name in ("straight-line.json", "until-it-is-good.json",
                              "write-and-review.json")]
        names.append(os.path.join(self.source, "tests", "editor", "forms-flow.json"))
        paths = [shutil.copy(name, self.flows) for name in names]
        # Two crews, the second with a manager
        paths += [shutil.copytree(os.path.join(self.source, "data", "examples", name),
                                  os.path.join(self.flows, name))
                  for name in ("research-crew", "hike-crew")]
        # A classic crew, whose import shows a report
        if self.starts % 2 == 0:
            paths.append(shutil.copytree(
                os.path.join(self.source, "build-aux", "pictures", "classic"),
                os.path.join(self.flows, "classic")))
        log = open(self.log_path, "ab")
        self.starts += 1
        command = [os.path.join(self.build, "src", "app", "troupe")] + paths
        if self.debug:
            script = os.path.join(self.folder, "gdb")
            with open(script, "w", encoding="utf-8") as file:
                file.write(GDB)
            command = ["gdb", "-batch", "-x", script, "--args"] + command
        self.process = subprocess.Popen(command, env=self.environment, cwd=self.flows,
                                        stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                        start_new_session=True)
        log.close()
        end = time.monotonic() + 4 * ANSWER
        while not self.windows():
            if self.process.poll() is not None or time.monotonic() > end:
                raise Failure("the program does not show a window")
            time.sleep(0.05)
        self.answer(4 * ANSWER)

    def windows(self):
        return [window for window in self.hands.windows() if self.hands.geometry(window)]

    def complaints(self):
        with open(self.log_path, errors="replace") as log:
            log.seek(self.read)
            text = log.read()
            self.read = log.tell()
        return [line for line in text.splitlines()
                if re.search(r"CRITICAL|ERROR|Sanitizer|runtime error|received signal SIG", line)
                and not NOT_OURS.search(line)]

    def answer(self, deadline=ANSWER):
        """Raises Failure if something is wrong. Otherwise returns the seconds until the program answered, or None if it
        has exited normally."""
        windows = self.windows()
        end = time.monotonic() + deadline
        while not windows and self.process.poll() is None:
            if time.monotonic() > end:
                raise Failure("the program still runs without a window")
            time.sleep(0.05)
            windows = self.windows()
        took = self.hands.ping(windows[-1], deadline) if windows else 0
        complaints = self.complaints()
        status = self.process.poll()
        if complaints:
            raise Failure("the program logged: " + complaints[0])
        if status is None and took is None and windows[-1] in self.windows():
            raise Failure(f"the program did not answer within {deadline} seconds")
        if status not in (None, 0):
            raise Failure(f"the program exited with status {status}")
        return took or 0 if status is None else None

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.process = None

    def close(self):
        self.stop()
        for process in reversed(self.around):
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Monkey:
    """Chooses actions, which depend only on the seed and the positions of windows."""

    def __init__(self, hands, seed):
        self.hands = hands
        self.random = random.Random(seed)
        self.area = (0, 0, WIDTH, HEIGHT)
        self.actions = [(24, self.click), (7, self.click_card_and_field), (8, self.type),
                        (14, self.press), (12, self.combine), (8, self.drag), (6, self.wheel),
                        (4, self.double_click), (4, self.context_menu), (2, self.resize),
                        (2, self.rename), (1, self.middle_drag), (3, self.edit_text),
                        (2, self.walk_fields)]

    def point(self):
        """Returns a point that is likely to hit a control: inspector, header bar, canvas, toolbar, panel or other."""
        x, y, width, height = self.area
        place = self.random.random()
        right = min(380, width)
        if place < 0.33:
            part = (x + width - right, y + 80, right, height - 100)
        elif place < 0.43:
            part = (x, y, width, 90)
        elif place < 0.75:
            part = (x, y + 90, max(width - right, 40), max(height - 150, 40))
        elif place < 0.85:
            part = (x, y + height - 48, width, 48)
        else:
            part = self.area
        return (part[0] + self.random.randrange(max(int(part[2]), 1)),
                part[1] + self.random.randrange(max(int(part[3]), 1)))

    def click(self):
        point = self.point()
        self.hands.click(*point)
        return f"click {point}"

    def double_click(self):
        point = self.point()
        self.hands.click(*point, times=2)
        return f"double click {point}"

    def context_menu(self):
        point = self.point()
        self.hands.click(*point, number=3)
        return f"right click {point}"

    def click_card_and_field(self):
        """Simulates the most frequent edit: clicks a node and a field of the inspector, types a text and does something
        else."""
        x, y, width, height = self.area
        card = (x + self.random.randrange(40, max(width - 380, 80)),
                y + self.random.randrange(120, max(height - 120, 160)))
        field = (x + width - self.random.randrange(60, 330),
                 y + self.random.randrange(110, max(height - 60, 160)))
        text = self.random.choice(TEXTS)
        self.hands.click(*card)
        self.hands.click(*field)
        self.hands.type(text)
        then = self.random.choice([self.click, self.combine, self.press])
        return f"node {card}, field {field}, {text!r}, {then()}"

    def rename(self):
        self.hands.key("F2")
        text = self.random.choice(["renamed", "other_name", "begin", "1x"])
        self.hands.type(text)
        then = self.random.choice([self.click, self.combine, self.press])
        return f"F2, {text!r}, {then()}"

    def write(self):
        """Types texts between keys that move in the text and change it. Returns what was sent."""
        sent = []
        for _ in range(self.random.randrange(3, 15)):
            if self.random.random() < 0.4:
                sent.append(repr(text := self.random.choice(TEXTS)))
                self.hands.type(text)
            else:
                sent.append(key := self.random.choice(TEXT_KEYS))
                self.hands.key(key)
        return " ".join(sent)

    def edit_text(self):
        """Simulates the editing of a text, wherever the focus is after a click or a key that opens an entry."""
        if self.random.random() < 0.6:
            point = self.point()
            self.hands.click(*point, times=self.random.choice([1, 1, 2]))
            return f"edit at {point}: {self.write()}"
        key = self.random.choice(["F2", "Tab", "ctrl+f", "ctrl+k", "n", "e", "period", "ctrl+l"])
        self.hands.key(key)
        return f"edit after {key}: {self.write()}"

    def walk_fields(self):
        """Edits one field after the other, as they follow with Tab."""
        told = []
        for _ in range(self.random.randrange(2, 6)):
            key = self.random.choice(["Tab", "Tab", "Tab", "shift+Tab", "F6"])
            self.hands.key(key)
            told.append(f"{key} {self.write()}")
        return "walk: " + "; ".join(told)

    def type(self):
        text = self.random.choice(TEXTS)
        self.hands.type(text)
        return f"type {text!r}"

    def press(self):
        key = self.random.choice(PLAIN_KEYS)
        self.hands.key(key)
        return f"key {key}"

    def combine(self):
        key = self.random.choice(COMBINED_KEYS)
        self.hands.key(key)
        return f"key {key}"

    def drag(self, number=1):
        points = [self.point()]
        for _ in range(self.random.randrange(2, 7)):
            points.append((points[-1][0] + self.random.randrange(-160, 161),
                           points[-1][1] + self.random.randrange(-120, 121)))
        self.hands.drag(points, number)
        return f"drag {number} {points}"

    def middle_drag(self):
        return self.drag(2)

    def wheel(self):
        point = self.point()
        number = self.random.choice([4, 5, 4, 5, 6, 7])
        times = self.random.randrange(1, 6)
        held = self.random.random() < 0.3
        code = self.hands.code("Control_L")[0]
        self.hands.move(*point)
        if held:
            display.XTEST.XTestFakeKeyEvent(self.hands.display, code, 1, 0)
        for _ in range(times):
            self.hands.button(number, True)
            self.hands.button(number, False)
        if held:
            display.XTEST.XTestFakeKeyEvent(self.hands.display, code, 0, 0)
        return f"wheel {number} {times} times at {point}{', with Ctrl' if held else ''}"

    def resize(self):
        width = self.random.choice([360, 500, 700, 900, 1100, 1280, 1400])
        height = self.random.choice([400, 600, 800, 900])
        windows = self.hands.windows()
        if windows:
            self.hands.place(windows[0], EDGE, EDGE, width, height)
        return f"resize {width} × {height}"

    def act(self):
        """Performs one action; returns its description."""
        windows = self.hands.windows()
        geometry = self.hands.geometry(windows[-1]) if windows else None
        title = self.hands.title(windows[-1]) if windows else ""
        # Close file dialogs, so that only files that are already open can be written.
        titles = [self.hands.title(window) for window in windows]
        if title in CHOOSERS or title.startswith("Save “") or titles.count("Export") > 1:
            self.hands.key("Escape")
            return f"Escape in “{title}”"
        if geometry is not None:
            x, y, width, height = geometry
            if x < EDGE or y < EDGE or x + width > WIDTH - EDGE or y + height > HEIGHT - EDGE:
                x, y = EDGE, EDGE
                width, height = min(width, WIDTH - 2 * EDGE), min(height, HEIGHT - 2 * EDGE)
                self.hands.place(windows[-1], x, y, width, height)
            self.area = (max(x, 0), max(y, 0), min(width, WIDTH), min(height, HEIGHT))
        weights = [weight for weight, _ in self.actions]
        return self.random.choices([action for _, action in self.actions], weights)[0]()


def take_picture(program, path):
    if shutil.which("import"):
        subprocess.run(["import", "-display", program.name, "-window", "root", path], timeout=60,
                       check=False)
        print(f"# picture: {path}")


def take_stack(program):
    if shutil.which("gdb") and not program.debug and program.process is not None and program.process.poll() is None:
        result = subprocess.run(
            ["gdb", "-p", str(program.process.pid), "-batch", "-ex", "bt 40"], timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        for line in result.stdout.splitlines():
            if line.startswith("#"):
                print(f"# {line}")


def tell(program, last, seed, options, failure):
    print(f"not ok 1 - random input, seed {seed}")
    print(f"# {failure}")
    for line in last:
        print(f"#   {line}")
    keep = options.keep or os.getcwd()
    os.makedirs(keep, exist_ok=True)
    try:
        take_picture(program, os.path.join(keep, f"hands-{seed}.png"))
        take_stack(program)
    except subprocess.TimeoutExpired:
        pass
    shutil.copy(program.log_path, os.path.join(keep, f"hands-{seed}.log"))
    print(f"# to repeat: {sys.argv[0]} --seed {seed} --actions {options.actions} "
          f"{options.build}", flush=True)


def use(program, monkey, options, last):
    """Performs all actions. Returns their number and the longest time until an answer."""
    end = time.monotonic() + options.seconds if options.seconds else None
    longest = 0
    since_start = 0
    done = 0
    program.start()
    while done < options.actions and (end is None or time.monotonic() < end):
        if since_start >= AT_ONCE:
            program.stop()
            last.append("— restarted —")
            program.start()
            since_start = 0
        last.append(f"{done}: {monkey.act()}")
        done += 1
        since_start += 1
        took = program.answer()
        if took is None:
            last.append("— exited, restarted —")
            program.start()
            since_start = 0
        else:
            longest = max(longest, took)
    return done, longest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--actions", type=int, default=20000)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", default=None)
    parser.add_argument("--gdb", action="store_true")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 31)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    print("1..1")
    print(f"# seed {seed}", flush=True)
    last = collections.deque(maxlen=N_TOLD)
    program = Program(options.build, options.gdb)
    begin = time.monotonic()
    try:
        done, longest = use(program, Monkey(program.hands, seed), options, last)
        print(f"# {done} actions in {time.monotonic() - begin:.0f} s, {program.starts} starts, the "
              f"longest answer took {longest:.2f} s")
        print(f"ok 1 - random input, seed {seed}")
    except Failure as failure:
        tell(program, last, seed, options, failure)
        return 1
    finally:
        program.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
