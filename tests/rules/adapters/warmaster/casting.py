"""Small battles for one rule; wizards, their spells and what stops them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any

from engine.dice import Dice, Percent
from engine.facts import Tagged
from engine.packs.warmaster.battle import magic, magic_targets
from engine.packs.warmaster.battle.blows import CastMore, SpellStruck, WizardCast
from engine.packs.warmaster.battle.grid import NEIGHBOURS, cell_of, spot_of
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.magic_effects import work
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Captain, Spot, Troop
from engine.packs.warmaster.content.items import MagicItem
from engine.packs.warmaster.content.lists import NO_ARMOUR
from engine.packs.warmaster.content.spells import Strike, WarSpell
from tests.rules.adapters.warmaster.scene import (
    LORE,
    army,
    captain,
    field_of,
    fought_by,
    key_of_spell,
    played,
    set_out,
    troop_of,
    type_of,
)
from tests.rules.dice import WholeDice
from tests.rules.harness import Function, Given, Result, rule

HERE: Spot = (8, 8)
FAR: Spot = (17, 0)
"""Where nobody is in anybody's way."""
COVERED = {0: "open", 1: "woods", 2: "wall3"}
"""A terrain for each cover."""
LASTING = 20
"""Hits of a stand that is not to fall."""


class Falling(WholeDice):
    """Dice that fall as listed, then as one pattern for ever."""

    def __init__(self, listed: Iterable[int] = (), then: Sequence[int] = (1,)) -> None:
        self._listed = iter((*listed,))
        self._then = cycle(then)
        self.thrown = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        assert sides == 6
        self.thrown += 1
        return next(self._listed, None) or next(self._then)


def sum_of_two(total: int) -> tuple[int, int]:
    """Two dice of that sum, which are a double only where they must be."""
    high = min(6, total - 1)
    if 2 * high == total and 2 < total < 12:
        high += 1
    return high, total - high


def armour_of(text: str) -> int:
    return NO_ARMOUR if text == "none" else int(text.removesuffix("+"))


def armour_text(value: int) -> str:
    return "none" if value == NO_ARMOUR else f"{value}+"


def foot(**figures: Any) -> Troop:
    """A unit of infantry whose stands do not fall; every figure may be given."""
    usual: dict[str, Any] = {"armour": NO_ARMOUR, "hits": LASTING, "at": HERE}
    return troop_of(type_of("Halberdiers")).replace(**{**usual, **figures})


def one_stand(**figures: Any) -> Troop:
    """A unit of one stand with one attack."""
    return foot(**{"attacks": 1, "full_stands": 1, "stands": 1, **figures})


def next_to(spot: Spot, direction: int = 0) -> Spot:
    """The hex next to one, by the place of its direction in the order of neighbours."""
    return spot_of(NEIGHBOURS[cell_of(spot)][direction])


def stage(
    own: Sequence[Troop],
    enemies: Sequence[Troop],
    *,
    captains: Sequence[Captain] = (),
    enemy_captains: Sequence[Captain] = (),
    terrain: Mapping[str, Sequence[Spot]] | None = None,
    dice: object = None,
    lore: Lore = LORE,
    **army_changes: Any,
) -> Battle:
    """A battle in the attacker's turn, everybody where they are said to be."""
    battle = set_out(
        fought_by(
            army(ATTACKER, *own, captains=captains, **army_changes),
            army(DEFENDER, *enemies, captains=enemy_captains),
            field=field_of({kind: list(map(list, each)) for kind, each in (terrain or {}).items()}),
        )
    )
    roll: Any = dice or Falling()
    thrown: Dice = roll
    battle.dice, battle.lore = thrown, lore
    return battle


def own(battle: Battle, number: int = 1) -> BattleUnit:
    return battle.units[ATTACKER][number - 1]


def enemy(battle: Battle, number: int = 1) -> BattleUnit:
    return battle.units[DEFENDER][number - 1]


def leader(battle: Battle, number: int = 1) -> BattleCharacter:
    return battle.characters[ATTACKER][number - 1]


def happened(battle: Battle, kind: type[Any]) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in battle.events if isinstance(event, kind)]


def first(events: Iterable[Tagged], default: Any = None) -> Any:
    return next(iter(events), default)


def with_spell(key: str, **changes: Any) -> Lore:
    """The magic of the module, in which a spell has other figures."""
    spell: WarSpell = LORE.spells[key].model_copy(update=changes)
    return Lore(spells={**LORE.spells, key: spell}, items=LORE.items)


def with_effect(key: str, **changes: Any) -> Lore:
    """The magic of the module, in which what an item does has other figures."""
    item: MagicItem = LORE.items[key]
    changed = item.model_copy(update={"effect": item.effect.model_copy(update=changes)})
    return Lore(spells=LORE.spells, items={**LORE.items, key: changed})


def or_played(*ids: str) -> Callable[[Function], Function]:
    """Mark an adapter that plays cases with a `phase`, and hands on all others."""

    def mark(function: Function) -> Function:
        def either(given: Given) -> Result:
            return played(given) if "phase" in given else function(given)

        either.__module__, either.__qualname__ = function.__module__, function.__qualname__
        for each in ids:
            rule(each)(either)
        return either

    return mark


