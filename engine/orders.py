"""What an order is: its parameters, its conditions, its effect.

One class per order. From the class alone come the slash command and its autocomplete, the line of
an order sheet, the stored JSON, the help page and the rulebook entry. Nothing here knows Discord.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from engine.facts import NotKnown
from engine.stored import Plain, Upcaster, upcast
from engine.world import Place, Record

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import State

_REF = re.compile(r"([a-z]+(?:-[a-z]+)*):(?:(\d{1,9})|new:([a-z]\d{1,9}))")
BY_NAME = "name"
"""The kind of a reference that says no more than a name."""


class Ref(NamedTuple):
    """A record that an order names: by id, as what a queued order will make, or by its name."""

    kind: str
    id: int = 0
    new: str = ""
    """The key of the order that makes it; then `id` is 0."""
    name: str = ""
    """What the player calls it, of the kind `BY_NAME`; then `id` is 0."""

    def __str__(self) -> str:
        if self.name:
            return f"{BY_NAME}:{self.name}"
        return f"{self.kind}:new:{self.new}" if self.new else f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> Ref:
        """The reference of a text such as `stack:12` or `stack:new:k3`.

        Raises:
            ValueError: it is no such text.
        """
        kind, _, name = text.partition(":")
        if kind == BY_NAME and name.strip():
            return cls(BY_NAME, 0, "", name)
        found = _REF.fullmatch(text)
        if not found:
            raise ValueError(f"{text[:60]!r} names nothing")
        kind, id, new = found.groups()
        return cls(kind, int(id or 0), new or "")

    @property
    def place(self) -> Place:
        """The record as a holder of other records."""
        return Place(self.kind, self.id)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a parameter may be: the value to store and the text to show."""

    value: str
    label: str

    @classmethod
    def of(cls, thing: Record, label: str) -> Self:
        """The choice of a record, as a reference to it."""
        return cls(str(Ref(*thing.place)), label)


class Given(Mapping[str, Any]):
    """The parameters given so far, as they were typed: in full, in part, or anything at all.

    What they name may be out of sight, of the wrong kind or not there.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getitem__(self, parameter: str) -> Any:
        return self._values[parameter]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def text(self, parameter: str) -> str:
        """What was typed for a parameter; empty if nothing was."""
        value = self._values.get(parameter)
        return "" if value is None else str(value)

    def leaves(self, parameter: str, value: object) -> bool:
        """Whether a parameter is that value, or nothing is typed for it yet."""
        return self.text(parameter) in ("", str(value))

    def ref(self, parameter: str, *kinds: str) -> Ref | None:
        """What a parameter names; None while it names nothing, or nothing of these kinds."""
        try:
            ref = Ref.parse(self.text(parameter))
        except ValueError:
            return None
        return ref if not kinds or ref.kind in kinds else None


Chooser = Callable[["State", Given], Iterable[Choice]]
"""From the player's view and the parameters given so far, what may be chosen.

It never raises but `NotKnown`, whatever was typed before.
"""


@dataclass(frozen=True, slots=True)
class Asks:
    """What a parameter asks for, as an annotation: `Annotated[Ref, Asks("a stack of mine", ...)]`.

    On a `Ref` it also sees to it that only the kinds named are taken; on a `str` it offers names.
    """

    what: str
    chooser: Chooser
    kinds: tuple[str, ...] = ()
    by_name: bool = False
    """Whether it also takes the name of something that the player does not know."""
    repeats: bool = False
    """Of a list: whether it grows one by one, and the same may come several times, such as a
    direction of a route. What is chosen of it so far is given to the chooser under its name."""
    ids: str = ""
    """Of texts that may end in `#` and an id: the kind of record that it is of."""
    usual: Chooser | None = None
    """What a form fills in by itself once all that is required is given, until somebody chooses."""

    def among(self, state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
        """What may be chosen from, as far as the player knows enough to tell."""
        try:
            yield from self.chooser(state, Given(given))
        except NotKnown:
            return  # such as where something is whose place would say what is near it

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if source is not Ref:
            return handler(source)
        return core_schema.no_info_plain_validator_function(
            self._read, serialization=core_schema.to_string_ser_schema()
        )

    def _read(self, value: object) -> Ref:
        ref = value if isinstance(value, Ref) else Ref.parse(str(value))
        if ref.kind not in self.kinds and not (ref.name and self.by_name):
            raise ValueError(f"asks for {self.what}, not for a {ref.kind}")
        return ref


UNTYPED = "untyped"
"""Marks a field that a form fills in: no command or sheet has it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order cannot be carried out, for its player alone (cohorts.turn.failed-orders)."""

    code: str
    """One of `engine.codes`, or of those that a pack brings."""
    rule: str
    """The ledger id of the condition."""
    says: str
    """What is wrong, in a sentence."""
    instead: str = ""
    """The way out, in a sentence."""


class Refused(Exception):
    """Raised inside a rule where going on makes no sense; the frame reads the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.says


