"""Taking a place: a school, a style and a name; each style may also be had at once, ready-made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.embeds import Card
from bot.faces.join_forms import ARMS, PLACE, Draft, Missing, Progress, Ready, Seat
from bot.faces.pages import Button, Change, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from engine.packs import Rules
from skirmish.rules.content import Content
from skirmish.rules.joining import Enter

_STYLE: Final = "style"
_RULE: Final = "skirmish.duel.styles"


class Entrance(Draft):
    """What a newcomer has chosen."""

    style: str = ""
    """The key of a style."""


def _blank(rules: Rules) -> Entrance:
    return Entrance()


def _order(rules: Rules, draft: Entrance, ready: str) -> Enter:
    return Enter(faction=draft.faction, name=draft.name, style=ready or draft.style)


def _missing(rules: Rules, draft: Entrance) -> Sequence[Missing]:
    return () if draft.style else (Missing("the style of your fighter", _RULE),)


def _styles(rules: Rules, faction: str) -> Iterator[Option]:
    for style in rules.module.content(Content).styles.values():
        yield Option(style.key, style.name, style.help)


def _card(rules: Rules, key: str) -> Card:
    style = rules.module.content(Content).styles[key]
    return Card(style.name, f"{style.help} It adds {style.strength} to each throw.")


def _page(standing: Progress[Entrance]) -> Page[Entrance]:
    """Which style; then the seat can be taken."""
    chosen = standing.draft.style
    card = (
        _card(standing.rules, chosen) if chosen else Card("A style", "How does your fighter fight?")
    )

    def choose(values: tuple[str, ...]) -> Change[Entrance]:
        return Change(lambda draft: draft.but(style=values[0]))

    menu: Menu[Entrance] = Menu(
        "join:style",
        "Choose a style",
        tuple(_styles(standing.rules, standing.draft.faction)),
        choose,
        (chosen,) if chosen else (),
    )
    return Page(
        card,
        (
            menu,
            Button("join:join", "Join", Take(), main=True, disabled=not chosen),
            Button("join:place", "Back", Turn(PLACE)),
            Button("join:arms", "Arms", Turn(ARMS)),
        ),
    )


SEAT: Final[Seat[Entrance]] = Seat(
    blank=_blank,
    order=_order,
    missing=_missing,
    ready=Ready(
        offered=_styles,
        card=_card,
        noun="style",
        ask="Fight in one of these styles",
        another="Look at another style",
        take="Fight so",
        rule=_RULE,
    ),
    pages={_STYLE: _page},
    design="Choose a style",
    invitation="choose a school and a style.",
    left_behind="Your fighter leaves the sand",
)
