"""Orders as lines of text, and whole lists of orders as sheets.

A line has the shape of the slash command, `k3: stack move stack:"Iron Guard" destination:12,7`: a
key if the order has one already, two words, values by name, and `in:<phase>` for another phase than
its own. Whether an order makes sense is not asked here; see `engine.preview`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.forms import given_by_players, order_of
from engine.labels import Labels, called, numbered, one_of
from engine.module.names import closest, key_of
from engine.orders import Order, Parameter, Queued, Ref, Unreadable, parameters
from engine.packs import Rules
from engine.state import State
from engine.world import Place, World
from engine.written import (
    NAMED,
    NUMBER,
    WORDS,
    Unfit,
    WrittenValue,
    check_characters,
    cut,
    item_at,
    items_at,
    near,
    skip_blanks,
)

BYTES = 256 * 1024
LINES = 2000
LINE = 4000
"""Characters of one line."""
FAULTS = 25
"""Faults after which reading ends."""

_HEAD = "# For turn {turn}, run {run}: numbers such as Guard#2 hold for this run alone."
_WRITTEN = re.compile(r"#\s*For turn \d+, run (\d+):")

_COMMENTS = ("#", ";", "//")
"""How a line begins that is a remark: here, and in the sheets of older games."""

_KEY = re.compile(r"([^\s:\"]{1,20}):\s")
_KEY_FORM = re.compile(r"k[1-9]\d{0,8}", re.ASCII)
_VALUE_END = re.compile(r"\s(?=[^\W\d][\w-]*:)|$")
_SAFE = re.compile(r"[^\s\",]+")


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line of a sheet."""

    line: int
    """Counted from 1; 0 for the sheet as a whole."""
    says: str
    suggestion: str = ""
    """What was meant perhaps, as it would have to be written."""


# ---------------------------------------------------------------- writing


def line_of(
    order: Order,
    world: World,
    knows: Callable[[Place], bool] = lambda place: True,
    *,
    unnamed: Callable[[Place], str] | None = None,
) -> str:
    """The order as people read it, by the names that this world holds and its reader `knows`.

    `unnamed` says what a province or an unnamed thing is called; without it that is where it lies,
    or its kind. Of namesakes it does not say which; text to read back is made by `write`.
    """

    def label(ref: Ref, parameter: Parameter) -> str:
        known = ref.new or ref.name or knows(ref.place)
        return called(ref, world, unnamed) if known else one_of(ref.kind, world)

    def text(value: str, kind: str) -> str:
        return numbered(value, world, kind, knows)

    return _line(order, label, text)


def write(queued: Iterable[Queued], state: State) -> str:
    """A sheet of these orders, one a line, that `read` reads back on the same view.

    Its head says for which turn and run it is. An order that the rules no longer know, or that
    names what the view no longer holds, becomes a comment.
    """
    labels = Labels(state.world)

    def label(ref: Ref, parameter: Parameter) -> str:
        return labels.of(ref, parameter.asks.kinds if parameter.asks else ())

    lines = [_HEAD.format(turn=state.now.turn, run=state.now.tick)]
    for each in queued:
        if isinstance(each.order, Unreadable):
            lines.append(f"# {each.key} is an order that the rules no longer know; it is left out.")
            continue
        refs = (ref for ref in each.order.refs().values() if not (ref.new or ref.name))
        if any(state.world.at(ref.place) is None for ref in refs):
            line = line_of(each.order, state.world)
            lines.append(f"# {each.key}: {line} names what you no longer know of; it is left out.")
            continue
        phase = f" in:{each.phase}" if each.phase else ""
        key = f"{each.key}: " if each.key else ""
        lines.append(f"{key}{_line(each.order, label, labels.text_of)}{phase}")
    return "".join(f"{line}\n" for line in lines)


