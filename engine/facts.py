"""Immutable values of which some fields may be unknown.

World records and events are both `Facts`: frozen, slotted, JSON round-tripping. A field that the
holder may not know is simply not set; reading it raises `NotKnown`, so a rule that runs on a
faction's view cannot use what the faction does not know by accident. Not a place for rules.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import operator
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, ClassVar, Final, Self, TypeVar, cast, dataclass_transform

from pydantic import Field, GetCoreSchemaHandler, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict

from engine.stored import Upcaster, upcast

_set: Callable[[object, str, object], None] = object.__setattr__
_AT_ONCE: Final = 200
"""Values read at once: what their JSON takes while it is read is several times what they take."""
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")


class NotKnown(Exception):
    """A rule asked for something that the viewer does not know.

    It ends planning, never a turn: on the truth every field is set. `what` is that in words for
    people, such as "who holds the city", or what finds the words: they are seldom read.
    """

    def __init__(self, what: str | Callable[[], str]) -> None:
        super().__init__(what)
        self._what = what

    @property
    def what(self) -> str:
        """What is not known, in words."""
        return self._what if isinstance(self._what, str) else self._what()

    def __str__(self) -> str:
        return f"you do not know {self.what}"

    def __reduce__(self) -> tuple[type[NotKnown], tuple[str]]:
        """What finds the words stays behind in its process; the words go along."""
        return type(self), (self.what,)


def hyphened(name: str) -> str:
    """The name of a class as stored forms write it: "spell-dropped" for `SpellDropped`."""
    return _CAPITALS.sub("-", name).lower()


def _nothing(_: object) -> tuple[Any, ...]:
    return ()


def unless_plain() -> Any:
    """Marks a field with a default that the stored form leaves out while it is empty.

    So a field that few records ever need changes no byte of all the others.
    """
    return Field(exclude_if=operator.not_)


class Unchangeable:
    """Marks a field that stays as it was made, since more than the record depends on it."""


LAID: Final = Unchangeable()


class Facts:
    """Base of every immutable value; decorate each subclass with `facts`."""

    __slots__ = ()

    names: ClassVar[tuple[str, ...]] = ()
    """The names of all fields, in order."""
    named: ClassVar[frozenset[str]] = frozenset()
    """The same, to look them up."""
    unknown: ClassVar[Mapping[str, str]] = {}
    """By field what one who lacks it does not know, in words, such as "who holds the city"."""
    fields_of: ClassVar[Callable[[Any], tuple[Any, ...]]] = staticmethod(_nothing)
    """Reads all fields of one that has them all; a world does so whenever a record is put."""
    readers: ClassVar[tuple[tuple[str, Callable[[Any], Any]], ...]] = ()
    """By name what reads a field; an AttributeError says that it is not set."""
    form: ClassVar[int] = 1
    """The number of the stored form (see `engine.stored`)."""
    upcasters: ClassVar[Mapping[int, Upcaster]] = {}

    def __getattr__(self, name: str) -> Any:
        # Reached only for a slot that is not set, so known fields cost nothing.
        if name in type(self).names:
            raise NotKnown(functools.partial(type(self).unknown_words, name))
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Facts) or type(self) is not type(other):
            return NotImplemented
        cls = type(self)
        try:
            return cls.fields_of(self) == cls.fields_of(other)
        except NotKnown:
            return self._some() == other._some()

    def __hash__(self) -> int:
        return hash((type(self), *self.known().items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.known().items())
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_build, (type(self), self.known()))

    def known(self) -> dict[str, Any]:
        """The fields that are set, by name."""
        try:
            return dict(zip(self.names, type(self).fields_of(self), strict=True))
        except NotKnown:
            return self._some()

    def _some(self) -> dict[str, Any]:
        """The fields that are set, of one that lacks others."""
        found: dict[str, Any] = {}
        for name, read in self.readers:
            try:
                found[name] = read(self)
            except AttributeError:
                continue
        return found

    def knows(self, name: str) -> bool:
        """Whether the field is set."""
        try:
            object.__getattribute__(self, name)  # which does not ask `__getattr__` for words
        except NotKnown:
            return False
        except AttributeError:
            if name not in type(self).names:
                raise
            return False
        return True

    @classmethod
    def unknown_words(cls, name: str) -> str:
        """What one who lacks the field does not know; people never read a field's name."""
        for base in cls.__mro__:
            words = base.__dict__.get("unknown", {}).get(name)
            if words:
                return words
        return f"enough of the {_CAPITALS.sub(' ', cls.__name__).lower()}"

    def replace(self, **changes: Any) -> Self:
        """A copy with other values in the named fields.

        Raises:
            TypeError: a name is no field.
        """
        cls = type(self)
        if not changes.keys() <= cls.named:
            unnamed = sorted(changes.keys() - cls.named)
            raise TypeError(f"{cls.__name__} has no field {', '.join(unnamed)}")
        try:
            values = cls.fields_of(self)
        except NotKnown:
            return _build(cls, {**self._some(), **changes})
        new = _maker(cls)(values)
        for name, value in changes.items():
            _set(new, name, value)
        return new

    def only(self, names: Iterable[str]) -> Self:
        """A copy in which no other than the named fields are known."""
        kept, read, made = _some_of(type(self), tuple(names))
        try:
            return made(read(self))
        except NotKnown:
            return _build(type(self), {k: v for k, v in self._some().items() if k in kept})

    @classmethod
    def partly(cls, **values: Any) -> Self:
        """A value of which only the fields given are known."""
        return _build(cls, values)

    @classmethod
    def partly_all(cls, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[Self]:
        """Many values of which only the fields named are known."""
        return map(_maker(cls, tuple(names)), rows)

    def dump(self) -> bytes:
        """The JSON form with its number; unknown fields are left out."""
        cls = type(self)
        try:
            cls.fields_of(self)
        except NotKnown:
            body = _partial(cls).dump_json(self._some())
        else:
            body = _writer(cls)(self)
        head = b'{"v":%d' % cls.form
        return head + (b"}" if body == b"{}" else b"," + body[1:])

    @classmethod
    def load(cls, body: bytes) -> Self:
        """The value of a JSON form, of this form or an older one.

        Missing fields are unknown, but for those that `unless_plain` leaves out.
        """
        plain: dict[str, Any] = _PLAIN.validate_json(body)
        plain = upcast(cls, plain, plain.pop("v", 1))
        return _build(cls, {**_left_out(cls), **_partial(cls).validate_python(plain)})

    @classmethod
    def load_all(cls, bodies: list[bytes]) -> list[Self]:
        """Many complete values at once, several times faster than one by one."""
        head = b'{"v":%d' % cls.form
        if not all(body.startswith(head) for body in bodies):
            return [cls.load(body) for body in bodies]
        found: list[Self] = []
        for first in range(0, len(bodies), _AT_ONCE):
            some = b",".join(bodies[first : first + _AT_ONCE])
            found.extend(_many(cls).validate_json(b"[%b]" % some))
        return found


F = TypeVar("F", bound=Facts)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def facts(cls: type[F]) -> type[F]:
    """Make the class a frozen, slotted, keyword-only dataclass whose fields may be unknown."""
    made: type[F] = dataclasses.dataclass(
        init=False, frozen=True, slots=True, kw_only=True, eq=False, repr=False
    )(cls)
    made.names = tuple(field.name for field in dataclasses.fields(made))  # type: ignore[arg-type]
    made.named = frozenset(made.names)
    made.fields_of = staticmethod(_reader(made.names))
    made.readers = tuple((name, getattr(made, name).__get__) for name in made.names)

    def first(self: F, **values: Any) -> None:
        # Many classes are never made a value of, and one line for each field takes its time.
        cast("Any", made).__init__ = init = _initialiser(made)
        init(self, **values)

    cast("Any", made).__init__ = first
    return made


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) < 2:  # attrgetter gives a single value bare
        return lambda facts: tuple(getattr(facts, name) for name in names)
    return attrgetter(*names)