class Order(BaseModel, ABC):
    """What a player, or the host for a player, tells the campaign to do.

    A pack sets the class variables below, and never changes their meaning: a class that declares
    one of them anew, or takes the name of something here for a parameter, fails.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, defer_build=True
    )

    path: ClassVar[tuple[str, str]]
    """Group and name: the slash command and the first words of a sheet's line."""
    rule: ClassVar[str]
    """The ledger id of the order."""
    phases: ClassVar[tuple[str, ...]]
    """The phases it may run in; the first is its own, others must be asked for."""
    unforeseen: ClassVar[dict[str, tuple[str, ...]]] = {}
    """For a parameter, the fields of the record it names that are in doubt if a preview cannot
    foresee the order."""
    form: ClassVar[int] = 1
    """The number of the stored form (see `engine.stored`); of old ones, fields at their default
    were left out, so a new default is a new form."""
    upcasters: ClassVar[Mapping[int, Upcaster]] = {}
    at_once: ClassVar[bool] = False
    """Whether its player may have it carried out at once, in a setup, and not only on a run day:
    nothing that a turn is about may hang on it, and it is refused by what the player knows."""
    makes: ClassVar[str] = ""
    """The kind of the new record that others may refer to as `new:<key>`; empty if none."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """See that a class of a pack means the same as the frame by the names used here.

        Raises:
            TypeError: it does not.
        """
        super().__pydantic_init_subclass__(**kwargs)
        for says in _otherwise_meant(cls):
            raise TypeError(f"{cls.__module__}.{cls.__qualname__}: {says}")

    def refusal(self, code: str, says: str, instead: str = "") -> Refusal:
        """Why it cannot be carried out by its own rule; the way out follows what is wrong."""
        return Refusal(code, self.rule, says, instead)

    @classmethod
    def stored(cls, plain: Plain, form: int) -> tuple[type[Order], Plain]:
        """The order that stored values of a form are now, and its values.

        It is another one where an order has been cut in two since.
        """
        return cls, upcast(cls, plain, form)

    @abstractmethod
    def conditions(self, state: State) -> Iterator[Refusal]:
        """Everything that stands in the way, worst first; runs on a view and on the truth."""

    @abstractmethod
    def perform(self, state: State) -> None:
        """Do it; called only when no condition stands in the way."""

    def futile(self, state: State) -> bool:
        """Whether it could change nothing whatever the dice, for want of skill in who does it.

        The rules take it all the same; nobody is offered it.
        """
        return False

    def done(self, state: State) -> bool:
        """Whether it has nothing left to do, asked on a view after it ran; a standing one ends.

        It may raise `NotKnown`. Most orders can always be given again.
        """
        return False

    def halted(self, event: Event) -> bool:
        """Whether its result prevents giving it again (`engine.repeats`)."""
        return False

    @typing.final
    def refs(self) -> dict[str, Ref]:
        """The records that the order names, by parameter (`name.0`, `name.1` in lists)."""
        found: dict[str, Ref] = {}
        for name, value in self.__dict__.items():
            if isinstance(value, Ref):
                found[name] = value
            elif isinstance(value, tuple):
                items = typing.cast("tuple[object, ...]", value)
                found.update({f"{name}.{n}": v for n, v in enumerate(items) if isinstance(v, Ref)})
        return found

    @typing.final
    def bound(self, made: Mapping[str, Place]) -> Self:
        """The order with every `new:<key>` that is in `made` replaced by what was made.

        What is of another kind than the order names stays as it is. An order that names nothing
        new is the same.
        """
        if not any(ref.new for ref in self.refs().values()):
            return self

        def bind(value: object) -> object:
            if isinstance(value, Ref) and value.new in made:
                place = made[value.new]
                return Ref(*place) if place.kind == value.kind else value
            if isinstance(value, tuple) and not isinstance(value, Ref):
                return tuple(bind(v) for v in typing.cast("tuple[object, ...]", value))
            return value

        fields = type(self).model_fields
        return self.model_copy(update={name: bind(getattr(self, name)) for name in fields})

    @typing.final
    def renamed(self, keys: Mapping[str, str]) -> Self:
        """The order with every `new:<key>` that is in `keys` named by the key there instead."""

        def rename(value: object) -> object:
            if isinstance(value, Ref):
                return value._replace(new=keys.get(value.new, value.new))
            if isinstance(value, tuple):
                return tuple(rename(v) for v in typing.cast("tuple[object, ...]", value))
            return value

        if not any(ref.new in keys for ref in self.refs().values()):
            return self
        fields = type(self).model_fields
        return self.model_copy(update={name: rename(getattr(self, name)) for name in fields})


@functools.cache
def _class_variables() -> Mapping[str, Any]:
    """The class variables of `Order`, with the type of their values."""
    declared = inspect.get_annotations(Order, eval_str=True)
    types = {name: typing.get_args(hint) for name, hint in declared.items()}
    return {name: typing.get_origin(args[0]) or args[0] for name, args in types.items() if args}


def _otherwise_meant(cls: type[Order]) -> Iterator[str]:
    """In what an order's class means something else than `Order` by a name."""
    own = vars(cls)
    for name, hint in inspect.get_annotations(cls).items():
        if name in _class_variables() and hint not in ("ClassVar", ClassVar):
            yield f"Order declares {name!r} for all; give it a value only, or take another name"
    for name, type in _class_variables().items():
        if name in own and not isinstance(own[name], type):
            yield f"{name!r} of an order is of type {type.__name__}"
    for name in own:
        if getattr(getattr(Order, name, None), "__final__", False):
            yield f"Order says for all what {name!r} is; take another name"
    for name in cls.model_fields:
        if hasattr(Order, name):
            yield f"a parameter cannot be called {name!r}, which is said of every order"


