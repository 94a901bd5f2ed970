"""Stacks of equal cost that belong to nobody, which measure cards, spells and heroes.

Two cards meet as the largest stacks that cost the same in recruits, or nearly so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from engine.battle import Engagement
from engine.dice import Dice
from engine.duels import BalanceTrial, Boon, DuelResult, DuelSide, Parties
from engine.packs import Rules
from engine.packs.warlords.battle.cards import (
    SIDES,
    WATER,
    Company,
    Field,
    FighterCard,
    KeptSpell,
    SideName,
)
from engine.packs.warlords.battle.fight import battle
from engine.packs.warlords.battle.happenings import Died
from engine.packs.warlords.cards import Card, card_of_hero, card_of_type
from engine.packs.warlords.content import Ground, UnitType, WarContent
from engine.world import Place

_LEVEL: Final = 11
"""The level of a hero who is given to a side: a rank between the first and the last."""
_GROUNDS: Final = tuple(each for each in get_args(Ground) if each != WATER)


class WarlordsDuels:
    """Stacks of one card each; a gift is a war spell on the stack, or a hero among its units."""

    usual = 400

    def peoples(self, rules: Rules) -> Mapping[str, str]:
        """The cards that cities train, but for engines and ships."""
        cards = rules.module.content(WarContent).unit_types
        return {key: each.name for key, each in cards.items() if each.train and not each.bodies}

    def boons(self, rules: Rules) -> Sequence[Boon]:
        """The war spells that stay on a stack, and the types of heroes."""
        war, everybody = rules.module.content(WarContent), tuple(self.peoples(rules))
        spells = [
            Boon(key, each.name, "spells", everybody, f"level {each.level}", given=True)
            for key, each in war.war_spells.items()
            if not each.blesses
        ]
        heroes = [
            Boon(key, each.name, "heroes", everybody, given=True)
            for key, each in war.hero_types.items()
        ]
        return [*spells, *heroes]

    def trials(self, rules: Rules) -> Sequence[BalanceTrial]:
        """None: its stacks meet as they would in a province."""
        return ()

    def fight(self, rules: Rules, parties: Parties, dice: Dice) -> DuelResult:
        """A battle of two stacks on ground that hangs on who meets, not on who attacks."""
        war = rules.module.content(WarContent)
        number = min(party.number for party in parties)  # a sum would miss every other ground
        figures = war.warlords
        field = Field(
            terrains=(_GROUNDS[number % len(_GROUNDS)],),
            die=figures.die,
            mercy=figures.hero_mercy,
            banding=figures.banding_most,
        )
        cards = [war.unit_types[party.people] for party in parties]
        worth = min(party.worth for party in parties)
        met = numbers(war, cards[0], cards[1], worth)
        one, other = (
            _stack(war, side, party, count + _more(card, party.worth - worth))
            for side, party, card, count in zip(SIDES, parties, cards, met, strict=True)
        )
        return _fought(battle(field, (one,), (other,), dice), (one, other))


def numbers(war: WarContent, one: UnitType, other: UnitType, worth: int) -> tuple[int, int]:
    """How many of two cards meet: the largest stacks that cost the same, or nearly so.

    No stack costs more than `worth`, if one unit does not; what differs least, in tenths of the
    dearer, comes first.
    """
    most = war.warlords.stack_limit

    def apart(pair: tuple[int, int]) -> tuple[int, int]:
        costs = pair[0] * one.recruits, pair[1] * other.recruits
        return 10 * (max(costs) - min(costs)) // max(costs), -sum(costs)

    able = [
        (mine, theirs)
        for mine in range(1, most + 1)
        for theirs in range(1, most + 1)
        if max(mine * one.recruits, theirs * other.recruits) <= worth
    ]
    return min(able, key=apart, default=(1, 1))


def _more(card: UnitType, worth: int) -> int:
    """The units more that a side has for what it may cost above the other."""
    return (2 * worth + card.recruits) // (2 * card.recruits)


def _stack(war: WarContent, side: SideName, party: DuelSide, number: int) -> Company:
    kind = war.unit_types[party.people]
    first = 1000 * (1 + SIDES.index(side))
    line = [
        _fighter(card_of_type(kind), Place("unit", first + place), hero=False)
        for place in range(number)
    ]
    hero = war.hero_types.get(party.gift)
    if hero:
        line.append(_fighter(card_of_hero(hero, _LEVEL), Place("character", first), hero=True))
    spell = war.war_spells.get(party.gift)
    cast = (KeptSpell(name=spell.name, effect=dict(spell.effect)),) if spell else ()
    return Company(side=side, fighters=tuple(line), spells=cast)


def _fighter(card: Card, piece: Place, *, hero: bool) -> FighterCard:
    return FighterCard(
        piece=piece,
        name=card.type,
        type=card.type,
        hero=hero,
        strength=card.strength,
        hits=card.hits,
        abilities=dict(card.abilities),
        terrain=dict(card.terrain),
        kinds=card.kinds,
    )


def _fought(fights: Sequence[Engagement], sides: tuple[Company, Company]) -> DuelResult:
    dead = {each.piece for fight in fights for each in fight.events if isinstance(each, Died)}
    one, other = (
        sum(fighter.piece in dead for fighter in side.fighters) / len(side.fighters)
        for side in sides
    )
    return DuelResult(winner=int(fights[-1].winner != "attacker"), lead=other - one)
