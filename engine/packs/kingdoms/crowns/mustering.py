"""Who fights a battle of kingdoms, and where: from the world to the values of a battle.

Sources: kingdoms.battle.command, kingdoms.battle.retreat, kingdoms.map.independent-provinces,
kingdoms.invention.table, kingdoms.item.quality-bonus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.packs.kingdoms.battle.command import in_command_order, usual_order
from engine.packs.kingdoms.battle.values import (
    ArmyFactor,
    Champion,
    Contingent,
    Field,
    Fielded,
    Leader,
    Refuges,
    Setting,
    Side,
)
from engine.packs.kingdoms.bouts.commands import follows_freely, quality_bonus
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.artifacts import Artifact
from engine.packs.kingdoms.content.devices import Boon as Gives
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.experience import may_rise
from engine.packs.kingdoms.crowns.exploring import percent_of
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.provinces import adjacent, ground_of, is_parted, is_sea
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.pieces.abilities import Ability, level_in
from engine.packs.kingdoms.pieces.chance import percent_fraction
from engine.packs.kingdoms.pieces.enchantments import highest, is_on, on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, MagicItem, Ruler, Site
from engine.state import State
from engine.world import World

MILITIA: Final = 0
"""The kingdom of militia, which has none."""
ILLUSION, ORATORY, PHANTASM = "IL", "OR", "PH"
"""The codes of spells that count in battles."""
_PARTED_AS: Final = "Plain"
_ALL: Final = 100
_SUPREME, _LEADS = "Supreme commander at a battle", "Lead some units at a battle"
_INVENTIONS: Final[tuple[tuple[Gives, tuple[str, ...]], ...]] = (
    ("cavalry_percent", ("LC", "HC")),
    ("bowmen_percent", ("BO",)),
    ("legion_percent", ("LE",)),
)


def hostile(world: World, one: int, other: int) -> bool:
    """Whether armies of two kingdoms fight each other; militia is everybody's enemy."""
    if one == other:
        return False
    return MILITIA in (one, other) or not partners(world, one, other)


def field_of(state: State, holding: Holding) -> Field:
    """Where a battle in a province is fought (kingdoms.battle.sea, kingdoms.spell.part-sea)."""
    content, learning = (
        state.module.content(ArmyContent),
        state.module.content(RulerContent).learning,
    )
    illusions = list(on(state.world, holding, ILLUSION))
    parted = ground_of(content, holding).sea and is_parted(state.world, holding)
    setting = Setting(
        province=holding.id,
        ground=_PARTED_AS if parted else holding.terrain,
        illusion=illusions[-1].terrain if illusions else "",
    )
    chances = learning.of(_SUPREME).chance, learning.of(_LEADS).chance
    return Field.of(content, setting, chances)


# ---------------------------------------------------------------- armies and leaders


def contingents_of(
    state: State, field: Field, holding: Holding, armies: Sequence[Army]
) -> tuple[Contingent, ...]:
    """The armies of one side by their leaders, in command order, the garrison last."""
    world = state.world
    forces: dict[int, list[Army]] = {}
    for army in armies:
        forces.setdefault(army.leader, []).append(army)
    found: list[Contingent] = []
    for leader, force in forces.items():
        ruler = world.get(Ruler, leader) if leader else None
        carried = _carried(state, ruler)
        fielded = {army.id: _fielded(world, holding, army, carried) for army in force}
        order = usual_order(field, fielded.values())
        if ruler:
            wanted = [fielded[id] for id in ruler.line if id in fielded]
            order = [*wanted, *(each for each in order if each not in wanted)]
        found.append(
            Contingent(
                leader=_leader(state, field, ruler, carried) if ruler else None,
                armies=tuple(order),
                origin=max(army.came for army in force),
            )
        )
    return in_command_order(field, found)


def _carried(state: State, ruler: Ruler | None) -> tuple[Artifact, ...]:
    if ruler is None:
        return ()
    artifacts = state.module.content(EncounterContent).artifacts
    items = (artifacts[item.item] for item in state.world.by(MagicItem, "holder", ruler.place))
    undead = ruler.alignment == "Undead"
    return tuple(each for each in items if not (undead and each.not_undead))


def _fielded(world: World, holding: Holding, army: Army, carried: tuple[Artifact, ...]) -> Fielded:
    crown = world.find(Crown, army.crown)
    return Fielded(
        piece=army.place,
        type=army.type,
        race=army.race,
        quality=army.quality,
        skeletal=army.skeletal,
        home=crown is not None and crown.home == holding.id,
        blessed=quality_bonus(carried, army.race, army.type),
        obedient=follows_freely(carried, army.race, army.type),
    )


