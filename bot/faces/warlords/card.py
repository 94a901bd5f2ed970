"""A character or military unit as it fights by Warlords: its card and state, with what makes them.

The figures are those with which it would enter a battle, before the ground and its company add
theirs; how each came about is told from the lines of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.combat import ItemInfo
from bot.faces.words.figures import Bearing, Figure, Named, Worn, change
from bot.faces.words.text import word
from engine.facts import NotKnown
from engine.modifiers import Line, Modifier, Operation, Statistic, statistic
from engine.packs import Rules
from engine.packs.cohorts.battle.guess import recalled
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.warlords.battle.bonuses import Gifts, personal
from engine.packs.warlords.battle.cards import FighterCard, KeptSpell
from engine.packs.warlords.battle.checks import medal_die
from engine.packs.warlords.battle.condition import Condition, hits_brought, strength_brought
from engine.packs.warlords.cards import (
    Card,
    card_of_hero,
    fighter_of_hero,
    fighter_of_unit,
    rank_of,
)
from engine.packs.warlords.college import level_needed
from engine.packs.warlords.content import FLAGS, WarContent
from engine.packs.warlords.muster import TOO_WOUNDED, spells_on
from engine.packs.warlords.pieces import hero_of, troop_of
from engine.state import State
from engine.world import Place, World

_STATES: Final = {
    "blessed": "1 strength more; only a curse takes hold",
    "weakened": "1 strength less, from a curse",
    "poisoned": "2 strength less",
    "diseased": "1 hit less",
    "drained": "1 hit less",
    "paralysed": "slow on the map",
}
"""Each state of a unit by its field, with what it does (warlords.unit.attributes)."""
_NOTE: Final = "By its card, state and relics; the ground, its company and walls add to them."
_PLAIN: Final = ("Fights as", "Strength", "Hits", "Medals")
"""Figures that every card has; they stand first where a card is told in a line."""
_ALONE: Final = Gifts({}, {})
"""What a piece is given that no company is looked at with."""
_WORN: Final = ("strength", "hits")
"""What relics add to figures that every card has."""


def war_bearing(rules: Rules, view: World, piece: Character | Unit) -> Bearing:
    """The card, state and relics of an own piece, on a view."""
    state = planning(rules, view, piece.player)
    content = rules.module.content(WarContent)
    if isinstance(piece, Unit):
        troop = troop_of(content, piece)
        fighter = fighter_of_unit(state, piece)
        found = _Card(content, fighter, troop.condition)
        kind = Figure("Fights as", fighter.type, (("of the roster", ""),))
        if troop.type not in content.unit_types:
            origin = (("from its level, armor, mount and talents", ""),)
            kind = Figure("Fights as", "a unit without a card", origin)
        return Bearing((kind, *found.figures()), _NOTE, tuple(_state(found, state, piece)))
    hero = hero_of(content, piece)
    kind_of = content.hero_types.get(hero.type) or next(iter(content.hero_types.values()))
    fighter = fighter_of_hero(state, piece)
    found = _Card(content, fighter, hero.condition, card_of_hero(kind_of, 1), rank_of(piece.level))
    relics = [(place, content.relics[key]) for place, key in hero.worn.items()
              if key in content.relics]  # fmt: skip
    found.worn = tuple((relic.name, relic.effect) for _, relic in relics)
    chosen = "chosen" if hero.chosen else "not chosen yet: /hero type"
    origin = ((f"hero of rank {found.rank}", ""), (chosen, ""))
    return Bearing(
        (Figure("Fights as", fighter.type, origin), *found.figures()),
        _NOTE,
        tuple(_state(found, state, piece)),
        tuple(
            Worn(place.replace("_", " "), relic.name, tuple(_gives(relic.effect)))
            for place, relic in relics
        ),
    )


def war_reading(rules: Rules, view: World, piece: Character | Unit) -> Iterator[tuple[str, str]]:
    """How a foreign piece fights by Warlords, if spying told all that this takes."""
    there = (*view.by(Character, "holder", piece.holder), *view.by(Unit, "holder", piece.holder))
    filled = recalled(view, there)
    known = filled.get(type(piece), piece.id)
    try:
        fight = war_bearing(rules, filled, known)
        slot = known.slot
    except NotKnown:
        return
    yield "Fights as", next(each.value for each in fight.ratings)
    plain = [f"{each.name.lower()} {each.value}" for each in fight.ratings if each.name in _PLAIN]
    rest = [
        f"{each.name.lower()} {each.value}" for each in fight.ratings if each.name not in _PLAIN
    ]
    yield "Card", ", ".join((*plain[1:], *rest))
    yield "Place in line", f"battle slot {slot}" if slot else "behind the line, it does not fight"
    yield "State", ", ".join(each.name for each in fight.state)
    yield "Relics", ", ".join(f"{each.name} ({', '.join(each.gives)})" for each in fight.relics)


def war_ware(rules: Rules, key: str) -> ItemInfo | None:
    """A relic by its key; None for any other thing."""
    content = rules.module.content(WarContent)
    relic = content.relics.get(key)
    if relic is None:
        return None
    level = level_needed(content, relic)
    return ItemInfo(
        what=f"relic ({word(relic.place)})",
        gives=tuple(_gives(relic.effect)),
        use=("A hero wears it.", f"A college of heroic level {level} makes it."),
        hint="Orders: /hero equip, /hero unequip",
    )


@dataclass(slots=True)
class _Card:
    """A piece as it enters a battle, and what it was made from."""

    content: WarContent
    fighter: FighterCard
    condition: Condition
    first: Card | None = None
    """Of a hero: the card of its type at the first rank."""
    rank: int = 1
    worn: tuple[tuple[str, Mapping[str, int]], ...] = ()
    """Relics by name, with what they give."""

    def figures(self) -> Iterator[Figure]:
        """Every figure, what all have first."""
        one, now = self.fighter, self.condition
        first = self.first or one
        yield self._sum("Strength", first.strength, strength_brought(one.strength, now), "add")
        yield self._sum("Hits", first.hits, hits_brought(one.hits, now), "highest")
        yield self._medals()
        for name in dict.fromkeys((*one.abilities, *(n for _, gift in self.worn for n in gift))):
            if name not in _WORN:
                yield self._ability(name)
        for terrain, plus in one.terrain.items():
            yield Figure(f"Strength on {word(terrain)}", change("add", plus), ((one.type, ""),))
        if one.kinds:
            yield Figure("Kind", ", ".join(one.kinds), (("for those who slay it", ""),))

    def _sum(self, name: str, first: int, brought: Statistic, worn: Operation) -> Figure:
        """A figure of the card with its changes by rank, state and relics.

        Of relics all add up, or the best counts (warlords.bonus.order, warlords.hits.stored).
        """
        key = name.lower()
        relics = (
            Modifier(key, worn, Fraction(gift[key]), relic, group="relics")
            for relic, gift in self.worn
            if key in gift
        )
        found = statistic(key, brought, relics)
        rank = _changes([(f"Rank {self.rank}", int(brought.base) - first)])
        return Figure(
            name,
            str(int(found.value)),
            ((self.fighter.type, str(first)), *rank, *_told(found.lines)),
        )

    def _medals(self) -> Figure:
        """Its medals, what they are worth, and how far the next one is."""
        now, steps = self.condition, self.content.warlords.medal_points
        shares: list[tuple[str, str]] = []
        if now.medals:
            sides = medal_die(self.content.warlords.die, now.medals)
            shares.append((f"d{sides} rolled besides", "a"))
        if now.medals < len(steps):
            shares.append(("points for the next", f"{now.points} of {steps[now.medals]}"))
        return Figure("Medals", f"{now.medals} of {len(steps)}", tuple(shares))

    def _ability(self, name: str) -> Figure:
        """An ability: what the card has, at this rank, and the best of its relics."""
        own = self.fighter.own(name)
        first = self.first.abilities.get(name, 0) if self.first else own
        found = personal(_ALONE, self.fighter, name, self.worn)
        relics = found.lines[1:]  # behind the card's own
        card = [(self.fighter.type, first), (f"Rank {self.rank}", own - first)]
        shown = word(name).capitalize()
        if name in FLAGS:
            sources = [*(source for source, by in card if by), *(each.source for each in relics)]
            return Figure(shown, "yes", tuple((source, "") for source in sources))
        return Figure(shown, str(int(found.value)), (*_changes(card), *_told(relics)))


def _changes(lines: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Those that change anything."""
    return ((source, change("add", by)) for source, by in lines if by)


