"""What things are called in a player's text, and which thing such a text means.

Works on any world whose records have names or coordinates, as a rule on a faction's view, so that
it can name nothing that its reader does not know. What may be chosen is said by each order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.hexes import located
from engine.module.names import closest, key_of
from engine.orders import Ref
from engine.world import Place, World

_COORDINATES = re.compile(r"(\d{1,4})\s*,\s*(\d{1,4})(?:\s+(?:in\s+)?(\S.*))?", re.DOTALL)
_THE = re.compile(r"\Athe\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*)#(\d{1,9})", re.DOTALL)
_NEW = re.compile(r"(?:[a-z]+:)?new:([a-z]\d{1,9})")
_REFERENCE = re.compile(r"[a-z]+:\d{1,9}")
_LONGEST = 100
"""Characters of a text for which a likely spelling is looked up."""
_LISTED = 5
"""Namesakes that are listed for an ambiguous name."""


class NoSuch(ValueError):
    """A text that means no thing, or several: what is wrong, and what may have been meant."""

    def __init__(self, says: str, suggestion: str = "") -> None:
        super().__init__(says)
        self.says = says
        self.suggestion = suggestion


class Labels:
    """The things of one world by what they are called.

    Names are compared as those of the rulebook: without case, blanks, hyphens and underscores.
    """

    def __init__(self, world: World, made: Mapping[Place, str] | None = None) -> None:
        """`made` names the things of a plan that queued orders will make, with the orders' keys."""
        self.world = world
        self.made = made or {}
        self._named: dict[str, dict[str, list[int]]] = {}
        self._spots: dict[str, dict[tuple[int, int], dict[str, int]]] = {}

    def of(self, ref: Ref, kinds: Sequence[str]) -> str:
        """What `find` with the same kinds reads as this thing.

        Coordinates or the name, which is followed by `#id` where others bear it too; `new:k3` for
        what an order will make, and `stack:12` for what the world does not hold.
        """
        if ref.new:
            return f"new:{ref.new}"
        record = self.world.at(ref.place)
        spot = _spot(record)
        if spot:
            return located(*spot, _realm(record))
        name = name_of(record)
        if not key_of(name) or _has_form(name):
            return str(ref)
        found = self._called(name, kinds)
        if found == [ref.place]:
            return name
        numbered = [place for place in found if place.id == ref.id]
        return f"{name}#{ref.id}" if numbered == [ref.place] else str(ref)

    def find(self, text: str, kinds: Sequence[str], makes: Mapping[str, str] | None = None) -> Ref:
        """The thing of one of the kinds that a text means.

        Takes what `of` gives, a reference such as `stack:12`, and the name of something that
        stands in a thing of these kinds, as a city's name for its province. `makes` says which
        kind of thing the order of a key will make.

        Raises:
            NoSuch: nothing or several things are meant.
        """
        text = text.strip()
        ref = self._by_form(text, kinds, makes or {})
        if ref is None:
            ref = self._by_name(text, kinds)
        key = self.made.get(ref.place)
        return Ref(ref.kind, 0, key) if key and not ref.new else ref

    def _by_form(self, text: str, kinds: Sequence[str], makes: Mapping[str, str]) -> Ref | None:
        if new := _NEW.fullmatch(text):
            kind = makes.get(new[1], "")
            if kind not in kinds:
                raise NoSuch(f"{new[1]} is no order in the list that makes a {_either(kinds)}")
            return Ref(kind, 0, new[1])
        try:
            ref = Ref.parse(text)
        except ValueError:
            pass
        else:
            if ref.kind not in kinds:
                raise NoSuch(f"“{text}” is no {_either(kinds)}")
            return ref
        if at := _COORDINATES.fullmatch(text):
            return self._by_spot((int(at[1]), int(at[2])), at[3] or "", kinds)
        return None

    def _by_spot(self, spot: tuple[int, int], realm: str, kinds: Sequence[str]) -> Ref:
        """What lies at the coordinates; of several realms the one that is named."""
        for kind in kinds:
            here = self._at(kind).get(spot, {})
            found = [id for key, id in here.items() if not realm or key == _realm_key(realm)]
            if len(found) > 1:
                each = " or ".join(self.of(Ref(kind, id), kinds) for id in found)
                raise NoSuch(f"several realms have a {_either(kinds)} at {located(*spot)}", each)
            if found:
                return Ref(kind, found[0])
        where = located(*spot, _cut(realm))
        raise NoSuch(f"you know of no {_either(kinds)} at {where}")

    def _by_name(self, text: str, kinds: Sequence[str]) -> Ref:
        found = self._called(text, kinds)
        if not found and (numbered := _NUMBERED.fullmatch(text)):
            id = int(numbered[2])
            found = [place for place in self._called(numbered[1], kinds) if place.id == id]
        if not found:
            found = self._under(text, kinds)
        if len(found) > 1:
            each = " or ".join(self.of(Ref(*place), kinds) for place in found[:_LISTED])
            raise NoSuch(f"several are called “{_cut(text)}”", each)
        if not found:
            raise NoSuch(
                f"you know of no {_either(kinds)} called “{_cut(text)}”", self._like(text, kinds)
            )
        return Ref(*found[0])

    def _called(self, name: str, kinds: Sequence[str]) -> list[Place]:
        """Everything of these kinds that bears the name."""
        key = key_of(name)
        return [Place(kind, id) for kind in kinds for id in self._names(kind).get(key, ())]

    def _under(self, name: str, kinds: Sequence[str]) -> list[Place]:
        """What of these kinds lies under something of the name: the province of a city.

        Records are looked through in the order of their kinds, so a city goes before its village.
        """
        for other in self.world.kinds:
            found: dict[Place, None] = {}
            for place in self._called(name, [other]):
                record = self.world.at(place)
                for kind in kinds:
                    id = _known(record, kind)
                    if isinstance(id, int) and self.world.at(Place(kind, id)):
                        found[Place(kind, id)] = None
            if found:
                return list(found)
        return []

    def _like(self, text: str, kinds: Sequence[str]) -> str:
        if len(text) > _LONGEST:
            return ""
        named = {
            name: Ref(kind, ids[0])
            for kind in kinds
            for ids in self._names(kind).values()
            if (name := name_of(self.world.at(Place(kind, ids[0]))))
        }
        like = closest(text, named)
        return self.of(named[like], kinds) if like else ""

    def _names(self, kind: str) -> dict[str, list[int]]:
        if kind not in self._named:
            found: dict[str, list[int]] = {}
            if "name" in getattr(self.world.kinds.get(kind), "names", ()):
                for record in self.world.all(self.world.kinds[kind]):
                    key = key_of(name_of(record))
                    if key:
                        found.setdefault(key, []).append(record.id)
            self._named[kind] = found
        return self._named[kind]

    def _at(self, kind: str) -> dict[tuple[int, int], dict[str, int]]:
        """What lies where: by coordinates, then by realm."""
        if kind not in self._spots:
            cls = self.world.kinds.get(kind)
            found: dict[tuple[int, int], dict[str, int]] = {}
            for each in self.world.all(cls) if cls else ():
                if spot := _spot(each):
                    found.setdefault(spot, {})[_realm_key(_realm(each))] = each.id
            self._spots[kind] = found
        return self._spots[kind]


