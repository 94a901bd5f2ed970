"""How all stood at the end of a campaign, with who played them: as a picture, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.faces.overview.standings import (
    SideFacts,
    StandingsFacts,
    standings_card,
    standings_facts,
)
from bot.faces.words.text import clean, escaped
from bot.jobs.looking_back import Past, ended
from bot.store.errors import NotFound
from bot.store.numbers import called
from bot.store.records import Member
from bot.store.world import read_seats
from engine.campaign import Faction, Player
from engine.ending import Standing

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


def draw_final(path: Path, campaign: int) -> Picture:
    """The final standings, whether or not they were secret before.

    Raises NotFound as `bot.jobs.looking_back.ended`, or where nobody keeps standings.
    """
    from bot.faces.cards.picture import draw_card

    past = ended(path, campaign)
    facts = final_facts(past)
    if not facts.sides:
        raise NotFound("Nobody keeps standings in that campaign.")
    return draw_card(standings_card(facts, past.faces.names(past.world)), past.world)


def final_facts(past: Past) -> StandingsFacts:
    """How all stood in the end, with the course that all the world was told before."""
    told = standings_facts(past.world)
    courses = {side.name: side.course for side in told.sides}
    turn = max(past.turns.values())
    return StandingsFacts(
        turn,
        tuple(_side(past, each, turn, courses) for each in past.rules.standings(past.world)),
    )


def _side(
    past: Past, each: Standing, turn: int, courses: dict[str, tuple[tuple[int, int], ...]]
) -> SideFacts:
    who = past.world.at(each.who)
    side = past.world.find(Faction, who.faction) if isinstance(who, Player) else who
    name = clean(who.name) if isinstance(who, Faction | Player) else each.who.kind
    course = tuple(one for one in courses.get(name, ()) if one[0] < turn)
    before = course[-1][1] if course else each.points
    return SideFacts(
        name=name,
        faction=side if isinstance(side, Faction) else None,
        who=each.who,
        own=False,
        rank=each.rank,
        points=each.points,
        change=each.points - before,
        made_of=each.made_of,
        was=(),
        course=(*course, (turn, each.points)),
    )


def final_lines(past: Past) -> list[str]:
    """How all stood, a line each, and who sat in their seats from when to when."""
    names = past.faces.names(past.world)
    seats = read_seats(past.path, past.campaign.id)
    lines: list[str] = []
    for each in past.rules.standings(past.world):
        made_of = ", ".join(told for tally in each.made_of if (told := names.counted(tally)))
        lines.append(
            f"{each.rank}. **{names.thing(each.who)}**: {names.points(each.points)}"
            + (f"\n-# {made_of}" if made_of else "")
        )
        who = past.world.at(each.who)
        if isinstance(who, Player):
            faction = past.world.find(Faction, who.faction)
            lines += _player(who, seats, faction.name if faction else who.name)
        elif isinstance(who, Faction):
            for player in past.world.by(Player, "faction", who.id):
                lines += _player(player, seats, player.name)
    return lines


def _player(player: Player, seats: Sequence[Member], called: str) -> list[str]:
    """Who held a player's seat, in order."""
    held = [_held(each) for each in seats if each.player == player.id]
    told = ", then ".join(held) if held else "a computer player"
    return [f"-# {escaped(called)}: {told}"]


def _held(member: Member) -> str:
    began = f"<t:{int(member.joined_at.timestamp())}:d>"
    if member.left_at is None:
        return f"{called(member.user)} since {began}"
    return f"{called(member.user)} from {began} to <t:{int(member.left_at.timestamp())}:d>"
