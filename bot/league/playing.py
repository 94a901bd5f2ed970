"""Many games played side by side in processes, each kept as soon as it is over.

An interrupted run goes on from there: a game that is kept is read, and not played again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from bot import faces
from bot.league.games import Game, Played
from bot.workers import Workers
from engine import __version__
from engine.campaign import Player
from engine.module import load
from engine.packs import Rules
from engine.rivals import Strength


def told(game: Game) -> Iterator[str]:
    """What everybody is about to order in the turn that the game is in, and why."""
    face = faces.of(game.rules)
    for seat in game.played.seats:
        faction = game.world.get(Player, seat.player).faction
        view = game.rules.view(game.world, faction)
        names = face.names(view, str, reader=faction)
        yield f"{seat.name}, {', '.join(seat.sorts().values())}:"
        for decision in game.decisions(seat):
            line = face.line(decision.queued.order, view)
            yield f"  {line}: {face.because(decision.reason, names)}"


_LONGEST: Final = 24 * 3600.0
"""Seconds that a game may take."""
_PLAYED: Final = TypeAdapter(Played)
_DIGITS: Final = 12
"""Of what tells the games of one season from those of another."""

Over = Callable[[Played], None]
"""Told of every game as soon as it is over."""


@dataclass(frozen=True, slots=True)
class Season:
    """What games have in common but for their numbers."""

    folder: Path
    """Of the module."""
    roots: tuple[Path, ...]
    """Where modules are looked for that it extends."""
    turns: int
    strengths: tuple[Strength, ...]
    seats: int | None = None
    """Players of a faction at most; None for as many as it has seats."""
    idle: int | None = None
    """The number of a player who gives nothing, from 1; None for nobody."""
    tell: int | None = None
    """The turn whose orders are printed, with their reasons."""

    def rules(self) -> Rules:
        """What is played.

        Raises:
            ModuleError: the module is not sound.
        """
        return Rules.of(load(self.folder.name, [self.folder.parent, *self.roots]))


def play(season: Season, number: int) -> Played:
    """Play one game to its end, and show on standard error how far it is.

    Raises:
        LookupError: nobody plays the module by computer.
        ModuleError: it is not sound.
    """
    game = Game(season.rules(), number, season.strengths, season.seats, season.idle)
    _tell(game, season.tell)
    for played in game.turns(season.turns):
        _tell(game, season.tell)
        sys.stderr.write(f"\rgame {number}, turn {played.turns}   ")
        sys.stderr.flush()
    return game.played


def play_all(
    season: Season, numbers: Sequence[int], *, processes: int, kept: Path | None, over: Over
) -> list[Played]:
    """Play the games of these numbers, that many at a time, each kept in a folder if there is one.

    A single process is this one. Games that the folder has are read. They come in the order of the
    numbers, however they end.

    Raises:
        LookupError: nobody plays the module by computer.
        ModuleError: it is not sound.
        OSError: the folder cannot be written.
    """
    shelf = GameFolder.of(season, kept) if kept and season.tell is None else None
    found = {number: game for number in numbers if shelf and (game := shelf.find(number))}
    for game in found.values():
        over(game)

    def ended(game: Played) -> None:
        if shelf:
            shelf.put(game)
        found[game.number] = game
        over(game)

    left = [number for number in numbers if number not in found]
    if min(processes, len(left)) > 1:
        asyncio.run(_side_by_side(season, left, processes, ended))
    else:
        for number in left:
            ended(play(season, number))
    return [found[number] for number in numbers]


async def _side_by_side(
    season: Season, numbers: Iterable[int], processes: int, ended: Over
) -> None:
    async with Workers(processes) as workers:
        games = [
            asyncio.create_task(workers.run(play, season, number, limit=_LONGEST))
            for number in numbers
        ]
        for game in asyncio.as_completed(games):
            ended(await game)


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A folder of games that are over, those of one season told from others by their names."""

    folder: Path
    season: str

    @classmethod
    def of(cls, season: Season, folder: Path) -> GameFolder:
        """The games of a season in a folder, which is made if need be.

        A game belongs to it if engine, module, turns, seats, strengths and who is idle are the
        same.
        """
        folder.mkdir(parents=True, exist_ok=True)
        module = season.rules().module
        about = (
            __version__,
            module.digest(),
            str(season.turns),
            str(season.seats),
            *([f"idle {season.idle}"] if season.idle else []),
            *season.strengths,
        )
        told = sha256("\n".join(about).encode()).hexdigest()[:_DIGITS]
        return cls(folder, f"{module.name}-{told}")

    def find(self, number: int) -> Played | None:
        """A game that is over, if it is here; one that cannot be read is not."""
        try:
            return _PLAYED.validate_json(self._file(number).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def put(self, game: Played) -> None:
        """Keep a game, whole or not at all."""
        file = self._file(game.number)
        draft = file.with_suffix(".draft")
        draft.write_bytes(_PLAYED.dump_json(game))
        draft.replace(file)

    def _file(self, number: int) -> Path:
        return self.folder / f"{self.season}-{number}.json"


def _tell(game: Game, turn: int | None) -> None:
    """Print what everybody is about to order, if the game is in that turn."""
    if game.played.turns + 1 == turn:
        lines = (f"Game {game.played.number}, turn {turn}", *told(game))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