@functools.cache
def _soft(cls: type[Facts]) -> type[Facts]:
    """The same class, but not frozen.

    A field of a frozen class is set by a slow call. So all are set while a value is of this class,
    by lines that are written for them, and then the value gets its own.
    """
    plain = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    named = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "tag": ""}
    return type(cls.__name__, (cls,), plain | named)


@functools.cache
def _maker(cls: type[F], names: tuple[str, ...] | None = None) -> Callable[[Sequence[Any]], F]:
    """What makes a value of a class of some of its fields in that order, or of all of them."""
    fields = "".join(f"new.{name}, " for name in (cls.names if names is None else names))
    lines = ("new = _make(_soft)", f"({fields}) = values", "new.__class__ = _cls", "return new")
    return _lines_of(cls, "values", lines)


def _initialiser(cls: type[Facts]) -> Callable[..., None]:
    """The `__init__` of a class, which takes less than half of the time of a frozen one's."""
    plain, made = dict[str, Any](), dict[str, Any]()
    for field in dataclasses.fields(cast("Any", cls)):
        if field.default is not dataclasses.MISSING:
            plain[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            made[field.name] = field.default_factory
    either = dict.fromkeys(plain, "_plain") | dict.fromkeys(made, "_made")
    taken = [f"{name}={either[name]}['{name}']" if name in either else name for name in cls.names]
    lines = [f"self.{name} = {name}" for name in cls.names]
    lines += [f"if {name} is _made['{name}']: self.{name} = {name}()" for name in made]
    return _lines_of(
        cls,
        ", *, ".join(filter(None, ("self", ", ".join(taken)))),
        ("_set(self, '__class__', _soft)", *lines, "self.__class__ = _cls"),
        _plain=plain,
        _made=made,
    )


def _lines_of(
    cls: type[Facts], takes: str, lines: Iterable[str], **more: Any
) -> Callable[..., Any]:
    """A function of these lines, in which values of the class come into being."""
    known = {"_cls": cls, "_soft": _soft(cls), "_make": object.__new__, "_set": _set, **more}
    exec("\n ".join((f"def made({takes}):", *lines)), known)  # noqa: S102 - of names of fields alone
    return cast("Any", known["made"])


@functools.cache
def _some_of(
    cls: type[Facts], names: tuple[str, ...]
) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], Callable[[Any], Any]]:
    """Which of the names are fields of the class, and what reads them all and makes one of them."""
    kept = tuple(name for name in cls.names if name in names)
    return kept, _reader(kept), _maker(cls, kept)