@dataclass(frozen=True, slots=True)
class Queued:
    """An order in a player's list: its stable key, and the phase if it is not its own."""

    key: str
    order: Order
    phase: str = ""

    @property
    def runs_in(self) -> str:
        """The phase in which it runs."""
        return self.phase or type(self.order).phases[0]

    def to_json(self) -> str:
        """The order as it is stored; `engine.packs.Rules.read_order` reads it."""
        cls = type(self.order)
        values = self.order.model_dump(mode="json", exclude_defaults=True)
        path = " ".join(cls.path)
        plain: dict[str, Any] = {"order": path, "phase": self.phase, "values": values}
        if cls.form > 1:
            plain["v"] = cls.form
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class Unreadable(Order):
    """A stored order that the rules in use no longer understand; it fails, and says so."""

    path = ("unreadable", "order")
    rule = ""
    phases = ("",)

    text: str = Field(description="The order as it was stored")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield Refusal(
            "not_allowed",
            state.rules.cites("failed-orders"),
            "The rules of this campaign no longer know this order.",
            "Give it again with the present commands.",
        )

    def perform(self, state: State) -> None:
        raise AssertionError("it is always refused")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A field of an order as people meet it."""

    name: str
    help: str
    kind: Literal["ref", "name", "number", "text", "flag", "option"]
    required: bool
    default: Any
    many: bool = False
    """A list, given as text with commas."""
    asks: Asks | None = None
    options: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    """Bounds of a number, or of the length of a text."""


@functools.cache
def parameters(order: type[BaseModel]) -> tuple[Parameter, ...]:
    """The parameters of an order, or of what asks as orders do; required ones first.

    Else they come as declared.

    Raises:
        TypeError: a field is of a type that no command or sheet could carry.
    """
    found: list[Parameter] = []
    for name, info in order.model_fields.items():
        if UNTYPED in info.metadata:
            continue
        kind, marks, many = _unwrap(info.annotation)
        marks = (*marks, *info.metadata)
        asks = next((mark for mark in marks if isinstance(mark, Asks)), None)
        bounds = {
            key: getattr(mark, key) for mark in marks for key in _BOUNDS if hasattr(mark, key)
        }
        options: tuple[str, ...] = ()
        if typing.get_origin(kind) is Literal:
            what, options = "option", tuple(str(option) for option in typing.get_args(kind))
        elif kind is Ref and asks:
            what = "ref"
        elif kind is bool:
            what = "flag"
        elif kind is int:
            what = "number"
        elif kind is str:
            what = "name" if asks else "text"
        else:
            raise TypeError(f"{order.__name__}.{name}: no command can carry a {kind}")
        found.append(
            Parameter(
                name=name,
                help=info.description or (asks.what if asks else name),
                kind=what,
                required=info.is_required(),
                default=None if info.is_required() else info.get_default(call_default_factory=True),
                many=many,
                asks=asks,
                options=options,
                least=bounds.get("ge", bounds.get("min_length")),
                most=bounds.get("le", bounds.get("max_length")),
            )
        )
    return tuple(sorted(found, key=lambda parameter: not parameter.required))


_BOUNDS = ("ge", "le", "min_length", "max_length")


def _unwrap(annotation: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """The plain type of an annotation, its marks, and whether it is a list."""
    marks: tuple[Any, ...] = ()
    many = False
    while True:
        origin = typing.get_origin(annotation)
        if origin is typing.Annotated:
            annotation, *more = typing.get_args(annotation)
            marks += tuple(more)
        elif origin in (typing.Union, types.UnionType):
            inner = [kind for kind in typing.get_args(annotation) if kind is not type(None)]
            if len(inner) != 1:
                raise TypeError(f"no command can carry a {annotation}")
            annotation = inner[0]
        elif origin is tuple:
            annotation, many = typing.get_args(annotation)[0], True
        else:
            return annotation, marks, many
