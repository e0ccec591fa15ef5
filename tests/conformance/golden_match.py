# golden_match.py: finds the differences between a JSON value and a recorded value with matchers
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The recorded side may contain matchers instead of values: `Anything`, `Markers`, `Words`, `OneOf`, `Has`, `Unordered`.

import json
import re

MARKER = re.compile(r"\b[A-Z]{4,}-\d+\b")

# Placeholder for a value that only the other side has.
ABSENT = type("Absent", (), {"__repr__": lambda self: "(nothing)"})()


def as_text(value):
    """Returns the string in which markers and words are searched."""
    if value is None or value is ABSENT:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def find_markers(value, known=None):
    """Returns the markers in a value, each once, in the order of their first occurrence; only those in @known if it is
    given."""
    found = dict.fromkeys(MARKER.findall(as_text(value)))
    return [marker for marker in found if known is None or marker in known]


class Matcher:
    """Base class of matchers, which replace values on the recorded side."""

    def fits(self, ours):
        raise NotImplementedError

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Anything(Matcher):
    def fits(self, ours):
        return True

    def __repr__(self):
        return "(anything)"


class Markers(Matcher):
    """Matches a text that contains these markers in this order and no other marker of the case; other wording is
    ignored."""

    def __init__(self, markers, known=None):
        self.markers = list(markers)
        self.known = known

    def fits(self, ours):
        return find_markers(ours, self.known) == self.markers

    def __repr__(self):
        return "(a text with %s)" % (", ".join(self.markers) or "no marker")


def stands_in(word, text):
    """Returns whether @text contains @word. Words with fewer than four characters must be whole words."""
    return re.search(r"(?<!\w)%s(?!\w)" % re.escape(word), text) is not None if len(word) < 4 else word in text


class Words(Matcher):
    """Matches anything that contains each of these words; of a tuple, one is enough."""

    def __init__(self, words, what="a text"):
        self.words = [word if isinstance(word, tuple) else (word,) for word in words]
        self.what = what

    def missing(self, ours):
        text = as_text(ours)
        return [word for word in self.words if not any(stands_in(one, text) for one in word)]

    def fits(self, ours):
        return ours not in (None, "", ABSENT) and not self.missing(ours)

    def __repr__(self):
        return "(%s that names %s)" % (self.what, ", ".join(" or ".join(word) for word in self.words) or "what it is")


class OneOf(Matcher):
    def __init__(self, *values):
        self.values = values

    def fits(self, ours):
        return ours in self.values

    def __repr__(self):
        return "(one of %s)" % ", ".join(map(repr, self.values))


class Has(Matcher):
    """Matches an object that has at least these members; members in @optional may be missing."""

    def __init__(self, fields, optional=()):
        self.fields = fields
        self.optional = optional

    def fits(self, ours):
        return not differences(ours, self)

    def __repr__(self):
        return show(self.fields)


class Unordered(Matcher):
    """Matches a list in any order."""

    def __init__(self, items):
        self.items = items

    def pair(self, ours):
        """Returns the recorded items and our items that have no partner."""
        left = list(ours or [])
        missing = []
        for item in self.items:
            at = next((i for i, one in enumerate(left) if not differences(one, item)), None)
            if at is None:
                missing.append(item)
            else:
                del left[at]
        return missing, left

    def fits(self, ours):
        return isinstance(ours, list) and self.pair(ours) == ([], [])

    def __repr__(self):
        return "(in any order: %r)" % (self.items,)


class Difference:
    def __init__(self, path, ours, recorded):
        self.path, self.ours, self.recorded = path, ours, recorded

    def __str__(self):
        return "%s: ours %s | recorded %s" % (self.path or "it", show(self.ours), show(self.recorded))


def show(value, length=400):
    if isinstance(value, Matcher) or value is ABSENT:
        text = repr(value)
    else:
        text = json.dumps(value, ensure_ascii=False, default=lambda one: one.fields if isinstance(one, Has) else repr(one))
    return text if len(text) <= length else text[:length] + "…"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differences(ours, recorded, path=""):
    """Returns a list of Difference, which is empty if both are equal. Integers and floats are different."""
    if isinstance(recorded, Has) and isinstance(ours, dict):
        return [found for key, value in recorded.fields.items() if key in ours or key not in recorded.optional
                for found in differences(ours.get(key, ABSENT), value, "%s.%s" % (path, key) if path else key)]
    if isinstance(recorded, Has):
        return [Difference(path, ours, recorded)]
    if isinstance(recorded, Unordered) and isinstance(ours, list):
        missing, extra = recorded.pair(ours)
        return pair_up(extra, missing, path + "[]")
    if isinstance(recorded, Matcher):
        return [] if recorded.fits(ours) else [Difference(path, ours, recorded)]
    if isinstance(recorded, dict) and isinstance(ours, dict):
        return [found for key in list(recorded) + [key for key in ours if key not in recorded]
                for found in differences(ours.get(key, ABSENT), recorded.get(key, ABSENT),
                                         "%s.%s" % (path, key) if path else key)]
    if isinstance(recorded, list) and isinstance(ours, list):
        return list_differences(ours, recorded, path)
    if is_number(ours) and is_number(recorded):
        same = type(ours) is type(recorded) and (ours == recorded or ours != ours and recorded != recorded)
    else:
        same = type(ours) is type(recorded) and ours == recorded
    return [] if same else [Difference(path, ours, recorded)]


def list_differences(ours, recorded, path):
    if len(ours) == len(recorded):
        return [found for i, (one, other) in enumerate(zip(ours, recorded))
                for found in differences(one, other, "%s[%d]" % (path, i))]
    # Report only what is not in the longest common subsequence.
    lengths = [[0] * (len(recorded) + 1) for _ in range(len(ours) + 1)]
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(recorded) - 1, -1, -1):
            lengths[i][j] = (lengths[i + 1][j + 1] + 1 if not differences(ours[i], recorded[j])
                             else max(lengths[i + 1][j], lengths[i][j + 1]))
    found, i, j = [], 0, 0
    while i < len(ours) or j < len(recorded):
        if i < len(ours) and j < len(recorded) and lengths[i][j] == lengths[i + 1][j + 1] + 1 \
                and not differences(ours[i], recorded[j]):
            i, j = i + 1, j + 1
            continue
        to_i, to_j = i, j
        while (to_i < len(ours) or to_j < len(recorded)) and not (
                to_i < len(ours) and to_j < len(recorded) and not differences(ours[to_i], recorded[to_j])
                and lengths[to_i][to_j] == lengths[to_i + 1][to_j + 1] + 1):
            if to_j < len(recorded) and (to_i == len(ours) or lengths[to_i][to_j + 1] == lengths[to_i][to_j]):
                to_j += 1
            else:
                to_i += 1
        found += pair_up(ours[i:to_i], recorded[j:to_j], "%s[%d]" % (path, j))
        i, j = to_i, to_j
    return found


def kind_of(item):
    if isinstance(item, Has):
        return kind_of(item.fields)
    return item.get("type") if isinstance(item, dict) else None


def pair_up(ours, recorded, path):
    """Returns the differences in a range that differs: entries of the same type are compared with each other."""
    found, left = [], list(ours)
    for item in recorded:
        at = next((i for i, one in enumerate(left) if kind_of(one) == kind_of(item)), None)
        if at is None:
            found.append(Difference(path, ABSENT, item))
        else:
            found += differences(left.pop(at), item, path)
    return found + [Difference(path, item, ABSENT) for item in left]
