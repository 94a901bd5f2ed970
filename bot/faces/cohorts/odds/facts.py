"""What a person may expect of an imagined battle, and on what knowledge that rests.

Facts alone, from what one faction knows. The rules decide who would fight
(`engine.packs.cohorts.battle.supposed`) and the result (`engine.battle.Odds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.cohorts.members import held_as, member_facts, read_of
from bot.faces.cohorts.whereabouts import whereabouts
from bot.faces.leads import Lead
from bot.faces.odds.facts import OddsFacts, OddsQuestion, OddsSide, Prospect
from bot.faces.words.text import listed, number
from engine.battle import QUEST, Clash, Fate, Guess, Odds
from engine.campaign import Faction, Now
from engine.module.schema import Module
from engine.packs import Rules
from engine.packs.cohorts.battle import supposed
from engine.packs.cohorts.battle.guess import GARRISON
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.marching.forces import force_against
from engine.packs.cohorts.military.repelling import sally
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, City, Piece, Province, Stack, Unit
from engine.world import Place, World

TOLD: Final = {
    "soldiers": "number of soldiers",
    "level": "level",
    "equipment": "gear",
    "attributes": "attributes",
    "skills": "skills",
    "talents": "talents",
    "wounds": "wounds",
    "morale": "morale",
    "slot": "battle slot",
    "statuses": "statuses",
    "directive": "directive",
}
"""Fields of a piece that decide a battle of Cohorts, as people call them: by field, what weighs
most first."""
_NAMED: Final = 3
"""Pieces that are named where the same is not known of them."""
_MISSING: Final = 2
"""The number of things not known of them that are named."""
_SPY_UNITS: Final = ("covert", "spy-legion")
_SPY_PEOPLE: Final = ("covert", "spy-party")


@dataclass(frozen=True, slots=True)
class QuestFight(OddsQuestion):
    """What is asked of the foes whom a stack meets for a quest, once they stand there."""

    quest: str = ""


def clash_of(view: World, question: OddsQuestion) -> Clash:
    """The battle that is asked about, with everyone who is known to join it."""
    enemy = _thing(view, question.enemy)
    mine = [_thing(view, place) for place in question.mine]
    if isinstance(question, QuestFight):
        ground = Place(Province.kind, enemy.province)
        return Clash(sides=(question.mine, (enemy.place,)), trigger=QUEST, place=ground)
    if isinstance(mine[0], City) and not question.defending:
        force = force_against(view, mine[0], enemy.province)
        return sally(view, mine[0], enemy.province, force)
    if question.defending:
        return supposed.defence(view, mine, enemy)
    return supposed.attack(view, [each for each in mine if isinstance(each, Stack)], enemy)


def fighters(view: World, things: Sequence[Stack | City]) -> Iterator[Character | Unit]:
    """The characters and units that are known to be in stacks and cities, of their own will."""
    for thing in things:
        for cls in (Character, Unit):
            for piece in view.by(cls, "holder", thing.place):
                if not held_as(piece):
                    yield piece


def sides(view: World, clash: Clash) -> tuple[tuple[Stack | City, ...], tuple[Stack | City, ...]]:
    """The stacks and cities that attack, and those that defend."""
    attackers, defenders = (
        tuple(_thing(view, place) for place in side) for side in (clash.attackers, clash.defenders)
    )
    return attackers, defenders


def odds_facts(
    rules: Rules,
    view: World,
    faction: int,
    question: OddsQuestion,
    odds: Odds,
    *,
    told: Mapping[str, str] = TOLD,
    assumed: str = "",
    counting: bool = False,
) -> OddsFacts:
    """What a faction may expect, on that faction's view.

    `told` are the fields of a piece that decide a battle, with what people call them; `assumed`
    says what was taken for foreign orders, which nobody can know.
    """
    clash = clash_of(view, question)
    attackers, defenders = sides(view, clash)
    ours, others = (defenders, attackers) if question.defending else (attackers, defenders)
    low, high = odds.band
    chances = {
        "attacker": (odds.attacker_wins, low, high),
        "defender": (1 - odds.attacker_wins, 1 - high, 1 - low),
    }
    names = ("defender", "attacker") if question.defending else ("attacker", "defender")
    mine, theirs = (
        OddsSide(
            name=_called(things),
            role="attacks" if side == "attacker" else "defends",
            owner=_owner(view, things[0]),
            wins=chances[side][0],
            low=chances[side][1],
            high=chances[side][2],
            prospects=tuple(
                _prospect(view, rules.module, fate) for fate in odds.fates if fate.side == side
            ),
            size=_size(view, things),
        )
        for side, things in zip(names, (ours, others), strict=True)
    )
    province = view.get(Province, clash.ground)
    unknown = assumed and (odds.guesses or theirs.owner)
    return OddsFacts(
        mine=mine,
        theirs=theirs,
        place=f"{province.location}, {province.terrain.replace('_', ' ')}",
        turn=view.get(Now, 1).turn,
        exact=odds.exact,
        battles=odds.battles,
        counting=counting,
        knowledge=tuple(_knowledge(view, faction, others)),
        guessed=(*_guessed(view, odds.guesses, told), *([assumed] if unknown else [])),
        wanting=tuple(_wanting(rules, view, others, odds.guesses)),
    )


def _thing(view: World, place: Place) -> Stack | City:
    cls = City if place.kind == City.kind else Stack
    return view.get(cls, place.id)


def _owner(view: World, thing: Stack | City) -> Faction | None:
    if isinstance(thing, City) and not thing.knows("baron"):
        return None
    return view.find(Faction, faction_of(view, thing))


def _called(things: Sequence[Stack | City]) -> str:
    return listed(
        f"the garrison of {each.name}" if isinstance(each, City) else each.name for each in things
    )


def _size(view: World, things: Sequence[Stack | City]) -> str:
    """How many are known to be in stacks and cities; empty for nobody."""
    there = list(fighters(view, things))
    if not there:
        return ""
    soldiers = sum(
        each.soldiers for each in there if isinstance(each, Unit) and each.knows("soldiers")
    )
    units = sum(isinstance(each, Unit) for each in there)
    people = len(there) - units
    counted = (
        [number(soldiers, "soldier")] if soldiers else [number(units, "unit")] if units else []
    )
    return listed([*counted, *([number(people, "character")] if people else [])])


def _prospect(view: World, module: Module, fate: Fate) -> Prospect:
    piece = view.at(fate.piece)
    assert isinstance(piece, Piece)
    facts = member_facts(module, piece)
    person = isinstance(piece, Character)
    return Prospect(facts.name, facts.described, fate.falls, fate.lost, person)


# ---------------------------------------------------------------- on what it rests


def _knowledge(view: World, faction: int, others: Sequence[Stack | City]) -> Iterator[str]:
    """How lately the others were seen, and that there may be more of them."""
    now = view.get(Now, 1).turn
    for each in others:
        seen = _seen(view, faction, each)
        ago = now - seen
        sight = f"seen last in turn {seen}, {number(ago, 'turn')} ago" if ago else "in sight now"
        there = list(fighters(view, [each]))
        if not there:
            yield f"{_capital(_called([each]))}: {sight}, nobody of it known."
            continue
        known = f"{number(len(there), 'fighter')} known"
        read = read_of(view, there)
        known += f", read: {read}" if read else ""
        yield f"{_capital(_called([each]))}: {sight}, {known}. More may be there."


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


def _seen(view: World, faction: int, thing: Stack | City) -> int:
    """The turn in which who is in it was learned of last; a city in sight hides its garrison."""
    if isinstance(thing, Stack):
        return whereabouts(view, faction, thing).seen
    sighting = view.first(Sighting, "about", (faction, thing.place))
    if sighting:
        return sighting.turn
    memory = view.find(Memory, thing.province)
    now = view.get(Now, 1).turn
    return memory.turn if memory and not memory.in_view else now


def _about_fighters(
    view: World, guesses: Sequence[Guess]
) -> Iterator[tuple[Character | Unit, tuple[str, ...]]]:
    """What was guessed of those who fight; bodies and prisoners do not."""
    for guess in guesses:
        record = view.at(guess.about)
        if isinstance(record, Character | Unit) and not held_as(record):
            yield record, guess.fields


def _guessed(view: World, guesses: Sequence[Guess], told: Mapping[str, str]) -> Iterator[str]:
    """What is not known, together for all of whom the same is not."""
    for guess in guesses:
        record = view.at(guess.about)
        if isinstance(record, Province):
            yield "The walls there were seen, but not how high they are."
        elif isinstance(record, City) and guess.fields == GARRISON:
            yield (
                f"Nobody has looked inside {record.name}: for its garrison stands what such a city "
                "usually holds, from few to many. Its characters, if any, are not counted."
            )
        elif isinstance(record, City):
            yield f"Whose {record.name} is, is not known: its walls serve its garrison alone."
    alike: dict[tuple[str, ...], list[str]] = {}
    for piece, fields in _about_fighters(view, guesses):
        missing = tuple(word for name, word in told.items() if name in fields)
        alike.setdefault(missing[:_MISSING], []).append(piece.name)
    for missing, names in alike.items():
        if missing:
            yield f"Not known of {listed(names, _NAMED)}: {listed(missing)} and the like."
    if any(alike):
        yield "For that stands what is usual by now, from new and bare to better than yours."


def _wanting(
    rules: Rules, view: World, others: Sequence[Stack | City], guesses: Sequence[Guess]
) -> Iterator[Lead]:
    """Leads to orders that would reveal more of those who were guessed at."""
    missed = {(type(piece), piece.holder) for piece, _ in _about_fighters(view, guesses)}
    missed |= {(Unit, guess.about) for guess in guesses if guess.fields == GARRISON}
    for each in others:
        name = f"the garrison of {each.name}" if isinstance(each, City) else each.name
        given = (("target", f"{Province.kind}:{each.province}"),)
        for kind, path in ((Unit, _SPY_UNITS), (Character, _SPY_PEOPLE)):
            who = "soldiers" if kind is Unit else "characters"
            if (kind, each.place) in missed and path in rules.orders:
                yield Lead(label=f"Spy on the {who} of {name}"[:100], order=path, given=given)
