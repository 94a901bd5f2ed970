"""What panels of pieces say alike: figures, names with words, spells that lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.cards.card import Box, Row
from bot.faces.cohorts.fighter.spells import Lying
from bot.faces.cohorts.plain import plainly
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.figures import Figure, Named
from bot.faces.words.text import listed
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.things.item_names import item_name
from engine.world import Place, World

_LISTED: Final = 4


def figure_rows(figures: Iterable[Figure]) -> Iterator[Row]:
    """Each figure by a plain name; what it is for, and in words what makes it."""
    for each in figures:
        name, what = plainly(each.name)
        changes = ", ".join(
            f"{change} {spelt(source)}".strip() for source, change in each.shares[1:]
        )
        yield Row(name, each.value, what or changes, told=shares_of(each))


def shares_of(each: Figure) -> str:
    """What makes a figure, line by line."""
    return " · ".join(f"{does} {spelt(source)}".strip() for source, does in each.shares)


def named_rows(some: Iterable[Named], value: str = "") -> Iterator[Row]:
    """Names with what they do."""
    return (Row(each.name, value, spelt(each.text)) for each in some)


def spell_rows(spells: Iterable[Lying]) -> Iterator[Row]:
    """The spells on something."""
    for each in spells:
        strength = f", strength {each.strength}" if each.strength is not None else ""
        lasts = f", {each.lasts}" if each.lasts else ""
        note = f"{each.side}, level {each.level}{strength}"
        yield Row(each.name, note=note, told=f"{each.does[:1].upper()}{each.does[1:]}{lasts}")


def brief_row(name: str, some: Iterable[str]) -> Iterator[Row]:
    """The first names of many on one row, the others counted; no row for none."""
    if names := list(some):
        yield Row(name, text=listed(names, _LISTED))


def message_row(message: str) -> Iterator[Row]:
    """What a thing tells all who see it."""
    if message:
        yield Row("Message", text=f"“{message}”")


def goods_of(
    content: Content, view: World, holder: Place, *, recruits: bool = True
) -> list[tuple[str, int]]:
    """What somebody or something holds, as names and counts; with `recruits` also those."""
    found = (each for each in held(view, holder) if recruits or not race_of_recruits(each.item))
    return sorted((item_name(content, view, each.item), each.count) for each in found)


def carried_box(goods: Iterable[tuple[str, int]], most: int, *, drawn: bool = True) -> Box:
    """What somebody or something carries."""
    rows = tuple(Row(f"{count:,} × {name}") for name, count in goods)
    return Box(
        "Carries", rows or (Row("nothing", tone="faint"),),
        wide=True, columns=2, most=most, tab="Possessions", drawn=drawn,
    )  # fmt: skip
