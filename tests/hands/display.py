# display.py: an Xvfb display with a window manager, and simulated pointer and key events on it
#
# SPDX-License-Identifier: GPL-3.0-or-later

import ctypes
import os
import select
import subprocess
import time

XLIB = ctypes.CDLL("libX11.so.6")
XTEST = ctypes.CDLL("libXtst.so.6")

Window = ctypes.c_ulong
Atom = ctypes.c_ulong
Pointer = ctypes.c_void_p

for name, result, arguments in (
        ("XOpenDisplay", Pointer, [ctypes.c_char_p]),
        ("XDefaultRootWindow", Window, [Pointer]),
        ("XCloseDisplay", ctypes.c_int, [Pointer]),
        ("XInternAtom", Atom, [Pointer, ctypes.c_char_p, ctypes.c_int]),
        ("XSync", ctypes.c_int, [Pointer, ctypes.c_int]),
        ("XFlush", ctypes.c_int, [Pointer]),
        ("XSelectInput", ctypes.c_int, [Pointer, Window, ctypes.c_long]),
        ("XSendEvent", ctypes.c_int, [Pointer, Window, ctypes.c_int, ctypes.c_long, Pointer]),
        ("XPending", ctypes.c_int, [Pointer]),
        ("XConnectionNumber", ctypes.c_int, [Pointer]),
        ("XNextEvent", ctypes.c_int, [Pointer, Pointer]),
        ("XStringToKeysym", ctypes.c_ulong, [ctypes.c_char_p]),
        ("XKeysymToKeycode", ctypes.c_ubyte, [Pointer, ctypes.c_ulong]),
        ("XkbKeycodeToKeysym", ctypes.c_ulong,
         [Pointer, ctypes.c_ubyte, ctypes.c_int, ctypes.c_int]),
        ("XMoveResizeWindow", ctypes.c_int,
         [Pointer, Window, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint]),
        ("XRaiseWindow", ctypes.c_int, [Pointer, Window]),
        ("XGetWindowProperty", ctypes.c_int,
         [Pointer, Window, Atom, ctypes.c_long, ctypes.c_long, ctypes.c_int, Atom,
          ctypes.POINTER(Atom), ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_ulong),
          ctypes.POINTER(ctypes.c_ulong), ctypes.POINTER(ctypes.POINTER(ctypes.c_ubyte))]),
        ("XTranslateCoordinates", ctypes.c_int,
         [Pointer, Window, Window, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int),
          ctypes.POINTER(ctypes.c_int), ctypes.POINTER(Window)]),
        ("XGetGeometry", ctypes.c_int,
         [Pointer, Window, ctypes.POINTER(Window)] +
         [ctypes.POINTER(ctypes.c_int)] * 2 + [ctypes.POINTER(ctypes.c_uint)] * 4),
        ("XFree", ctypes.c_int, [Pointer])):
    function = getattr(XLIB, name)
    function.restype = result
    function.argtypes = arguments