def ones(number: int) -> Iterator[int]:
    return iter((1,) * number)


for name in ("warmaster.magic.choice", *(f"warmaster.spell.{key}" for key in LORE.spells)):
    rule(name)(played)

AIMED = "chains-of-ash"
"""A spell at one enemy, without dice but that of the cast."""
AWAY: Spot = (10, 8)
"""Two hexes east of the Wizard."""


def wizard(*spells: str, **changes: Any) -> Captain:
    """A Wizard with the first unit."""
    made = captain("wizard", with_=1, spells=spells or (AIMED,))
    return made.replace(**changes)


def told(battle: Battle, number: int = 1) -> WizardCast:
    """What became of a cast."""
    return happened(battle, WizardCast)[number - 1]


# ---------------------------------------------------------------- who casts, and how often


@or_played("warmaster.magic.wizards-only")
def wizards_only(given: Given) -> Result:
    caster = wizard(role=given["role"])
    battle = stage([foot()], [foot(at=AWAY)], captains=[caster], dice=Falling([6]))
    magic.cast_all(battle)
    return {"may_cast": bool(happened(battle, WizardCast))}


@or_played("warmaster.magic.one-per-phase")
def one_per_phase(given: Given) -> Result:
    enemies = [foot(at=AWAY), foot(at=(8, 5))]
    battle = stage([foot()], enemies, captains=[wizard()], dice=Falling([6]))
    return {"may_cast": given["casts_so_far"] < magic.cast_with(battle, leader(battle))}


@or_played("warmaster.magic.in-combat")
def in_combat(given: Given) -> Result:
    at = next_to(HERE) if given["wizard_unit_engaged"] else AWAY
    battle = stage([foot()], [foot(at=at)], captains=[wizard("plague-cough")], dice=Falling([6]))
    assert battle.engaged(own(battle)) == given["wizard_unit_engaged"]
    magic.cast_all(battle)
    return {"may_cast": bool(happened(battle, WizardCast))}


# ---------------------------------------------------------------- targets


@or_played("warmaster.magic.range-and-target")
def in_range(given: Given) -> Result:
    spell = LORE.spells["storm-lance"].model_copy(update={"range": given["range"]})
    distances = [given.get("chosen_enemy") or given["distance"]]
    if "nearest_enemy" in given:
        distances.append(given["nearest_enemy"])
    # On either side, so that none stands in the way of the other's sight.
    spots = [
        (HERE[0] + side * away, HERE[1]) for side, away in zip((1, -1), distances, strict=False)
    ]
    battle = stage([foot()], [foot(at=spot) for spot in spots])
    chosen = enemy(battle)
    return {"eligible": magic_targets.eligible(battle, spell, chosen, own(battle).cell)}


@or_played("warmaster.magic.sight")
def in_sight(given: Given) -> Result:
    spell = LORE.spells[key_of_spell(given["spell"])]
    woods = {"woods": [(9, 8)]} if given["sight_blocked"] else {}
    battle, unit = target_of(spell.key, terrain=woods)
    return {"eligible": reached(battle, spell.key, unit)}


def target_of(
    key: str, *, terrain: Mapping[str, Sequence[Spot]] | None = None, engaged: bool | None = None
) -> tuple[Battle, BattleUnit]:
    """A battle in which a Wizard may cast a spell at a unit two hexes away, and that unit."""
    spell = LORE.spells[key]
    engaged = spell.engaged if engaged is None else engaged
    ours = spell.aim in ("own", "all own")
    other = AWAY[0] + (1 if engaged else 2), AWAY[1]
    aimed = foot(at=AWAY, stands=spell.few_stands or 2)
    if not ours:
        own_units = [foot(), foot(at=other if engaged else (0, 13))]
        battle = stage(own_units, [aimed], captains=[wizard(key)], terrain=terrain)
        return battle, enemy(battle)
    battle = stage([foot(), aimed], [foot(at=other)], captains=[wizard(key)], terrain=terrain)
    return battle, own(battle, 2)


def reached(battle: Battle, key: str, unit: BattleUnit) -> bool:
    """Whether the spell of the Wizard can be aimed so that it reaches that unit."""
    cast = magic_targets.aimed(battle, 0, LORE.spells[key], own(battle).cell)
    return cast is not None and unit in cast.targets


@or_played("warmaster.magic.same-spell-once")
def same_spell_once(given: Given) -> Result:
    key = key_of_spell(given["spell"])
    battle, unit = target_of(key)
    assert given["unit"]
    battle.affected.update((key_of_spell(each), unit) for each in given["affected_by"])
    return {"can_be_affected": reached(battle, key, unit)}


@or_played("warmaster.magic.path-spells")
def path(given: Given) -> Result:
    battle = stage([foot(at=FAR)], [])
    direction = ("NE", "E", "SE", "SW", "W", "NW").index(given["direction"])
    cells = magic_targets.path(battle, cell_of(tuple(given["from"])), direction, given["range"])
    return {"path": [list(spot_of(cell)) for cell in cells]}


# ---------------------------------------------------------------- the roll