def _told(lines: Iterable[Line]) -> Iterator[tuple[str, str]]:
    """What the rules say of how a figure came about."""
    return ((line.source, change(line.operation, line.amount)) for line in lines)


def _gives(effect: Mapping[str, int]) -> Iterator[str]:
    for name, value in effect.items():
        yield word(name) if name in FLAGS else f"{word(name)} {change('add', value)}"


def _upheld(state: State, place: Place) -> Iterator[KeptSpell]:
    """The war spells on a stack or city, as far as is known who keeps any up."""
    try:
        yield from spells_on(state, place)
    except NotKnown:
        return  # nobody knows others'


def _state(found: _Card, state: State, piece: Character | Unit) -> Iterator[Named]:
    """What ails or helps it, and the war spells on it and kept up by it."""
    if isinstance(piece, Character) and piece.wounds > TOO_WOUNDED:
        yield Named("unfit to fight", f"more than {TOO_WOUNDED}% wounds")
    for name, does in _STATES.items():
        if getattr(found.condition, name):
            yield Named(name, does)
    for spell in _upheld(state, piece.holder):
        yield Named(f"under {spell.name}", ", ".join(_gives(spell.effect)))
    if isinstance(piece, Character):
        for kept in hero_of(found.content, piece).spells:
            spell = found.content.war_spells.get(kept.spell)
            stack = state.world.find(Stack, kept.stack)
            if spell:
                on = f"on {stack.name}" if stack else ""
                yield Named(f"keeps up {spell.name}", on)
