"""A face of the tests' own: panels about factions, and forecasts that are always the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from bot import faces, guild_commands
from bot.faces.choices.asking import About, Asking, Offer, found, offered
from bot.faces.face import Face
from bot.faces.forecasts import Fight, Forecast, Forecasts, ForecastSide
from bot.faces.paint.picture import Picture
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.words.tabs import Tab
from bot.jobs import odds, panels
from engine.campaign import Faction

MANY = 30
KINDS = (Faction.kind,)
_PICTURE = Picture(b"png", "two realms", "duel.png", 1, 1)


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    return offered(asking.view, asking.view.all(Faction), KINDS, typed, lambda each: each.name)


def _meant(asking: Asking, text: str | None) -> str:
    return str(found(asking.view, KINDS, text).id if text else asking.faction)


def _make(look: Look, about: str) -> PanelMade:
    faction = look.view.get(Faction, int(about))
    words = f"{faction.name} plays by {look.rules.module.meta.title}"
    further = Further("Ticks", ticks, (faction.id,))
    return PanelMade(f"Realm of {faction.name}", 1, (Tab("All", (words,)),), None, (further,))


def ticks(look: Look, id: int) -> Sight:
    """A further picture, of what the past tells."""
    numbers = [number for number, *_ in look.history.turns() if number <= look.tick]
    told = f"{len(numbers)} ticks for {look.view.get(Faction, id).name}"
    return Sight(Picture(b"png", told, "ticks.png", 1, 1), told)


def _all(look: Look, _: str) -> PanelMade:
    names = ", ".join(each.name for each in look.view.all(Faction))
    return PanelMade("Realms", 1, (Tab("All", (names,)),), None)


REALM = Panel(
    "realm", "A realm", _make, About("which", "Which realm", _offers, _meant, required=False)
)
REALMS = Panel("realms", "All realms", _all)
OTHERS = tuple(Panel(f"panel-{n}", "x" * 100, _make, REALM.about) for n in range(MANY - 2))


def _named(asking: Asking, typed: str, mine: str) -> Iterator[Offer]:
    return (each for each in _offers(asking, typed) if each.label != mine)


def _asked(asking: Asking, fight: Fight) -> tuple[int, int]:
    (mine,) = fight.mine
    return found(asking.view, KINDS, mine).id, found(asking.view, KINDS, fight.enemy).id


def _estimates(asking: Asking, question: tuple[int, int]) -> Iterator[int]:
    yield 50


def _tell(asking: Asking, question: tuple[int, int], odds: int, counting: bool) -> Forecast:
    one, other = (asking.view.get(Faction, each).name for each in question)
    return Forecast("A duel", 1, f"{odds}%: {one}, {other}", _PICTURE, counting)


FORECASTS = Forecasts(
    help="What a duel would bring",
    mine=ForecastSide("A realm", _named),
    enemy=ForecastSide("Another", _named),
    asked=_asked,
    estimates=_estimates,
    tell=_tell,
)


def few(name: str) -> Face:
    """The face with two panels, in place of that of any pack."""
    return Face(pack=name, panels=(REALM, REALMS), forecasts=FORECASTS)


def many(name: str) -> Face:
    """The face with more panels than a command has room for."""
    return Face(pack=name, panels=(REALM, *OTHERS, REALMS))


def none(name: str) -> Face:
    """A face that shows nothing."""
    return Face(pack=name)


@contextmanager
def shown_by(load: Any) -> Iterator[None]:
    """Have every pack shown by a face of these."""
    _forget()
    with mock.patch.object(faces, "load", load):
        yield
    _forget()


def _forget() -> None:
    """Of rules that were shown before: their faces, and the commands made of them."""
    faces.of.cache_clear()
    guild_commands._made.cache_clear()


# Jobs of a worker, in which the face must be there too.


def make_panel(*args: Any) -> PanelMade:
    with shown_by(many):
        return panels.make_panel(*args)


def draw_further(*args: Any) -> Sight:
    with shown_by(many):
        return panels.draw_further(*args)


def forecast(*args: Any) -> Forecast:
    with shown_by(few):
        return odds.forecast(*args)