def share(works: Callable[[Any], bool], rolls: Iterable[Any]) -> Fraction:
    """Of how many of all rolls it works."""
    found = [works(each) for each in rolls]
    return Fraction(sum(found), len(found))


@rule("warmaster.magic.score")
@rule("warmaster.magic.natural-1-6")
def score(given: Given) -> Result:
    modifier = given.get("modifier", 0)

    def works(die: int) -> bool:
        return magic.works(given["score"], die, modifier)

    found: dict[str, object] = {"chance": share(works, range(1, 7))}
    if "roll" in given:
        found["works"] = works(given["roll"])
    return found


@or_played("warmaster.magic.modifiers")
def modifiers(given: Given) -> Result:
    if "score" in given:
        return score(given)
    item = "wand-of-power" if given.get("wand", False) else ""
    battle = stage([foot()], [foot(at=AWAY)], captains=[wizard(item=item)])
    leader(battle).spellbound = int(given.get("spellbound", False))
    magic.cast_all(battle)
    return {"modifier": told(battle).modifier}


@or_played("warmaster.magic.affected")
def affected(given: Given) -> Result:
    scroll = "scroll-of-dispelling" if given.get("dispelled", False) else ""
    hits = given.get("hits", 0)
    die = 6 if given["rolled_enough"] else 2
    battle = stage(
        [foot()],
        [foot(at=AWAY)],
        captains=[wizard("storm-lance")],
        enemy_captains=[wizard(item=scroll)],
        dice=Falling([die, *[4] * hits]),
    )
    magic.cast_all(battle)
    for struck in happened(battle, SpellStruck):
        assert struck.harm.hits == hits
    return {"affected": ("storm-lance", enemy(battle)) in battle.affected}


@or_played("warmaster.magic.shooting-attacks")
def shooting_attacks(given: Given) -> Result:
    if "spell" in given:
        key = key_of_spell(given["spell"])
        battle, unit = target_of(key, engaged=given["target_engaged"])
        return {"eligible": reached(battle, key, unit)}
    effects = (Strike(does="strike", attacks=given["attacks"]),)
    spell = LORE.spells["storm-lance"].model_copy(update={"effects": effects})
    battle = stage(
        [foot()],
        [foot(at=AWAY)],
        terrain={COVERED[given["cover"]]: [AWAY]},
        dice=Falling(given["rolls"]),
    )
    work(battle, spell, enemy(battle))
    (struck,) = happened(battle, SpellStruck)
    return {"hits": struck.harm.hits}


# ---------------------------------------------------------------- what stops a spell


@or_played("warmaster.magic.antimagic")
def antimagic(given: Given) -> Result:
    scroll = "scroll-of-dispelling" if given.get("scroll", False) else ""
    smith = wizard(role="runesmith", with_=2, item=scroll)
    spot = (HERE[0] - given["distance"], HERE[1])
    rolls = [6, *([given["roll"]] if "roll" in given else [])]
    battle = stage(
        [foot()],
        [foot(at=AWAY), foot(at=spot)],
        captains=[wizard()],
        enemy_captains=[smith],
        dice=Falling(rolls),
    )
    magic.cast_all(battle)
    cast = told(battle)
    return {"stopped": cast.stopped, "rolled": cast.antimagic > 0}


# ---------------------------------------------------------------- casting again


@or_played("warmaster.magic.bonus-casts")
def bonus_casts(given: Given) -> Result:
    if "courses" in given:
        return {"casts": _course(given["courses"])}
    spells = (key_of_spell(given.get("bonus_spell", "teleport")), AIMED, "teleport")
    rolls = [4 if given["teleport_worked"] else 2]
    if given["teleport_worked"]:
        rolls.append(given["bonus_roll"])
    battle = travelling(spells, rod=given.get("rod", False), rolls=rolls, near=False)
    return {"casts": magic.cast_with(battle, leader(battle))}


def _course(course: Sequence[str]) -> int:
    """Play a course of casts, of which each but the last works; how many were cast."""
    first = course[0]
    rod = any("rod" in each for each in course)
    battle = travelling((AIMED, "teleport"), rod=rod, rolls=(), near=first == "first")
    casts = magic.cast_with(battle, leader(battle))
    if first == "first":
        assert [told(battle, number).spell for number in (1, 2)] == [AIMED, "teleport"]
    else:
        assert told(battle).spell == "teleport"
    assert {bool(event.item) for event in happened(battle, CastMore)} == {True, False}
    return casts


def travelling(spells: Sequence[str], *, rod: bool, rolls: Sequence[int], near: bool) -> Battle:
    """A Wizard whose spells have targets only after a move, or one at once, if `near`."""
    there = (HERE[0] + 8, HERE[1])
    enemies = [foot(at=(there[0], there[1] + rows)) for rows in (-3, 3)]
    if near:
        enemies.append(foot(at=(HERE[0] - 5, HERE[1])))
    return stage(
        [foot(), foot(at=there)],
        enemies,
        captains=[wizard(*spells, item="rod-of-repetition" if rod else "")],
        dice=Falling(rolls, then=(6,) if not rolls else (2,)),
    )