def item_of(text: str) -> str:
    """A text as one item of a list; in quotation marks if it would be read otherwise."""
    plain = _SAFE.fullmatch(text) and not NUMBER.fullmatch(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def spot_or_item(text: str) -> str:
    """As `item_of`, but the coordinates of a province stay as they are."""
    x, comma, y = text.partition(",")
    pair = comma and NUMBER.fullmatch(x) and NUMBER.fullmatch(y)
    return text if pair else item_of(text)


Label = Callable[[Ref, Parameter], str]
"""How a thing is called for a parameter."""
Text = Callable[[str, str], str]
"""How a text that ends in the id of a record of that kind is written."""


def _line(order: Order, label: Label, text: Text) -> str:
    parts = [*order.path]
    for parameter in parameters(type(order)):
        value: Any = getattr(order, parameter.name)
        if parameter.required or value != parameter.default:
            parts.append(f"{parameter.name}:{_written(value, parameter, label, text)}")
    return " ".join(parts)


def _written(value: Any, parameter: Parameter, label: Label, text: Text) -> str:
    if parameter.many:
        texts = [_plain(each, parameter, label, text) for each in value]
        write_item = spot_or_item if parameter.kind == "ref" else item_of
        return ",".join(map(write_item, texts)) or '""'
    plain = _plain(value, parameter, label, text)
    safe = plain and '"' not in plain and not any(c.isspace() for c in plain)
    return plain if safe else json.dumps(plain, ensure_ascii=False)


def _plain(value: Any, parameter: Parameter, label: Label, text: Text) -> str:
    if isinstance(value, Ref):
        return label(value, parameter)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if parameter.asks and parameter.asks.ids:
        return text(str(value), parameter.asks.ids)
    return str(value)


# ---------------------------------------------------------------- reading


def decode(data: bytes) -> str:
    """The text of a sheet's file.

    Raises:
        Unfit: it is too large, or not UTF-8 text.
    """
    if len(data) > BYTES:
        raise Unfit((f"the sheet is larger than {BYTES // 1024} KiB", ""))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        says = (
            f"line {line} has a byte that is not UTF-8 text; save the file anew as UTF-8 "
            "(editors offer this as “encoding” where a file is saved)"
        )
        raise Unfit((says, "")) from None


def read(text: str, rules: Rules, state: State) -> tuple[list[Queued], list[LineFault]]:
    """The orders of a sheet, in its order, and what is wrong with it.

    An order whose line gives no key has the empty one. Reading ends after `FAULTS` faults. A sheet
    that was written for another run is taken too, but for what it names by number: that may be
    another thing by now.
    """
    lines = _lines(text)
    if len(lines) > LINES + 1:
        return [], [LineFault(0, f"the sheet has more than {LINES} lines")]
    written = next((int(found[1]) for line in lines if (found := _WRITTEN.match(line))), None)
    labels = Labels(state.world, numbers=written in (None, state.now.tick))
    sheet = _Sheet(rules, labels, _makers(lines, rules))
    for number, line in order_lines(text):
        sheet.read(number, line)
        if len(sheet.faults) >= FAULTS:
            rest = LineFault(number, "reading ended here; mend these faults first")
            return sheet.orders, [*sheet.faults[:FAULTS], rest]
    return sheet.orders, sheet.faults


def order_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a sheet that hold an order, with their numbers from 1."""
    for number, line in enumerate(_lines(text), 1):
        if (said := line.strip()) and not said.startswith(_COMMENTS):
            yield number, line


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class _Sheet:
    """What has been read of a sheet so far."""

    def __init__(self, rules: Rules, labels: Labels, makes: Mapping[str, str]) -> None:
        self.orders_known = {" ".join(path): cls for path, cls in given_by_players(rules).items()}
        self.labels = labels
        self.makes = makes
        self.orders: list[Queued] = []
        self.faults: list[LineFault] = []
        self.keys: dict[str, int] = {}

    def read(self, number: int, line: str) -> None:
        try:
            self.orders.append(self._queued(number, line.replace("\t", " ").strip()))
        except Unfit as unfit:
            self.faults.extend(LineFault(number, *problem) for problem in unfit.problems)

    def _queued(self, number: int, line: str) -> Queued:
        check_characters(line)
        if len(line) > LINE:
            raise Unfit((f"the line is longer than {LINE} characters", ""))
        key, rest = _split_key(line)
        if key in self.keys:
            raise Unfit((f"key {key} is that of line {self.keys[key]} already", ""))
        cls, values = _split_words(rest, self.orders_known)
        phase = _phase(cls, values.pop("in", None))
        known = [parameter.name for parameter in parameters(cls)]
        for name in values:
            if name not in known:
                says = f"{_path(cls)} has no `{cut(name)}`"
                raise Unfit((says, closest(name, known) or ", ".join(known)))
        order = order_of(cls, values, self.labels, self.makes)
        if key:
            self.keys[key] = number
        return Queued(key, order, phase)


def _makers(lines: Iterable[str], rules: Rules) -> dict[str, str]:
    """By key, the kind of thing that the order of a line will make."""
    found: dict[str, str] = {}
    for line in lines:
        try:
            key, rest = _split_key(line[:LINE].strip())
            words = WORDS.match(rest)
        except Unfit:
            continue
        cls = rules.orders.get((words[1].lower(), (words[2] or "").lower())) if words else None
        if key and cls and cls.makes:
            found[key] = cls.makes
    return found


def _split_key(line: str) -> tuple[str, str]:
    found = _KEY.match(f"{line} ")
    if not found:
        return "", line
    key = found[1].lower()
    if not _KEY_FORM.fullmatch(key):
        raise Unfit((f"“{cut(found[1])}” is no key of an order; keys are k1, k2 ...", ""))
    return key, line[found.end() :].strip()


def _split_words(
    line: str, known: Mapping[str, type[Order]]
) -> tuple[type[Order], dict[str, str | list[WrittenValue]]]:
    words = WORDS.match(line)
    if not words:
        raise Unfit(("there is no order after the key", ""))
    wanted = " ".join(word.lower() for word in words.groups() if word)
    cls = known.get(wanted)
    if cls is None:
        raise Unfit((f"there is no order “{cut(wanted)}”", near(wanted, known)))
    return cls, _given(line, words.end(), cls)


def _given(line: str, at: int, cls: type[Order]) -> dict[str, str | list[WrittenValue]]:
    """The values of a line from a place on, by the names of their parameters."""
    lists = [parameter.name for parameter in parameters(cls) if parameter.many]
    found: dict[str, str | list[WrittenValue]] = {}
    while (at := skip_blanks(line, at)) < len(line):
        name = NAMED.match(line, at)
        if not name:
            says = f"“{cut(line[at:])}” belongs to no parameter; write name:value"
            raise Unfit((says, ""))
        key = name[1].lower()
        if key in found:
            raise Unfit((f"`{cut(key)}` is there twice", ""))
        if key in lists:
            found[key], at = items_at(line, name.end())
        else:
            item, at = item_at(line, name.end(), _VALUE_END)
            found[key] = item.text
        if at < len(line) and not line[at].isspace():
            says = f"“{cut(line[at:])}” stands behind a closing quotation mark"
            raise Unfit((says, ""))
    return found


def _phase(cls: type[Order], given: str | list[WrittenValue] | None) -> str:
    if given is None:
        return ""
    wanted = str(given)
    for phase in cls.phases:
        if key_of(phase) == key_of(wanted):
            return phase if phase != cls.phases[0] else ""
    says = f"{_path(cls)} does not run in “{cut(wanted)}”"
    raise Unfit((says, closest(wanted, cls.phases) or " or ".join(cls.phases)))


def _path(cls: type[Order]) -> str:
    return "`" + " ".join(cls.path) + "`"
