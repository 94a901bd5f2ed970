"""The page of who wins: every condition of a pack's `[winning]`, set by taps.

What conditions there are, and what each may be, is read off the pack's own model, so that a system
that brings others needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bot.campaign.on_terms import checked
from bot.faces.embeds import Card
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Turn
from bot.faces.words.choosing import Option
from bot.settings_form.draft import SettingsDraft, whole
from engine.fields import tables_of
from engine.module.sections import KeyOf

PAGE: Final = "winning"
_NONE: Final = "-"
_USUAL: Final = (0, 1, 2, 3, 4, 5, 8, 10, 20, 50)
_SHARES: Final = (25, 33, 40, 50, 60, 66, 75, 90)
"""Of what goes up to 100."""
_BEGUN: Final = {"percent": 60}
"""What a figure is when its condition is switched on; else the lowest above 2, or its highest."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that can be set."""

    path: tuple[str, ...]
    value: Any
    field: FieldInfo

    @property
    def key(self) -> str:
        return ".".join(self.path)

    @property
    def label(self) -> str:
        return ", ".join(self.path).replace("_", " ").capitalize()

    @property
    def told(self) -> str:
        """What it is now, in words."""
        if self.value is None:
            return "no"
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return "yes" if isinstance(self.value, dict) else str(self.value)

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest figure."""
        marks = self.field.metadata
        low = next((mark.ge for mark in marks if hasattr(mark, "ge")), 0)
        high = next((mark.le for mark in marks if hasattr(mark, "le")), 1000)
        return low, high


def winning_page(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    """What decides who wins, and which of it is chosen to be set."""
    pack, *chosen = at.about
    found = list(_conditions(_model(draft, pack), draft.terms.winning[pack]))
    open_ = next((each for each in found if [each.key] == chosen), None)
    options = [Option(each.key, each.label, f"Now: {each.told}") for each in found]
    controls: list[Menu[SettingsDraft] | Button[SettingsDraft]] = [
        Menu(
            "terms:condition",
            "Choose what to set",
            options,
            lambda values: Turn(FormPosition(PAGE, (pack, values[0]))),
            (open_.key,) if open_ else (),
        )
    ]
    if open_:
        controls += _controls(draft, pack, open_)
    controls.append(Button("terms:ends", "Back", Turn(FormPosition("end"))))
    lines = [f"{'▸' if each is open_ else '•'} {each.label}: **{each.told}**" for each in found]
    return Page(Card("Who wins", "\n".join(lines)), tuple(controls))


# ---------------------------------------------------------------- inside


def _model(draft: SettingsDraft, pack: str) -> type[BaseModel]:
    return cast("type[BaseModel]", type(cast("Any", draft.module.contents[pack]).winning))


def _conditions(
    model: type[BaseModel], section: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[Condition]:
    for name, field in model.model_fields.items():
        value, inner = section.get(name), _inside(field)
        if inner is None:
            yield Condition((*path, name), value, field)
            continue
        if _optional(field):
            yield Condition((*path, name), value, field)
        if value is not None:
            yield from _conditions(inner, value, (*path, name))


def _inside(field: FieldInfo) -> type[BaseModel] | None:
    """The section that the field is, if it is one."""
    kinds = (field.annotation, *get_args(field.annotation))
    return next((k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel)), None)


def _optional(field: FieldInfo) -> bool:
    return type(None) in get_args(field.annotation)


def _controls(
    draft: SettingsDraft, pack: str, each: Condition
) -> Iterator[Menu[SettingsDraft] | Button[SettingsDraft]]:
    inner = _inside(each.field)

    def put(words: str) -> Change[SettingsDraft]:
        value: Any = None if words == _NONE else words
        if inner and value is not None:
            value = {name: _first(name, field) for name, field in inner.model_fields.items()}
        elif isinstance(each.value, bool):
            value = words == "yes"
        elif type(each.value) is int:
            value = int(words)
        return Change(lambda was: _with(was, pack, each.path, value))

    def number(was: SettingsDraft, words: str) -> SettingsDraft:
        return _with(was, pack, each.path, whole(words, each.label, *each.bounds))

    yield Menu(
        "terms:value",
        f"{each.label}: choose",
        list(_offered(draft, each)),
        lambda values: put(values[0]),
        (_NONE if each.value is None else "yes" if inner else each.told,),
    )
    if type(each.value) is int:
        low, high = each.bounds
        ask = Ask(each.label[:45], f"{low} to {high}", each.label, str(each.value), number, 6)
        yield Button("terms:figure", "Another number …", ask)


def _offered(draft: SettingsDraft, each: Condition) -> Iterator[Option]:
    """What it can be set to, with sensible figures first."""
    if _optional(each.field):
        yield Option(_NONE, "No")
    if _inside(each.field):
        yield Option("yes", "Yes")
    elif isinstance(each.value, bool):
        yield Option("yes", "Yes")
        yield Option("no", "No")
    elif type(each.value) is int:
        low, high = each.bounds
        usual = _SHARES if high == 100 else _USUAL
        for figure in sorted({each.value, *(n for n in usual if low <= n <= high)}):
            yield Option(str(figure), str(figure))
    else:
        tables = tables_of(draft.module)
        for table in _tables(each.field):
            for key, name in tables.get(table, {}).items():
                yield Option(key, name)


def _tables(field: FieldInfo) -> tuple[str, ...]:
    marks = list(field.metadata)
    for kind in get_args(field.annotation):
        marks += getattr(kind, "__metadata__", ())
    return next((mark.tables for mark in marks if isinstance(mark, KeyOf)), ())


def _first(name: str, field: FieldInfo) -> Any:
    """What a figure is when its condition is switched on."""
    low, high = Condition((name,), None, field).bounds
    return _BEGUN.get(name, min(max(low, 3), high))


def _with(draft: SettingsDraft, pack: str, path: tuple[str, ...], value: Any) -> SettingsDraft:
    """The draft with that set. Raises `Refused` with what is wrong with it."""
    tree = _put(draft.terms.winning[pack], path, value)
    terms = draft.terms.model_copy(update={"winning": {**draft.terms.winning, pack: tree}})
    module = checked(draft.module, terms)
    read = cast("Any", module.contents[pack]).winning.model_dump(mode="json")
    kept = draft.terms.model_copy(update={"winning": {**draft.terms.winning, pack: read}})
    return replace(draft, terms=kept)


def _put(tree: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    first, *rest = path
    new = _put(tree.get(first) or {}, tuple(rest), value) if rest else value
    return {**tree, first: new}
