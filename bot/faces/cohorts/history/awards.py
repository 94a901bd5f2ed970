"""The awards in a campaign of Cohorts."""

from __future__ import annotations

from typing import Final

from bot.faces.awards import Annals, Award, Won, most, tallied
from bot.faces.words.text import number
from engine.packs.cohorts.covert.mission import MissionEnded
from engine.packs.cohorts.guilds.founding import GuildBuilt
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.quests.questing import QuestDone
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.world import Place


def _first_guild(annals: Annals) -> Won | None:
    names = annals.names
    for turn, _, event in annals.deeds(GuildBuilt):
        city = names.thing(Place("city", event.city))
        return Won((names.show(event.name),), f"founded in {city} in turn {turn}")
    return None


def _quests(annals: Annals) -> Won | None:
    done = tallied((player, 1) for _, player, _ in annals.deeds(QuestDone) if player)
    return most(done, annals.names.player, lambda count: number(count, "quest"))


def _traveller(annals: Annals) -> Won | None:
    went = tallied(
        ((event.stack, event.name), len(event.route)) for _, _, event in annals.deeds(StackMoved)
    )
    return most(
        went, lambda stack: annals.names.show(stack[1]), lambda far: number(far, "province")
    )


def _caster(annals: Annals) -> Won | None:
    cast = tallied(((event.caster, event.name), 1) for _, _, event in annals.deeds(SpellCast))
    return most(
        cast, lambda caster: annals.names.show(caster[1]), lambda count: number(count, "spell")
    )


def _knave(annals: Annals) -> Won | None:
    done = tallied(
        (event.name, 1) for _, _, event in annals.deeds(MissionEnded) if event.outcome == "success"
    )
    return most(done, annals.names.show, lambda count: number(count, "covert mission"))


def _hero(annals: Annals) -> Won | None:
    """The highest level that anybody of name has reached, the dead too."""
    reached: dict[tuple[Place, str], int] = {}
    for _, _, event in annals.deeds(LevelChanged):
        if event.piece.kind == Character.kind:
            who = event.piece, event.name
            reached[who] = max(reached.get(who, 0), event.level)
    return most(reached, lambda who: annals.names.show(who[1]), lambda level: f"level {level}")


def _long_lived(annals: Annals) -> Won | None:
    """Who served longest; of those who served as long, who has most experience."""
    lived: dict[str, tuple[int, int]] = {}
    for states in annals.lives(Character).values():
        served = [(turn, each) for turn, each in states if each and each.player and not each.dead]
        if not served:
            continue
        first, last = served[0][0], served[-1][1]
        ends = [turn for turn, each in states if each is None or each.dead]
        until = ends[-1] if ends else annals.last_turn
        lived[annals.names.show(last.name)] = (max(until - first + 1, 1), last.xp)
    if not lived:
        return None
    best = max(lived.values())
    who = tuple(name for name, life in lived.items() if life == best)
    return Won(who, f"{number(best[0], 'turn')} in arms")


AWARDS: Final = (
    Award("Greatest hero", "⭐", (LevelChanged,), _hero),
    Award("Longest-lived hero", "🧙", (), _long_lived),
    Award("Most quests", "🧭", (QuestDone,), _quests),
    Award("Greatest traveller", "🥾", (StackMoved,), _traveller),
    Award("First guild", "🏛️", (GuildBuilt,), _first_guild),
    Award("Most spells", "✨", (SpellCast,), _caster),
    Award("Best spy", "🗡️", (MissionEnded,), _knave),
)
