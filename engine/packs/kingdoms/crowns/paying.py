"""Income and pay as a turn ends, and what becomes of those who are not paid.

Sources: kingdoms.economy.income, kingdoms.economy.army-pay, kingdoms.economy.hero-pay,
kingdoms.economy.unpaid, kingdoms.invention.table.
"""

from __future__ import annotations

from typing import Final

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.dying import hand_over_armies
from engine.packs.kingdoms.crowns.gold import base_pay, hero_pay, settled, taxes
from engine.packs.kingdoms.crowns.growing import END
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.enchantments import is_on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.state import State

BLESS: Final = "BL"
QUAKE: Final = "EA"
PLOUGHED: Final = "Plain"
"""The ground on which a plough brings gold (kingdoms.invention.table)."""
_DEPLETED: Final = 0  # kingdoms.army.quality
_WHOLE: Final = 100


@facts
class TaxesCame(Event):
    """A kingdom's income of a turn (kingdoms.economy.income)."""

    kind = "kingdoms-taxes-came"

    crown: int
    taxes: int
    """What the provinces paid."""
    inventions: int
    """What inventions added to that."""
    treasury: int
    """What there is now."""


@facts
class PayTaken(Event):
    """What a kingdom paid its heroes and armies at a turn end."""

    kind = "kingdoms-pay-taken"

    crown: int
    heroes: int
    armies: int
    """In gold."""
    unpaid_heroes: tuple[int, ...]
    unpaid_armies: tuple[int, ...]
    treasury: int


@facts
class HeroLeft(Event):
    """An unpaid hero left the King, and stays in the province without one."""

    kind = "kingdoms-hero-left"

    ruler: int
    name: str
    crown: int
    holding: int
    disbanded: tuple[int, ...]
    """The armies that nobody could take over."""


@facts
class ArmyUnpaid(Event):
    """An army that was not paid lost a level of quality, or disbanded."""

    kind = "kingdoms-army-unpaid"

    army: int
    type: str
    holding: int
    quality: int
    disbanded: bool


def after_unpaid(quality: int) -> int | None:
    """The quality of an army that was not paid; None for one that disbands."""
    return None if quality <= _DEPLETED else quality - 1


def collect(state: State) -> None:
    """A step of the turn end: every kingdom's provinces pay, and inventions add to it."""
    world, gold = state.world, state.module.content(RulerContent).gold
    devices = state.module.content(VentureContent).devices
    for crown in list(living(world)):
        sums: list[tuple[str, int]] = []
        for holding in world.by(Holding, "owner", crown.id):
            paid = taxes(
                tax_of(world, state.module, holding),
                gold.bless_percent,
                blessed=is_on(world, holding, BLESS),
                quake=is_on(world, holding, QUAKE),
                raided=holding.raided,
            )
            sums.append((holding.terrain, paid))
        income = sum(paid for _, paid in sums)
        ploughed = sum(1 for terrain, paid in sums if terrain == PLOUGHED and paid)
        added = (
            income * boon(devices, crown.inventions, "tax_percent") // _WHOLE
            + ploughed * boon(devices, crown.inventions, "plain_gold")
            + boon(devices, crown.inventions, "gold")
        )
        treasury = crown.treasury + income + added
        world.put(crown.replace(treasury=treasury))
        came = TaxesCame(crown=crown.id, taxes=income, inventions=added, treasury=treasury)
        state.emit_to(came, own=[crown.faction])


def pay(state: State) -> None:
    """A step of the turn end: heroes are paid, then armies, and the unpaid draw conclusions."""
    world, content = state.world, state.module.content(RulerContent)
    types = state.module.content(ArmyContent).army_types
    for crown in list(living(world)):
        heroes = [each for each in world.by(Ruler, "crown", crown.id) if is_paid(each)]
        armies = list(world.by(Army, "crown", crown.id))
        claims = [pay_of(content, crown, each) for each in heroes]
        claims += [types[each.type].pay for each in armies]
        done = settled(crown.treasury, claims)
        world.put(crown.replace(treasury=done.treasury))
        first = len(heroes)
        poor_heroes = [heroes[place] for place in done.unpaid if place < first]
        poor_armies = [armies[place - first] for place in done.unpaid if place >= first]
        state.emit_to(
            PayTaken(
                crown=crown.id,
                heroes=sum(claims[place] for place in done.paid if place < first),
                armies=sum(claims[place] for place in done.paid if place >= first),
                unpaid_heroes=tuple(each.id for each in poor_heroes),
                unpaid_armies=tuple(each.id for each in poor_armies),
                treasury=done.treasury,
            ),
            own=[crown.faction],
        )
        for hero in poor_heroes:
            _may_leave(state, crown, hero)
        for army in poor_armies:
            _decay(state, crown, army.id)


def is_paid(ruler: Ruler) -> bool:
    """Whether a character of a kingdom is paid: living heroes are, Kings are not."""
    return ruler.alive and not ruler.royal


def pay_of(content: RulerContent, crown: Crown, hero: Ruler) -> int:
    """A hero's pay each turn in a kingdom; in a coma the pay is for the skills before it."""
    skill = hero.coma or hero.skill
    return hero_pay(content, crown.alignment, hero.alignment, base_pay(content.gold, skill))


def _may_leave(state: State, crown: Crown, hero: Ruler) -> None:
    leaves = state.module.content(RulerContent).gold.leaves
    if not succeeds(step_stream(state, END, Ruler.kind, hero.id, "unpaid"), leaves):
        return
    disbanded = hand_over_armies(state, hero)
    state.world.put(hero.replace(crown=0))
    left = HeroLeft(
        ruler=hero.id,
        name=hero.name,
        crown=crown.id,
        holding=hero.holding,
        disbanded=tuple(disbanded),
    )
    state.emit_to(left, own=[crown.faction])


def _decay(state: State, crown: Crown, id: int) -> None:
    world = state.world
    army = world.find(Army, id)
    if army is None:  # disbanded with an unpaid hero
        return
    quality = after_unpaid(army.quality)
    if quality is None:
        world.remove(army)
    else:
        world.put(army.replace(quality=quality))
    unpaid = ArmyUnpaid(
        army=army.id,
        type=army.type,
        holding=army.holding,
        quality=army.quality if quality is None else quality,
        disbanded=quality is None,
    )
    state.emit_to(unpaid, own=[crown.faction])