def called(ref: Ref, world: World) -> str:
    """What people call a thing, by coordinates or name; of namesakes it does not say which."""
    if ref.new:
        return f"new:{ref.new}"
    record = world.at(ref.place)
    spot = _spot(record)
    return located(*spot, _realm(record)) if spot else name_of(record) or str(ref)


def name_of(record: object) -> str:
    """The name of a record; empty if it has none or it is not known."""
    return str(_known(record, "name") or "")


def _spot(record: object) -> tuple[int, int] | None:
    x, y = _known(record, "x"), _known(record, "y")
    return (x, y) if isinstance(x, int) and isinstance(y, int) else None


def _realm_key(name: str) -> str:
    """A realm's name as it is compared, with or without its article."""
    return key_of(_THE.sub("", name))


def _realm(record: object) -> str:
    return str(_known(record, "realm") or "")


def _known(record: object, field: str) -> object:
    knows = getattr(record, "knows", None)
    if knows is None or field not in getattr(record, "names", ()) or not knows(field):
        return None
    return getattr(record, field)


def _has_form(name: str) -> bool:
    """Whether a name would be read as something else than a name."""
    forms = (_COORDINATES, _NUMBERED, _NEW, _REFERENCE)
    return name != name.strip() or any(form.fullmatch(name) for form in forms)


def _either(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} or {last}" if others else last


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
