"""What a faction lived through, as a text that anybody may read once its campaign has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.faces.overview.history import Told, chronicle
from bot.faces.words.tabs import paged
from bot.faces.words.text import clean, escaped
from bot.faces.words.undone import turns_gone
from bot.jobs.looking_back import Past, ended
from bot.jobs.panels import look_at
from bot.store.errors import NotFound
from engine.campaign import Faction, Player

MOST: Final = 20_000
"""Things that a chronicle looks through; what is older is not told."""


def chronicle_text(path: Path, campaign: int, faction: int) -> str:
    """The whole chronicle as a text file.

    Raises NotFound as `bot.jobs.looking_back.ended`, or if there was no such faction.
    """
    past, found = _faction(path, campaign, faction)
    players = [clean(each.name) for each in past.world.by(Player, "faction", faction)]
    lines = [f"The chronicle of {clean(found.name)}", clean(past.campaign.name)]
    if players:
        lines.append(f"Played by {', '.join(players)}")
    told = _told(past, faction)
    lines += _gone(past)
    lines += [text.replace("**", "") for text in _by_turn(past, told)]
    if not told:
        lines += ["", "Nothing of note is told of it."]
    return "\n".join(lines) + "\n"


def chronicle_pages(path: Path, campaign: int, faction: int) -> tuple[str, tuple[str, ...]]:
    """The faction's name, and its chronicle in pages for Discord. Raises as `chronicle_text`."""
    past, found = _faction(path, campaign, faction)
    told = [text for text in _by_turn(past, _told(past, faction), show=True) if text]
    pages = paged([*_gone(past), *told] if told else ["Nothing of note is told of it."])
    return found.name, tuple(pages)


def _faction(path: Path, campaign: int, faction: int) -> tuple[Past, Faction]:
    past = ended(path, campaign)
    found = past.world.find(Faction, faction)
    if found is None:
        raise NotFound("There was no such faction in that campaign.")
    return past, found


def _gone(past: Past) -> list[str]:
    """What was played and taken back, a line each."""
    look = look_at(past.path, past.campaign.id, past.campaign.tick, 0, 0)
    return [turns_gone(*each) for each in look.history.taken_back()]


def _told(past: Past, faction: int) -> Sequence[Told]:
    last = past.campaign.tick
    look = look_at(past.path, past.campaign.id, last, faction, 0)
    return list(chronicle(look, MOST))


def _by_turn(past: Past, told: Sequence[Told], *, show: bool = False) -> Iterator[str]:
    """Line after line, with a heading before each turn."""
    turn = 0
    for each in told:
        if each.turn != turn:
            turn = each.turn
            yield ""
            yield f"**Turn {turn}** · {past.rules.module.year.date_of(turn)}"
        assert each.chapter
        line = escaped(each.line.replace("**", "")) if show else each.line
        yield f"{each.chapter.sign} {line}"
