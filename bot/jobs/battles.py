"""Past battles in a worker: which a faction learned of, their pictures, and their full account.

Everything comes from the events that the faction was given and from its view; the truth of a battle
is read nowhere here, so who was not told of one cannot ask for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot import faces
from bot.faces.battle.account import AccountChapter
from bot.faces.battle.scene import AnyBattle, Setting, Side
from bot.faces.battle.told import BattleTold, winner_of
from bot.faces.contests import Seen, seen
from bot.faces.words.tabs import paged
from bot.faces.words.text import clean, escaped, listed
from bot.faces.words.undone import did_not_happen
from bot.jobs.opened import rules_at, view_at
from bot.payload import AccountRecipe, BattleRecipe
from bot.store.errors import NotFound
from bot.store.lines import read_taken_back
from bot.store.world import read_campaign, read_event_for, read_outlines, read_turns_told
from engine.battle import BattleRecord
from engine.events import Event, read

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

BATTLE: Final = "$.event.record.engagements"
"""Where in a stored event all stands that happened in a battle: most of what is stored."""


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
    sides: str
    """Such as "against Salt Ports"; of a battle that the faction only saw both sides.

    Empty if the place names them.
    """
    end: str
    """Such as "won"."""
    gone: bool = False
    """Whether it was taken back with its tick."""

    @property
    def told(self) -> str:
        """It in a sentence."""
        what = ", ".join(filter(None, (self.sides, self.end)))
        return f"{self.place}: {what}."


@dataclass(frozen=True, slots=True)
class ScenePages:
    """A scene of a battle with what its account says of it."""

    name: str
    pages: tuple[str, ...]
    """At least one."""


@dataclass(frozen=True, slots=True)
class BattleOpened:
    """A past battle ready to be looked at: its picture, and the words of every scene."""

    title: str
    turn: int
    gone: str
    """That it was taken back, in a sentence; empty if it holds."""
    summary: str
    steps: tuple[ScenePages, ...]
    signs: str
    """What the signs in the words mean."""
    picture: Picture


def past_battles(path: Path, campaign: int, tick: int, faction: int) -> tuple[PastBattle, ...]:
    """Every battle up to the tick of which the faction has the account, the latest first.

    After them those that were taken back.
    """
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    contests = faces.of(rules).contests
    last = f"{BATTLE}[#-1].winner"
    known: list[tuple[int, int, BattleTold]] = []
    for at, turn, number, body, winner in read_outlines(
        path, campaign, faction, tick, BATTLE, last, "$.events"
    ):
        if winner is None:  # nobody met
            continue
        event = _outline(rules.events, body, winner)
        record: BattleRecord = event.known()["record"]
        if record.system in contests:
            known.append((at, number, BattleTold(rules, event, record, view, faction, turn)))
    gone = {each.tick for each in read_taken_back(path, campaign, tick)}
    left = Counter(at for at, *_ in known)
    found: list[PastBattle] = []
    for at, number, told in known:
        setting = contests[told.record.system].setting(told)
        sides, end = _between(setting), _end(setting.sides, winner_of(told.record))
        found.append(
            PastBattle(at, number, left[at], told.turn, setting.title, sides, end, at in gone)
        )
        left[at] -= 1
    return tuple(sorted(found, key=lambda each: each.gone))


def _between(setting: Setting) -> str:
    """Whom it was against, if its title does not name them."""
    sides = setting.sides
    if all(side.name in setting.title for side in sides):
        return ""
    foes = [listed(side.factions or (side.name,)) for side in sides if not side.own]
    if len(foes) == len(sides):
        return " against ".join(foes)
    return f"against {listed(foes)}" if foes else ""


def _end(sides: Sequence[Side], winner: int | None) -> str:
    if winner is None:
        return "undecided"
    if not any(side.own for side in sides):
        return f"{sides[winner].name} won"
    return "won" if sides[winner].own else "lost"


def _outline(events: Mapping[str, type[Event]], body: str, winner: str | int) -> Event:
    """The event of a stored body without what happened in its battle but who won in the end."""
    plain = json.loads(body)
    end = {"participants": (), "events": (), "winner": winner}
    plain["event"]["record"]["engagements"] = [end]
    return read(events, json.dumps(plain).encode()).event


def draw_battle(path: Path, campaign: int, recipe: BattleRecipe) -> Picture:
    """The picture or animation that a recipe names.

    Raises NotFound if the faction has learned of no such battle, or it has no such scene.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.faces.battle import animation

    battle = _known(path, campaign, recipe).battle()
    if recipe.animated:
        return animation.animate_battle(battle)
    if recipe.scene is not None and not 0 <= recipe.scene < len(battle.scenes):
        raise NotFound("That battle has no such scene.")
    return animation.draw_battle(battle, recipe.scene)


def battle_account(path: Path, campaign: int, recipe: AccountRecipe) -> str:
    """The full account as a text file. Raises NotFound as `draw_battle`."""
    return _known(path, campaign, recipe).account(clean).text()


def open_battle(path: Path, campaign: int, recipe: BattleRecipe) -> BattleOpened:
    """A past battle, to be stepped through. Raises NotFound as `draw_battle`."""
    from bot.faces.battle import animation

    known = _known(path, campaign, recipe)
    last = read_campaign(path, campaign)[0].tick
    undone = {each.tick: each.at for each in read_taken_back(path, campaign, last)}
    gone = did_not_happen(undone[recipe.tick]) if recipe.tick in undone else ""
    battle, account = known.battle(), known.account(escaped)
    names = [scene.name for scene in battle.scenes]
    steps = [
        ScenePages(name, paged(line for chapter in chapters for line in _lines(chapter)))
        for name, chapters in zip(names, account.parted(names), strict=True)
    ]
    return BattleOpened(
        title=battle.setting.title,
        turn=known.told.turn,
        gone=gone,
        summary=_summary(known, battle),
        steps=tuple(steps),
        signs=known.contest.signs,
        picture=animation.draw_battle(battle),
    )


def _summary(known: Seen, battle: AnyBattle) -> str:
    """How a battle went, in lines: its end, what turned it, and who fell."""
    from bot.faces.battle.alt import turn_told

    told = (escaped(each) for each in (*turn_told(battle), *battle.summed()))
    return paged([known.summary(), *(f"• {each}" for each in told)])[0]


def _lines(chapter: AccountChapter) -> Iterator[str]:
    """A chapter for Discord; what belongs to the line before is moved in."""
    yield f"**{chapter.name}**"
    for line in chapter.lines:
        yield f"  ◦ {line.lstrip()}" if line.startswith(" ") else f"• {line}"


def _known(path: Path, campaign: int, recipe: BattleRecipe | AccountRecipe) -> Seen:
    """A battle with what the faction knew after its tick."""
    rules = rules_at(path, campaign, recipe.tick)
    body = read_event_for(path, campaign, recipe.faction, recipe.tick, recipe.event)
    event = read(rules.events, body).event
    turn = read_turns_told(path, campaign)[recipe.tick]
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    battle = seen(faces.of(rules), event, view, recipe.faction, turn)
    if battle is None:
        raise NotFound("That event is no battle.")
    return battle
