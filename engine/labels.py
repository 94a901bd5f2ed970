"""What things are called in a player's text, and which thing such a text means.

Works on any world whose records have names or coordinates, as a rule on a faction's view, so that
it can name nothing that its reader does not know. What may be chosen is said by each order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.hexes import located
from engine.module.names import closest, key_of
from engine.names import unseen
from engine.orders import BY_NAME, Ref
from engine.world import Place, Record, World

_COORDINATES = re.compile(r"(\d{1,4})\s*,\s*(\d{1,4})(?:\s+(?:in\s+)?(\S.*))?", re.DOTALL)
_THE = re.compile(r"\Athe\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*)#(\d{1,9})", re.DOTALL)
_NOTED = re.compile(r"(.*#\d{1,9})\s+\([^()]*\)", re.DOTALL)
_NEW = re.compile(r"(?:[a-z_]+:)?new:([a-z]\d{1,9})")
_OF_KIND = re.compile(r"([a-z_]+):(.*)", re.DOTALL)
_FORMS = (_COORDINATES, _NUMBERED, _NEW)
_LONGEST = 100
"""Characters of a text for which a likely spelling is looked up."""
_LISTED = 5
"""Namesakes that are listed for an ambiguous name."""


class NoSuch(ValueError):
    """A text that means no thing, or several: what is wrong, and what may have been meant."""

    def __init__(self, says: str, suggestion: str = "") -> None:
        super().__init__(says, suggestion)
        self.says = says
        self.suggestion = suggestion

    def __str__(self) -> str:
        return self.says


class Labels:
    """The things of one world by what they are called.

    Names are compared as those of the rulebook: without case, blanks, hyphens and underscores.
    Namesakes, and things of a kind without a name, are numbered from 1 by their places among each
    other in this world: no number tells of what its reader does not know (cohorts.knowledge.view).
    """

    def __init__(
        self,
        world: World,
        made: Mapping[Place, str] | None = None,
        planned: World | None = None,
        *,
        numbers: bool = True,
    ) -> None:
        """`made` are the things of a `planned` world that queued orders will make, with their keys.

        `numbers` says whether the numbers of a text are those of this world.
        """
        self.world = world
        self.made = made or {}
        self.by_key = {key: place for place, key in self.made.items()}
        """The same things by the keys."""
        self.planned = planned or world
        self.numbers = numbers
        self._named: dict[str, dict[str, list[int]]] = {}
        self._nameless: dict[str, list[int]] = {}
        self._spots: dict[str, dict[tuple[int, int], dict[str, int]]] = {}
        self._new: dict[str, list[Place]] = {}
        for place in self.made:
            self._new.setdefault(key_of(name_of(self.planned.at(place))), []).append(place)

    def of(self, ref: Ref, kinds: Sequence[str]) -> str:
        """What `find` with the same kinds reads as this thing.

        Coordinates or the name, followed by `#2` where others of its kind have the same name, and
        behind `unit:` where others of another kind do; `tower#2` for what has no name, and `new:k3`
        for what an order will make. Empty for what the world does not hold.
        """
        if ref.new:
            return f"new:{ref.new}"
        if ref.name:
            return ref.name if self._plain(ref.name) else str(ref)
        record = self.world.at(ref.place)
        if record is None:
            return ""
        spot = _spot(record)
        if spot:
            return located(*spot, _realm(record))
        key = self._key(record)
        if not key:
            return f"{ref.kind}#{self._unnamed(ref.kind).index(ref.id) + 1}"
        name, every = name_of(record), self._called(key, kinds)
        alike = self._names(ref.kind)[key]
        if len(alike) > 1 or any(place in self.made for place in every):
            name = f"{name}#{alike.index(ref.id) + 1}"
        return name if all(place.kind == ref.kind for place in every) else f"{ref.kind}:{name}"

    def find(
        self,
        text: str,
        kinds: Sequence[str],
        makes: Mapping[str, str] | None = None,
        *,
        by_name: bool = False,
    ) -> Ref:
        """The thing of one of the kinds that a text means.

        Takes what `of` gives, also with a note in brackets behind a number, and the name of
        something that stands in a thing of these kinds, as a city's name for its province. `makes`
        says which kind of thing the order of a key will
        make. With `by_name` any other name stays one.

        Raises:
            NoSuch: nothing or several things are meant.
        """
        text = without_note(text.strip())
        if by_name and text.startswith(f"{BY_NAME}:"):
            return Ref.parse(text)
        ref = self._by_form(text, kinds, makes or {})
        if ref is None:
            ref = self._by_name(text, kinds, unknown=by_name)
        key = self.made.get(ref.place)
        return Ref(ref.kind, 0, key) if key and not ref.new else ref

    def text_of(self, text: str, kind: str) -> str:
        """A text that may end in `#` and the id of a record as its reader is shown it.

        In place of the id stands the place of the record among those of its kind in this world.
        """
        return numbered(text, self.world, kind)

    def text_meant(self, text: str, kind: str) -> str:
        """The text with the id that `text_of` gave as this one.

        Raises:
            NoSuch: there are fewer of that kind, or its number may be another's by now.
        """
        found = _NUMBERED.fullmatch(text)
        if not found:
            return text
        ids = [each.id for each in self.world.all(self.world.kinds[kind])]
        if not self.numbers:
            raise _outdated(text)
        if not 0 < int(found[2]) <= len(ids):
            raise NoSuch(f"you know of no “{_cut(text)}”")
        return f"{found[1]}#{ids[int(found[2]) - 1]}"

    def _by_form(self, text: str, kinds: Sequence[str], makes: Mapping[str, str]) -> Ref | None:
        if new := _NEW.fullmatch(text):
            kind = makes.get(new[1], "")
            if kind not in kinds:
                raise NoSuch(f"{new[1]} is no order in the list that makes a {self._any(kinds)}")
            return Ref(kind, 0, new[1])
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
                raise NoSuch(f"several realms have a {self._any(kinds)} at {located(*spot)}", each)
            if found:
                return Ref(kind, found[0])
        if lying := self._lying(spot, realm, kinds):
            if len(lying) > 1:
                each = " or ".join(self._label(place, kinds) for place in lying[:_LISTED])
                raise NoSuch(f"several things are at {located(*spot)}", each)
            return Ref(*lying[0])
        where = located(*spot, _cut(realm))
        raise NoSuch(f"you know of no {self._any(kinds)} at {where}")

    def _any(self, kinds: Sequence[str]) -> str:
        """Things of these kinds, as people call one of them."""
        *others, last = (noun_of(kind, self.world) for kind in kinds)
        return f"{', '.join(others)} or {last}" if others else last

    def _lying(self, spot: tuple[int, int], realm: str, kinds: Sequence[str]) -> list[Place]:
        """Records of these kinds at these coordinates, as a village in its province."""
        found: dict[Place, None] = {}
        for other in self.world.kinds:
            fitting = [kind for kind in kinds if other in self._fields(kind)]
            here = self._at(other).get(spot, {}) if fitting else {}
            ids = [id for key, id in here.items() if not realm or key == _realm_key(realm)]
            for kind in fitting if ids else ():
                for each in self.world.all(self.world.kinds[kind]):
                    if _known(each, other) in ids:
                        found[each.place] = None
        return list(found)

    def _fields(self, kind: str) -> Sequence[str]:
        cls = self.world.kinds.get(kind)
        return cls.names if cls else ()

    def _by_name(self, text: str, kinds: Sequence[str], *, unknown: bool) -> Ref:
        found = self._called(key_of(text), kinds)
        of_kind = _OF_KIND.fullmatch(text)
        if not found and of_kind and of_kind[1] in kinds:
            return self._by_name(of_kind[2], [of_kind[1]], unknown=False)
        if not found and (numbered := _NUMBERED.fullmatch(text)):
            found = self._numbered(numbered[1].strip(), int(numbered[2]), kinds)
        if not found:
            found = self._under(text, kinds)
        if not found and not unknown and len(named := self._partly(text, kinds)) == 1:
            found = named
        if len(found) > 1:
            each = " or ".join(self._label(place, kinds) for place in found[:_LISTED])
            raise NoSuch(f"several are called “{_cut(text)}”", each)
        if not found and unknown and 0 < len(text) <= _LONGEST:
            return Ref(BY_NAME, 0, "", text)
        if not found:
            raise NoSuch(
                f"you know of no {self._any(kinds)} called “{_cut(text)}”",
                self._like(text, kinds),
            )
        return Ref(*found[0])

    def _partly(self, text: str, kinds: Sequence[str]) -> list[Place]:
        """Records of these kinds with these whole words in their names."""
        words = set(map(key_of, text.split()))
        named = ((kind, id) for kind in kinds for ids in self._names(kind).values() for id in ids)
        every = (Place(kind, id) for kind, id in named)
        return [
            place
            for place in every
            if words and words <= set(map(key_of, name_of(self.world.at(place)).split()))
        ]

    def _label(self, place: Place, kinds: Sequence[str]) -> str:
        return self.of(Ref(place.kind, place.id, self.made.get(place, "")), kinds)

    def _numbered(self, name: str, number: int, kinds: Sequence[str]) -> list[Place]:
        """Records of these kinds with a number among the name's, or of a kind without one."""
        found: list[Place] = []
        for kind in kinds:
            ids = self._names(kind).get(key_of(name), ()) or (
                self._unnamed(kind) if name == kind else ()
            )
            if 0 < number <= len(ids):
                found.append(Place(kind, ids[number - 1]))
        if found and not self.numbers:
            raise _outdated(f"{name}#{number}")
        return found

    def _called(self, key: str, kinds: Sequence[str]) -> list[Place]:
        """All records of these kinds with the name, those still to be made last."""
        found = [Place(kind, id) for kind in kinds for id in self._names(kind).get(key, ())]
        new = self._new.get(key, ()) if key else ()
        return [*found, *(place for place in new if place.kind in kinds)]

    def _under(self, name: str, kinds: Sequence[str]) -> list[Place]:
        """Records of these kinds under something with that name: the province of a city.

        Records are looked through in the order of their kinds, so a city goes before its village.
        """
        for other in self.world.kinds:
            found: dict[Place, None] = {}
            for place in self._called(key_of(name), [other]):
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
            cls = self.world.kinds.get(kind)
            first = next(self.world.all(cls), None) if cls and "name" in cls.names else None
            # A world that is only read is asked for its names at every key that is pressed.
            self._named[kind] = (
                self.world.recall(first, "names", partial(self._all_names, type(first)))
                if first
                else {}
            )
        return self._named[kind]

    def _all_names(self, cls: type[Record]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for record in self.world.all(cls):
            key = self._key(record)
            if key:
                found.setdefault(key, []).append(record.id)
        return found

    def _unnamed(self, kind: str) -> list[int]:
        """The things of a kind that no name tells apart from all else that may be written."""
        if kind not in self._nameless:
            cls = self.world.kinds.get(kind)
            every = self.world.all(cls) if cls else ()
            self._nameless[kind] = [
                each.id for each in every if not self._key(each) and _spot(each) is None
            ]
        return self._nameless[kind]

    def _key(self, record: object) -> str:
        """The name of a record as names are compared; empty if it would be read otherwise."""
        name = name_of(record)
        key = key_of(name)
        return key if self._plain(name) and key != getattr(record, "kind", "") else ""

    def _plain(self, name: str) -> bool:
        """Whether a name would not be read as something else."""
        kind = _OF_KIND.fullmatch(name)
        if name != name.strip() or (kind and kind[1] in (*self.world.kinds, BY_NAME)):
            return False
        if unseen(name):  # from a campaign of a version that took more
            return False
        return not any(form.fullmatch(name) for form in _FORMS)

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


def without_note(text: str) -> str:
    """A text such as `army#3 (Legion · moved 1)` without the note in brackets."""
    found = _NOTED.fullmatch(text)
    return found[1] if found else text


def numbered(
    text: str, world: World, kind: str, knows: Callable[[Place], bool] = lambda place: True
) -> str:
    """A text that may end in `#` and an id, with the record's place among those that are known.

    Of a record that is not known no number is left.
    """
    found = _NUMBERED.fullmatch(text)
    if not found or kind not in world.kinds:
        return text
    ids = [each.id for each in world.all(world.kinds[kind]) if knows(each.place)]
    id = int(found[2])
    return f"{found[1]}#{ids.index(id) + 1}" if id in ids else found[1]


def _outdated(text: str) -> NoSuch:
    return NoSuch(
        f"“{_cut(text)}” may be another by now: such numbers hold until the next run only. "
        "Download a new sheet, or name it otherwise"
    )


def called(ref: Ref, world: World, unnamed: Callable[[Place], str] | None = None) -> str:
    """What people call a thing, by coordinates or name; of namesakes it does not say which.

    What has no name, and a province, gets what `unnamed` says, else its coordinates or
    kind. So is what the world does not hold.
    """
    if ref.new:
        return f"new:{ref.new}"
    if ref.name:
        return ref.name
    record = world.at(ref.place)
    spot = _spot(record)
    if not spot and (name := name_of(record)):
        return name
    if unnamed:
        return unnamed(ref.place)
    return located(*spot, _realm(record)) if spot else one_of(ref.kind, world)


def noun_of(kind: str, world: World) -> str:
    """What people call things of a kind."""
    return world.kinds[kind].noun or kind if kind in world.kinds else kind


def one_of(kind: str, world: World) -> str:
    """One thing of a kind without a name, such as "an army"."""
    noun = noun_of(kind, world)
    an = noun[0] in "aeiou" and not noun.startswith("uni")
    return f"{'an' if an else 'a'} {noun}"


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


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
