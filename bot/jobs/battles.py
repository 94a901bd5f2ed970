"""Past battles in a worker: which a faction learned of, their pictures, and their full account.

Everything comes from the events that the faction was given and from its view; the truth of a battle
is read nowhere here, so who was not told of one cannot ask for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot import faces
from bot.faces.battle.account import Account, Chapter
from bot.faces.battle.told import (
    NOBODY,
    BattleTold,
    account_of,
    battle_in,
    factions_of,
    place_of,
    scenes_of,
    setting_of,
)
from bot.faces.face import Faces
from bot.faces.words.names import Show
from bot.faces.words.tabs import paged
from bot.faces.words.telling import tell
from bot.faces.words.text import clean, escaped, listed
from bot.jobs.opened import rules_at, view_at
from bot.post.payload import AccountRecipe, BattleRecipe
from bot.store.errors import NotFound
from bot.store.world import read_event_for, read_outlines, read_ticks
from engine.campaign import Faction
from engine.events import Event, read
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.battle.scene import AnyBattle
    from bot.faces.paint.picture import Picture


@dataclass(frozen=True, slots=True)
class PastBattle:
    """A battle that a faction may ask for."""

    tick: int
    event: int
    """Among all events of the tick, of which the faction does not learn how many there are."""
    number: int
    """Among the battles of that tick of which the faction has the account, from 1."""
    turn: int
    place: str
    foe: str
    won: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A scene of a battle with what its account says of it."""

    name: str
    pages: tuple[str, ...]
    """At least one."""


@dataclass(frozen=True, slots=True)
class BattleOpened:
    """A past battle ready to be looked at: its picture, and the words of every scene."""

    title: str
    turn: int
    summary: str
    steps: tuple[Step, ...]
    picture: Picture


def past_battles(path: Path, campaign: int, tick: int, faction: int) -> tuple[PastBattle, ...]:
    """Every battle up to the tick of which the faction has the account, the latest first."""
    view = view_at(path, campaign, tick, faction)
    engagements = "$.event.record.engagements"
    last = f"{engagements}[#-1].winner"
    found: list[PastBattle] = []
    rows = read_outlines(path, campaign, faction, tick, engagements, last)
    left = Counter(at for at, *_ in rows)
    for at, turn, event, body, winner in rows:
        told = json.loads(body)["event"]
        sides = factions_of(told, str(winner))
        own = 0 if faction in sides[0] else 1
        foes = (view.find(Faction, each) for each in sides[1 - own])
        foe = listed(clean(each.name) for each in foes if each) if sides[1 - own] else NOBODY
        won = winner == ("attacker", "defender")[own]
        place = place_of(view, told["province"])
        found.append(PastBattle(at, event, left[at], turn, place, foe, won))
        left[at] -= 1
    return tuple(found)


def draw_battle(path: Path, campaign: int, recipe: BattleRecipe) -> Picture:
    """The picture or animation that a recipe names.

    Raises NotFound if the faction has learned of no such battle, or it has no such scene.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.faces.battle import animation, picture

    battle = _known(path, campaign, recipe).scenes
    if recipe.animated:
        return animation.animate_battle(battle)
    if recipe.scene is not None and not 0 <= recipe.scene < len(battle.scenes):
        raise NotFound("That battle has no such scene.")
    return picture.draw_battle(battle, recipe.scene)


def battle_account(path: Path, campaign: int, recipe: AccountRecipe) -> str:
    """The full account as a text file. Raises NotFound as `draw_battle`."""
    return _known(path, campaign, recipe).account(clean).text()


def open_battle(path: Path, campaign: int, recipe: BattleRecipe) -> BattleOpened:
    """A past battle, to be stepped through. Raises NotFound as `draw_battle`."""
    from bot.faces.battle import picture

    known = _known(path, campaign, recipe)
    battle, account = known.scenes, known.account(escaped)
    names = [scene.name for scene in battle.scenes]
    steps = [
        Step(name, paged(line for chapter in chapters for line in _lines(chapter)))
        for name, chapters in zip(names, account.parted(names), strict=True)
    ]
    summary = tell(known.event, known.faces.names(known.view))
    drawn = picture.draw_battle(battle)
    return BattleOpened(battle.setting.title, known.turn, summary, tuple(steps), drawn)


def _lines(chapter: Chapter) -> Iterator[str]:
    """A chapter for Discord; what belongs to the line before is moved in."""
    yield f"**{chapter.name}**"
    for line in chapter.lines:
        yield f"  ◦ {line.lstrip()}" if line.startswith(" ") else f"• {line}"


@dataclass(frozen=True, slots=True)
class _Known:
    """A battle with what the faction knew after its tick."""

    event: Event
    told: BattleTold
    view: World
    faces: Faces
    faction: int
    turn: int

    @property
    def scenes(self) -> AnyBattle:
        """The battle as pictures show it."""
        looks = self.faces.looks
        setting = setting_of(self.told, self.view, self.faction, self.turn, looks)
        return scenes_of(self.told, setting)

    def account(self, show: Show) -> Account:
        """The battle in words."""
        return account_of(self.told, self.faces.names(self.view, show), self.turn)


def _known(path: Path, campaign: int, recipe: BattleRecipe | AccountRecipe) -> _Known:
    rules = rules_at(path, campaign, recipe.tick)
    body = read_event_for(path, campaign, recipe.faction, recipe.tick, recipe.event)
    event = read(rules.events, body).event
    told = battle_in(event)
    if told is None:
        raise NotFound("That event is no battle.")
    (tick,) = read_ticks(path, campaign, recipe.tick, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    return _Known(event, told, view, faces.of(rules), recipe.faction, tick.turn)