def _build(cls: type[F], values: dict[str, Any]) -> F:
    new = object.__new__(cls)
    any(map(_set, repeat(new), values, values.values()))
    return new


class Kinded(Facts):
    """Facts of a kind, such as a record or an event: a base lists its kinds and reads them back."""

    __slots__ = ()
    kind: ClassVar[str] = ""
    """The name it is stored by: that of its class, unless the class gives another."""

    def __init_subclass__(cls) -> None:
        if "kind" not in vars(cls):
            cls.kind = hyphened(cls.__name__)


class Tagged(Facts):
    """Facts of which a field says only the base: each class has a tag, and is stored with it.

    `class SpellTried(Tagged, pack="kingdoms")` has the tag "kingdoms.spell-tried".

    So a rule pack adds its own classes to fields that others declare (`Unit.ext`, what happens in a
    battle). A class is known from when its module is imported.
    """

    __slots__ = ()
    tag: ClassVar[str] = ""
    """Unique among all, which is checked; empty for a base."""
    classes: ClassVar[dict[str, type[Tagged]]] = {}

    def __init_subclass__(cls, pack: str = "") -> None:
        if pack:
            cls.tag = f"{pack}.{hyphened(cls.__name__)}"
        if not cls.tag:
            return
        # A class with slots is made twice, the second time under the same name.
        other = Tagged.classes.get(cls.tag, cls)
        if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
            raise TypeError(f"{other.__qualname__} and {cls.__qualname__} have the tag {cls.tag!r}")
        Tagged.classes[cls.tag] = cls

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if cls.tag:
            return handler(source)
        return core_schema.no_info_plain_validator_function(
            cls._read,
            serialization=core_schema.plain_serializer_function_ser_schema(_tagged),
        )

    @classmethod
    def _read(cls, value: Any) -> Tagged:
        if not isinstance(value, Tagged):
            if not isinstance(value, dict) or not {"tag", "body"} <= value.keys():
                raise ValueError("it has no tag or no body")
            plain = cast("dict[str, Any]", value)
            named = Tagged.classes.get(plain["tag"])
            if named is None:
                raise ValueError(f"no rule pack in use knows what a {plain['tag']!r} is")
            value = named.load(json.dumps(plain["body"]).encode())
        if not isinstance(value, cls):
            raise ValueError(f"a {value.tag!r} is no {cls.__name__}")
        return value


def _tagged(value: Tagged) -> dict[str, Any]:
    return {"tag": type(value).tag, "body": json.loads(value.dump())}


_PLAIN: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


@functools.cache
def _writer(cls: type[Facts]) -> Callable[[Any], bytes]:
    """What writes complete values of a class, without looking up how for each."""
    return TypeAdapter(cls).serializer.to_json


@functools.cache
def _left_out(cls: type[Facts]) -> dict[str, Any]:
    """The fields that a stored form may lack though they are known, with their defaults."""
    hints = typing.get_type_hints(cls, include_extras=True)
    found: dict[str, Any] = {}
    for field in dataclasses.fields(cast("Any", cls)):
        marks = getattr(hints[field.name], "__metadata__", ())
        if any(isinstance(mark, FieldInfo) and mark.exclude_if for mark in marks):
            found[field.name] = field.default
    return found


@functools.cache
def _many(cls: type[F]) -> TypeAdapter[list[F]]:
    return TypeAdapter(list[cls])  # type: ignore[valid-type]


@functools.cache
def _partial(cls: type[Facts]) -> TypeAdapter[dict[str, Any]]:
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = {name: hints[name] for name in cls.names}
    return TypeAdapter(cast("Any", TypedDict)(cls.__name__, fields, total=False))
