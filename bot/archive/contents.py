"""Views of an ended campaign, made in a worker: its turns, sides and standings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.faces.paint.picture import Picture
from bot.jobs.final import draw_final, final_facts, final_lines
from bot.jobs.looking_back import ended
from engine.campaign import Faction


@dataclass(frozen=True, slots=True)
class Index:
    """What can be named of an ended campaign."""

    turns: tuple[tuple[int, int, str], ...]
    """Each turn with its last tick and its date, the first one first."""
    factions: tuple[tuple[int, str], ...]
    """Each side by its id and name."""
    layers: tuple[tuple[str, str], ...]
    """What its maps can show, with what that is; none where there is no map."""
    mapped: bool
    """Whether all of its world can be shown at once."""
    realms: tuple[str, ...]
    """What the realms are called; none where there is but one."""


def index_of(path: Path, campaign: int) -> Index:
    """The index. Raises NotFound as `bot.jobs.looking_back.ended`."""
    past = ended(path, campaign)
    year, atlas = past.rules.module.year, past.faces.atlas
    last = sorted(past.last_of().items())
    return Index(
        turns=tuple((turn, tick, str(year.date_of(turn))) for turn, tick in last),
        factions=tuple((each.id, each.name) for each in past.world.all(Faction)),
        layers=tuple((each.name, each.shows) for each in past.faces.layers.values())
        if atlas
        else (),
        mapped=past.mapped,
        realms=atlas.realm_names(past.world) if atlas and past.mapped else (),
    )


def final_told(path: Path, campaign: int) -> tuple[tuple[str, ...], Picture | None]:
    """The final standings in lines and as a picture. Raises NotFound as `index_of`."""
    past = ended(path, campaign)
    drawn = draw_final(path, campaign) if final_facts(past).sides else None
    return tuple(final_lines(past)), drawn