XTEST.XTestFakeKeyEvent.argtypes = [Pointer, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
XTEST.XTestFakeButtonEvent.argtypes = [Pointer, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
XTEST.XTestFakeMotionEvent.argtypes = [Pointer, ctypes.c_int, ctypes.c_int, ctypes.c_int,
                                       ctypes.c_ulong]

ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer)
# A window may be destroyed between listing the windows and a request about it.
IGNORE_ERRORS = ERROR_HANDLER(lambda display, event: 0)

CLIENT_MESSAGE = 33
STRUCTURE_NOTIFY = 1 << 17
SUBSTRUCTURE_NOTIFY = 1 << 19
SUBSTRUCTURE_REDIRECT = 1 << 20

# Names of X keysyms for typed characters
KEYSYMS = {
    " ": "space", ".": "period", ",": "comma", "_": "underscore", "-": "minus", "+": "plus",
    "=": "equal", "(": "parenleft", ")": "parenright", "[": "bracketleft", "]": "bracketright",
    "{": "braceleft", "}": "braceright", "'": "apostrophe", '"': "quotedbl", "$": "dollar",
    ":": "colon", "/": "slash", "<": "less", ">": "greater", "&": "ampersand", "|": "bar",
    "!": "exclam", "\n": "Return", "*": "asterisk", "?": "question", "@": "at", "#": "numbersign",
}


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", Pointer), ("window", Window), ("message_type", Atom),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class Event(ctypes.Union):
    _fields_ = [("client", ClientMessage), ("padding", ctypes.c_long * 24)]


def try_server(name, width, height):
    """Starts a server for this display; returns None if that fails. An explicit number is locked by the server; a
    number that a server chose itself could also be chosen by another one that starts at the same time."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", name, "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-noreset",
         "-nolisten", "tcp"], pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    text = b""
    # Read the whole line: a server that cannot write all of it exits.
    while not text.endswith(b"\n") and select.select([reader], [], [], 30)[0]:
        piece = os.read(reader, 32)
        if not piece:
            break
        text += piece
    is_ready = text.endswith(b"\n")
    os.close(reader)
    if is_ready:
        return server
    server.kill()
    server.wait()
    return None


def start_server(width, height):
    """Starts an Xvfb for exclusive use. Returns the process and the name of its display."""
    first = 100 + os.getpid() % 800
    for number in range(first, first + 10):
        server = try_server(f":{number}", width, height)
        if server:
            return server, f":{number}"
    raise RuntimeError("Could not start Xvfb")


class Hands:
    """Simulates a user's pointer and keyboard, and reads the properties of windows."""

    def __init__(self, name):
        XLIB.XSetErrorHandler(IGNORE_ERRORS)
        self.display = XLIB.XOpenDisplay(name.encode())
        if not self.display:
            raise RuntimeError(f"Could not open display {name}")
        self.root = XLIB.XDefaultRootWindow(self.display)
        self.held = []
        self.pings = 0
        XLIB.XSelectInput(self.display, self.root, SUBSTRUCTURE_NOTIFY)

    def atom(self, name):
        return XLIB.XInternAtom(self.display, name.encode(), 0)

    def move(self, x, y):
        XTEST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), 0)
        XLIB.XFlush(self.display)

    def button(self, number, down):
        XTEST.XTestFakeButtonEvent(self.display, number, int(down), 0)
        XLIB.XFlush(self.display)

    def click(self, x, y, number=1, times=1):
        self.move(x, y)
        for _ in range(times):
            self.button(number, True)
            self.button(number, False)

    def drag(self, points, number=1):
        self.move(*points[0])
        self.button(number, True)
        for point in points[1:]:
            self.move(*point)
        self.button(number, False)

    def code(self, keysym):
        symbol = XLIB.XStringToKeysym(keysym.encode())
        code = XLIB.XKeysymToKeycode(self.display, symbol)
        shifted = XLIB.XkbKeycodeToKeysym(self.display, code, 0, 0) != symbol
        return code, shifted

    def key(self, combination):
        """Presses a key combination such as `ctrl+shift+s`, `F5` or `a`: modifiers, then the name of a keysym."""
        names = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
        *modifiers, keysym = combination.split("+")
        codes = [self.code(names[modifier])[0] for modifier in modifiers]
        code, shifted = self.code(keysym)
        if not code:
            return
        if shifted and "shift" not in modifiers:
            codes.append(self.code("Shift_L")[0])
        for each in codes + [code]:
            XTEST.XTestFakeKeyEvent(self.display, each, 1, 0)
        for each in [code] + codes[::-1]:
            XTEST.XTestFakeKeyEvent(self.display, each, 0, 0)
        XLIB.XFlush(self.display)

    def type(self, text):
        for letter in text:
            self.key(KEYSYMS.get(letter, letter))

    def property(self, window, name):
        """Returns the 32-bit or 8-bit values of a property."""
        kind, form = Atom(), ctypes.c_int()
        count, rest = ctypes.c_ulong(), ctypes.c_ulong()
        data = ctypes.POINTER(ctypes.c_ubyte)()
        failed = XLIB.XGetWindowProperty(
            self.display, window, self.atom(name), 0, 1024, 0, 0, ctypes.byref(kind),
            ctypes.byref(form), ctypes.byref(count), ctypes.byref(rest), ctypes.byref(data))
        if failed or not data:
            return []
        values = []
        if form.value == 32:
            longs = ctypes.cast(data, ctypes.POINTER(ctypes.c_ulong))
            values = [longs[i] for i in range(count.value)]
        elif form.value == 8:
            values = [data[i] for i in range(count.value)]
        XLIB.XFree(ctypes.cast(data, Pointer))
        return values

    def windows(self):
        """Returns the windows managed by the window manager, the topmost last."""
        return self.property(self.root, "_NET_CLIENT_LIST_STACKING")

    def title(self, window):
        return bytes(self.property(window, "_NET_WM_NAME")).decode(errors="replace")

    def geometry(self, window):
        """Returns x, y, width and height on the screen; None if the window no longer exists."""
        root, x, y = Window(), ctypes.c_int(), ctypes.c_int()
        width, height, border, depth = (ctypes.c_uint() for _ in range(4))
        if not XLIB.XGetGeometry(self.display, window, ctypes.byref(root), ctypes.byref(x),
                                 ctypes.byref(y), ctypes.byref(width), ctypes.byref(height),
                                 ctypes.byref(border), ctypes.byref(depth)):
            return None
        child = Window()
        XLIB.XTranslateCoordinates(self.display, window, self.root, 0, 0, ctypes.byref(x),
                                   ctypes.byref(y), ctypes.byref(child))
        return x.value, y.value, width.value, height.value

    def place(self, window, x, y, width, height):
        XLIB.XMoveResizeWindow(self.display, window, x, y, width, height)
        XLIB.XFlush(self.display)

    def activate(self, window):
        """Raises and focuses a window, as a taskbar does."""
        event = Event()
        event.client.type = CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self.atom("_NET_ACTIVE_WINDOW")
        event.client.format = 32
        event.client.data[0] = 2
        XLIB.XSendEvent(self.display, self.root, 0, SUBSTRUCTURE_REDIRECT | SUBSTRUCTURE_NOTIFY,
                        ctypes.byref(event))
        XLIB.XFlush(self.display)

    def ping(self, window, deadline):
        """Returns the seconds until the program answered a _NET_WM_PING, as sent by window managers; None if it did not
        answer before the deadline."""
        self.pings += 1
        event = Event()
        event.client.type = CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self.atom("WM_PROTOCOLS")
        event.client.format = 32
        event.client.data[0] = self.atom("_NET_WM_PING")
        event.client.data[1] = self.pings
        event.client.data[2] = window
        begin = time.monotonic()
        XLIB.XSendEvent(self.display, window, 0, 0, ctypes.byref(event))
        XLIB.XFlush(self.display)
        connection = XLIB.XConnectionNumber(self.display)
        while time.monotonic() - begin < deadline:
            if not XLIB.XPending(self.display):
                select.select([connection], [], [], 0.1)
                continue
            answer = Event()
            XLIB.XNextEvent(self.display, ctypes.byref(answer))
            if answer.client.type == CLIENT_MESSAGE and answer.client.data[1] == self.pings and \
                    answer.client.message_type == self.atom("WM_PROTOCOLS"):
                return time.monotonic() - begin
        return None
