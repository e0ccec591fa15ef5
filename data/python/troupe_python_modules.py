# troupe_python_modules.py: imports the modules of a document and of crews in folders of their own
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every folder with a crew has its own modules, which can have the same names as those of the document or of Python."""

import builtins
import contextlib
import importlib
import importlib.machinery
import operator
import os
import sys
import threading
import types


class InvalidRefError(ValueError):
    """Raised for a reference that cannot be resolved, or whose target cannot be used."""


# Held while the modules of a folder are visible.
LOCK = threading.RLock()


class Namespace:
    """The modules of a folder.

    While it is entered, sys.modules has its modules in place of others with the same names, and its folder is the first
    in sys.path.
    """

    entered_one = None

    def __init__(self, root, place):
        self.place = place
        self.folder = os.path.normpath(os.path.join(root, place))
        self.root = root
        self.modules = {}

    def is_outside(self):
        return os.path.commonpath((self.root, self.folder)) != self.root

    def has(self, top):
        """Returns whether the folder contains this top-level module."""
        path = os.path.join(self.folder, top)
        return os.path.isfile(path + ".py") or os.path.isdir(path)

    @staticmethod
    def places_of(module):
        place = getattr(module, "__file__", None)
        return [place] if place else [path for path in getattr(module, "__path__", None) or () if isinstance(path, str)]

    def owns(self, module):
        return any(place.startswith(self.folder + os.sep) for place in self.places_of(module))

    def is_of_project(self, module):
        return any(place.startswith(self.root + os.sep) and "-packages" + os.sep not in place
                   for place in self.places_of(module))

    def hides(self, name, module, top):
        """Returns whether a module is replaced by one of the folder while @top is imported."""
        first = name.partition(".")[0]
        if self.owns(module):
            return False
        if first == top:
            return self.has(top)
        return bool(self.place) and self.is_of_project(module) and self.has(first)

    @contextlib.contextmanager
    def entered(self, top):
        with LOCK:
            outer = Namespace.entered_one
            if outer is self:
                yield
                return
            hidden = {name: module for name, module in list(sys.modules.items()) if self.hides(name, module, top)}
            for name in hidden:
                del sys.modules[name]
            sys.modules.update(self.modules)
            is_first = bool(self.place) or bool(hidden) or top in getattr(sys, "stdlib_module_names", ())
            if is_first:
                sys.path.insert(0, self.folder)
            Namespace.entered_one = self
            try:
                yield
            finally:
                Namespace.entered_one = outer
                if is_first:
                    sys.path.remove(self.folder)
                self.leave(hidden)

    def leave(self, hidden):
        """Keeps the modules of the folder that others must not find, and restores those that were hidden."""
        tops = {name.partition(".")[0] for name in hidden}
        for name, module in list(sys.modules.items()):
            if (self.place or name.partition(".")[0] in tops) and self.owns(module):
                self.modules[name] = sys.modules.pop(name)
        sys.modules.update(hidden)

    def import_module(self, name):
        with self.entered(name.partition(".")[0]):
            return importlib.import_module(name)

    def builtins(self):
        """Returns the builtins of the folder's modules: an import in a function finds the folder's modules, too."""
        return {**vars(builtins), "__import__": self.import_inside}

    def import_inside(self, name, scope=None, *more):
        level = more[2] if len(more) > 2 else 0
        top = ((scope or {}).get("__package__") or "" if level else name).partition(".")[0]
        if not self.has(top):
            return builtins.__import__(name, scope, *more)
        with self.entered(top):
            return builtins.__import__(name, scope, *more)


class Namespaces:
    def __init__(self):
        self.found = {}

    def get(self, place):
        with LOCK:
            if place not in self.found:
                self.found[place] = Namespace(os.path.realpath(os.getcwd()), place)
            return self.found[place]

    @staticmethod
    def of_file(path):
        """Returns the namespace that is entered if it is that of a crew's folder with this file, or None."""
        one = Namespace.entered_one
        return one if one is not None and one.place and path.startswith(one.folder + os.sep) else None


NAMESPACES = Namespaces()


def split(ref):
    """Splits `folder/module:name` into the folder, which can be empty, the module and the name."""
    module, _, name = ref.partition(":")
    place, _, module = module.rpartition("/")
    return place, module, name


def load(ref):
    """Imports the module of a reference. Those of a crew in a folder of its own are modules of that folder, as in CrewAI,
    which installed modules and those of other folders do not replace."""
    place, module, _ = split(ref)
    namespace = NAMESPACES.get(place)
    if not place:
        return namespace.import_module(module)
    if not namespace.is_outside() and namespace.has(module.partition(".")[0]):
        made = namespace.import_module(module)
        if namespace.owns(made):
            return made
    raise InvalidRefError(f"unresolvable ref {ref!r}: there is no module {module!r} in the folder {place!r} of the crew")


def resolve(ref):
    _, module, name = split(ref)
    if "<" in ref or not module or not name:
        raise InvalidRefError(f"invalid do ref {ref!r}; expected 'module:qualname'")
    try:
        return operator.attrgetter(name)(load(ref))
    except (ImportError, AttributeError) as error:
        raise InvalidRefError(f"unresolvable do ref {ref!r}") from error


class StandIns:
    """Finds the stand-ins for CrewAI. The last of all finders, so that an installed CrewAI takes precedence.

    Not derived from the classes of importlib.abc, whose import takes a fifth of the time in which the helper starts.
    """

    @staticmethod
    def modules():
        return importlib.import_module("troupe_python_crew").MODULES

    def find_spec(self, name, _path=None, _target=None):
        if name.partition(".")[0] != "crewai" or name not in self.modules():
            return None
        package = any(other.startswith(name + ".") for other in self.modules())
        return importlib.machinery.ModuleSpec(name, self, is_package=package)

    def create_module(self, _spec):
        return None

    def exec_module(self, module):
        self.modules()[module.__name__](module)


def install():
    # Contains the objects that exist only in this process, so that references can resolve them.
    sys.modules["troupe_live"] = types.ModuleType("troupe_live")
    sys.meta_path.append(StandIns())
