"""Games of the league as they were played: the seed, what everybody submitted, what came out.

A file holds the games of a system: the engine's version, the module as it was, then a line a game.
In two of three games the computer plays; in every third one, players order what chance has them
order. A replay asks no player, so a computer that plays better changes no recorded game.

After `engine.__version__` is raised, record all of them anew: `python -m tests.golden --games`.
"""

from __future__ import annotations

import datetime as dt
import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bot.league.games import Game
from engine import __version__
from engine.dice import Seed, SeededDice
from engine.events import Entry, OrderFailed
from engine.packs import Rules
from engine.rivals import STRENGTHS
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World
from tests.bot.league.whims import AnyGame
from tests.golden.campaign import Played
from tests.rules.scene import module

TURNS: Final = {"cohorts": 4, "warlords": 4, "kingdoms": 6, "warmaster": 3}
"""How long a game is, by system."""
_FOLDER: Final = Path(__file__).parent / "games"
_GAMES: Final = 30
"""Of each system."""
_BY_CHANCE: Final = 3
"""Of that many games, one is by chance."""
_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """The games of a system."""

    version: str
    """Of the engine that they were recorded by."""
    module: str
    """As JSON."""
    games: tuple[Any, ...]
    """Each as plain values."""

    @classmethod
    def read(cls, system: str) -> RecordedGames:
        """The stored games."""
        version, text, *games = lzma.decompress(_file(system).read_bytes()).decode().split("\n")
        return cls(version, text, tuple(map(json.loads, games)))

    @classmethod
    def played(cls, system: str) -> RecordedGames:
        """New ones, by the module as it is shipped."""
        text = module(system).to_json()
        rules = Rules.read(text)
        return cls(__version__, text, tuple(_played(rules, n) for n in range(1, _GAMES + 1)))

    def write(self, system: str) -> None:
        """Store them."""
        games = (json.dumps(each, separators=(",", ":")) for each in self.games)
        text = "\n".join((self.version, self.module, *games))
        _FOLDER.mkdir(exist_ok=True)
        _file(system).write_bytes(lzma.compress(text.encode(), preset=lzma.PRESET_EXTREME))

    def differing(self, numbers: slice = slice(None)) -> Iterator[str]:
        """Of these games, each that comes out otherwise now, with its first tick that does."""
        rules = Rules.read(self.module)
        for game in self.games[numbers]:
            seed = Seed(bytes.fromhex(game["seed"]))
            world = _founded(rules, seed)
            for number, tick in enumerate(game["ticks"], start=1):
                due = _due(rules, number, tick)
                out = resolve(rules, world, due, SeededDice(seed, number))
                if _print(due, out) != tick["print"]:
                    yield f"game {game['number']}, tick {number}"
                    break
                world = out.world


class _Recording(Game):
    """A game that is written down."""

    def __init__(self, *arguments: Any) -> None:
        self.ticks = list[Any]()
        super().__init__(*arguments)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        out = super()._resolve(kind, day, turns)
        told = [
            {
                "player": turn.player,
                "orders": [[each.key, json.loads(each.to_json())] for each in turn.orders],
            }
            for turn in turns
        ]
        came = _print(Due(kind, self.tick, day, turns), out)
        self.ticks.append({"kind": kind, "date": f"{day}", "turns": told, "print": came})
        return out


class _Wise(_Recording):
    """Played by the computer."""


class _Wild(_Recording, AnyGame):
    """Played by chance."""


def _played(rules: Rules, number: int) -> Any:
    wild = number % _BY_CHANCE == 0
    game = _Wild(rules, number) if wild else _Wise(rules, number, STRENGTHS)
    for _ in game.turns(TURNS[rules.module.name]):
        pass
    assert not game.played.faults, game.played.faults[0]
    return {"number": number, "seed": game.seed.hex(), "ticks": game.ticks}


def _founded(rules: Rules, seed: Seed) -> World:
    assert rules.found
    world = rules.found(rules, SeededDice(seed, 0), {})
    world.settle()
    return world


def _due(rules: Rules, number: int, tick: Any) -> Due:
    turns = tuple(
        Submission(
            turn["player"],
            tuple(rules.read_order(key, json.dumps(order)) for key, order in turn["orders"]),
        )
        for turn in tick["turns"]
    )
    return Due(tick["kind"], number, dt.date.fromisoformat(tick["date"]), turns)


def _print(due: Due, out: TickOutcome) -> str:
    """The first digits of the fingerprint of its rows, and of its events but for their words."""
    told = replace(out, entries=tuple(map(_wordless, out.entries)))
    whole = Played(due, told).fingerprint
    return f"{whole['rows']:.{_DIGITS}} {whole['events']:.{_DIGITS}}"


def _wordless(entry: Entry) -> Entry:
    """An entry without what a refusal says, which may be said better any day."""
    if not isinstance(entry.event, OrderFailed):
        return entry
    bare = replace(entry.event, line="", says="", instead="")
    return replace(entry, event=bare, audience=dict.fromkeys(entry.audience, bare))


def _file(system: str) -> Path:
    return _FOLDER / f"{system}.xz"
