"""What is usual of what a kingdom does not know: foreign armies and characters, guardians.

All of it follows from the rules that make such things, and from what the module says of how they
grow (`content.rulers.Supposed`). A share from 0 to 1 says how strong somebody is among all who are
like that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.campaign import Now
from engine.dice import Dice
from engine.module import Module
from engine.packs.kingdoms.bouts.making import likely_hits
from engine.packs.kingdoms.bouts.sites import hoard
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.founding import militia_of, tax_base
from engine.packs.kingdoms.crowns.gold import raised_in
from engine.packs.kingdoms.crowns.heroes import drawn_hero, most_hit_points
from engine.packs.kingdoms.crowns.kings import Choices, levels_of_king
from engine.packs.kingdoms.crowns.provinces import ground_of, is_coastal
from engine.packs.kingdoms.pieces.abilities import ABILITIES, Ability, Levels, level_in, with_level
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler, Site
from engine.world import World

T = TypeVar("T")


class UsualStrength:
    """Expected foreign strength, from what is known."""

    def __init__(self, view: World, module: Module) -> None:
        self.view = view
        self.rulers = module.content(RulerContent)
        self.armies = module.content(ArmyContent)
        self.finds = module.content(EncounterContent)

    # ------------------------------------------------------------------ armies

    def garrison(
        self, crown: Crown, holding: Holding, number: int, share: float, dice: Dice
    ) -> Iterator[dict[str, Any]]:
        """Number of armies in a kingdom's garrison: one from the start, then raised ones.

        Sources: kingdoms.setup.start-forces, kingdoms.economy.recruit-places.
        """
        ground = ground_of(self.armies, holding)
        coastal = is_coastal(self.view, self.armies, holding.id)
        start = self.rulers.start.garrison
        raised = [
            each.key
            for each in self.armies.army_types.values()
            if raised_in(each, ground, coastal=coastal)
        ]
        for place in range(number):
            first = not place and (start in raised or not raised)
            yield self.army(crown, start if first else dice.pick(raised), share)

    def army(self, crown: Crown, type: str, share: float) -> dict[str, Any]:
        """An army of a type in a kingdom's service."""
        return {
            "type": type,
            "race": self.armies.army_types[type].race or crown.race,
            "quality": _at(self.rulers.supposed.qualities, share),
            "crown": crown.id,
        }

    def militia(self, holding: Holding, seen: int | None, share: float) -> list[dict[str, Any]]:
        """The militia of an independent province, of which no more than `seen` are left.

        Source: kingdoms.map.independent-provinces.
        """
        ground, start = ground_of(self.armies, holding), self.rulers.start
        tax = holding.tax if holding.knows("tax") else _at(self._taxes(ground.tax), share)
        number, race = militia_of(self.rulers, holding.terrain, tax, sea=ground.sea)
        army = {
            "type": start.garrison,
            "race": race,
            "quality": start.militia_quality,
            "crown": 0,
            "militia": True,
        }
        return [army] * (number if seen is None else min(number, seen))

    def _taxes(self, average: int) -> tuple[int, ...]:
        """The tax bases that a ground of that average may have."""
        return tuple(tax_base(average, drawn) for drawn in (1, 2, 3))

    # ------------------------------------------------------------------ characters

    def character(self, ruler: Ruler, share: float, dice: Dice) -> dict[str, Any]:
        """A King or hero as the rules make them, with what such have learned by now.

        Sources: kingdoms.setup.hero-generation, kingdoms.setup.kingdom-choices.
        """
        if ruler.royal:
            courts = list(self.rulers.courts.values())
            court = dice.pick([c for c in courts if c.alignment == ruler.alignment] or courts)
            made = Choices.model_validate(court.choices())
            aptitude, skill = levels_of_king(self.rulers, made)
            temper, refusal = made.temper, 0
        else:
            hero = drawn_hero(self.rulers, dice, race=ruler.race, alignment=ruler.alignment)
            aptitude, skill = hero.aptitude, hero.skill
            temper, refusal = hero.temper, hero.refusal
        skill = self._schooled(aptitude, skill, share, dice)
        return {
            "temper": temper,
            "refusal": refusal,
            "aptitude": aptitude,
            "skill": skill,
            "hit_points": most_hit_points(self.rulers, ruler.rank, skill),
            "holding": 0,
        }

    def _schooled(self, aptitude: Levels, skill: Levels, share: float, dice: Dice) -> Levels:
        """Skills with what has been learned since the first turn."""
        turns = self.view.get(Now, 1).turn - 1
        years = turns / len(self.rulers.turns.seasons)
        for _ in range(round(2 * share * years * self.rulers.supposed.lessons)):
            able: list[Ability] = [
                each for each in ABILITIES if level_in(skill, each) < level_in(aptitude, each)
            ]
            if not able:
                break
            learned = dice.pick(able)
            skill = with_level(skill, learned, level_in(skill, learned) + 1)
        return skill

    # ------------------------------------------------------------------ guardians

    def guardian(self, site: Site, share: float, dice: Dice) -> dict[str, Any]:
        """What a feature's guardian has left, and what it keeps (kingdoms.monster.hit-points)."""
        being = self.finds.beings[site.being]
        hits = _at(likely_hits(being), share)
        gold = hoard(self.finds, self.finds.sites[site.feature], dice, guarded=True).gold
        return {"spot": 0, "hit_points": hits, "full": hits, "gold": gold}


def _at(values: Sequence[T], share: float) -> T:
    """Of values from the weakest to the strongest the one at that share."""
    return values[min(len(values) - 1, int(share * len(values)))]