def _leader(state: State, field: Field, ruler: Ruler, carried: tuple[Artifact, ...]) -> Leader:
    world = state.world

    def level(ability: Ability) -> int:
        more = max((each.levels.get(ability, 0) for each in carried), default=0)
        return level_in(ruler.skill, ability) + more

    return Leader(
        piece=ruler.place,
        name=ruler.name,
        race=ruler.race,
        alignment=ruler.alignment,
        royal=ruler.royal,
        tactical=level("TA"),
        naval=level("NA"),
        march=level("MA"),
        druid=level("DR"),
        oratory=is_on(world, ruler, ORATORY),
        phantasm=highest(world, ruler, PHANTASM),
        champion=Champion(temper=ruler.temper, refusal=ruler.refusal, plan=ruler.plan),
        learns=may_rise(ruler, "NA" if field.sea else "TA"),
    )


# ---------------------------------------------------------------- sides


def side_of(
    state: State,
    field: Field,
    holding: Holding,
    crown: int,
    contingents: tuple[Contingent, ...],
    *,
    defends: bool,
) -> Side:
    """One side of a battle: a kingdom's contingents, or the militia."""
    world = state.world
    if crown == MILITIA:
        return Side(explored=_ALL, contingents=contingents)
    kingdom = world.get(Crown, crown)
    king = world.find(Ruler, kingdom.king) if kingdom.king else None
    return Side(
        crown=crown,
        alignment=kingdom.alignment,
        explored=percent_of(world, crown, holding.id),
        king_race=king.race if king else kingdom.race,
        king_druid=level_in(king.skill, "DR") if king else 0,
        supplied=_has_oasis(state, kingdom, holding),
        boons=tuple(_boons(state, field, kingdom, holding, defends=defends)),
        contingents=contingents,
        refuges=_refuges(state, field, kingdom, holding),
    )


def _has_oasis(state: State, crown: Crown, holding: Holding) -> bool:
    """Whether the owner's armies need no camels here (kingdoms.feature.benefits)."""
    if holding.owner != crown.id:
        return False
    sites = state.module.content(EncounterContent).sites
    return any(
        sites[site.feature].benefit == "oasis" and not site.being and crown.id in site.known_to
        for site in state.world.by(Site, "holding", holding.id)
    )


def _boons(
    state: State, field: Field, crown: Crown, holding: Holding, *, defends: bool
) -> Iterator[ArmyFactor]:
    """The inventions that work in this battle (kingdoms.invention.table)."""
    devices = state.module.content(VentureContent).devices

    def percent(what: Gives) -> int:
        return boon(devices, crown.inventions, what)

    working: list[tuple[Gives, tuple[str, ...]]] = list(_INVENTIONS)
    if not defends:
        working.append(("attack_percent", ()))
    elif holding.owner == crown.id and not field.sea:
        working.append(("walls_percent", ()))
    if field.sea:
        working.append(("fleet_percent", ("FL",)))
    for what, types in working:
        if percent(what):
            yield ArmyFactor(name=what, factor=percent_fraction(percent(what)), types=types)


def _refuges(state: State, field: Field, crown: Crown, holding: Holding) -> Refuges:
    """Where a kingdom's beaten armies may fall back to (kingdoms.battle.retreat)."""
    world, content = state.world, state.module.content(ArmyContent)
    near = [world.get(Holding, id) for id in adjacent(world, holding.id)]
    seas = [each for each in near if is_sea(world, content, each)]
    lands = [each for each in near if each not in seas]
    friendly = [
        each
        for each in lands
        if each.owner and partners(world, crown.id, each.owner) and _safe(world, crown, each)
    ]
    safe_seas = [each for each in seas if _safe(world, crown, each)]
    return Refuges(
        land=_ids(friendly),
        sea=_ids([*safe_seas, *friendly] if field.sea else safe_seas),
        water=_ids(seas),
        adjacent=_ids(near),
    )


def _ids(holdings: Iterable[Holding]) -> tuple[int, ...]:
    return tuple(sorted(each.id for each in holdings))


def _safe(world: World, crown: Crown, holding: Holding) -> bool:
    """Whether no army hostile to a kingdom stands in a province."""
    return not any(
        (army.crown or army.militia) and hostile(world, crown.id, army.crown)
        for army in world.by(Army, "holding", holding.id)
    )
