"""What an action spell that succeeds does to the world; Kill Enemy also if it fails.

The figures and draws are those of `arts`. Sources: kingdoms.spell.*
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.dice import Dice
from engine.facts import Facts, facts
from engine.packs.kingdoms.arts.armies import Exposed, risen, scattered, sickness
from engine.packs.kingdoms.arts.charming import alignment_after
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.arts.killing import fate
from engine.packs.kingdoms.arts.provinces import FLOOD, PART_SEA, after, lays_to_rest
from engine.packs.kingdoms.arts.raising import alignment_after as raised_alignment
from engine.packs.kingdoms.arts.raising import gift
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import Art
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.dying import awake, die, fall_into_coma
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.ventures.acting import phase_now
from engine.packs.kingdoms.crowns.ventures.forces import led, tract_of
from engine.packs.kingdoms.crowns.ventures.targets import (
    caster_of,
    charmed,
    old_graves,
    raised,
    victim_of,
)
from engine.packs.kingdoms.pieces.enchantments import is_on, lay, lift
from engine.packs.kingdoms.pieces.records import (
    Army,
    Crown,
    Grave,
    Holding,
    LastingSpell,
    MagicItem,
    Ruler,
    Site,
)
from engine.state import State
from engine.world import Record

PLAGUE: Final = "PL"


@facts
class Worked(Facts):
    """The result of a spell."""

    came: str = ""
    """In a word: `hired`, `turned`, `killed`, `coma`, `enraged`, `life`, `king`, `skills`,
    `goodness`, `rested` (the graves), `ended` (a flood or a parting)."""
    fates: tuple[tuple[int, str], ...] = ()
    """Armies by id, and what became of each."""
    ruler: int = 0
    """Who appeared by it: a King whose Heir gave up the place."""
    alignment: str = ""
    """The alignment that a character has now, if it changed."""


@dataclass(frozen=True, slots=True)
class SpellUnderway:
    """A spell that is being cast: by whom, at what level, on what, with which dice."""

    state: State
    art: Art
    caster: Ruler
    level: int
    target: Record | None
    dice: Dice
    terrain: str = ""
    by_item: bool = False

    @property
    def arts(self) -> ArtsContent:
        """The module's spells."""
        return self.state.module.content(ArtsContent)

    @property
    def holding(self) -> Holding:
        """The province that it is cast on."""
        assert isinstance(self.target, Holding)
        return self.state.world.get(Holding, self.target.id)

    @property
    def whom(self) -> Ruler:
        """The character that it is cast on."""
        assert isinstance(self.target, Ruler)
        return self.state.world.get(Ruler, self.target.id)

    def lay(self, thing: Record, *, known_to: tuple[int, ...] = ()) -> None:
        """Lay it on a thing."""
        lay(
            self.state,
            thing,
            self.art.key,
            self.caster,
            self.level,
            phase_now(self.state),
            terrain=self.terrain,
            known_to=known_to,
        )


# ---------------------------------------------------------------- white magic


def resurrect(spell: SpellUnderway) -> Worked:
    """Resurrect Character: life, the old King, skills or goodness."""
    state, world, whom = spell.state, spell.state.world, spell.whom
    caster, target = caster_of(world, spell.caster), raised(world, spell.caster, whom)
    given = gift(caster, target)
    assert given
    _prayed(spell)
    if given == "king":
        return _king_returns(spell, whom)
    alignment = raised_alignment(caster, target, given)
    changed = alignment if alignment != whom.alignment else ""
    whom = awake(whom) if given in ("life", "skills") else whom
    if given == "life":
        # The hero lives without former possessions: the caster takes up those that are still there.
        for item in list(world.by(MagicItem, "holder", whom.place)):
            world.put(item.replace(holder=spell.caster.place))
        most = most_hit_points(state.module.content(RulerContent), whom.rank, whom.skill)
        whom = whom.replace(died=0, crown=spell.caster.crown, since=state.now.turn, hit_points=most)
    world.put(whom.replace(alignment=alignment))
    return Worked(came=given, alignment=changed)


def _king_returns(spell: SpellUnderway, heir: Ruler) -> Worked:
    """The dead King takes the Heir's place, with all the Heir's things and armies."""
    world = spell.state.world
    crown = world.get(Crown, heir.crown)
    king = awake(world.get(Ruler, crown.bones))
    for army in led(world, heir):
        world.put(army.replace(leader=king.id))
    for item in list(world.by(MagicItem, "holder", heir.place)):
        world.put(item.replace(holder=king.place))
    most = most_hit_points(spell.state.module.content(RulerContent), king.rank, king.skill)
    world.put(king.replace(died=0, holding=heir.holding, hit_points=most))
    world.put(crown.replace(king=king.id, bones=0, alignment=king.alignment))
    world.put(heir.replace(died=-1))
    return Worked(came="king", ruler=king.id)


def bless(spell: SpellUnderway) -> Worked:
    """Bless Province: more tax this turn, and perhaps rest for its dead."""
    world, holding = spell.state.world, spell.holding
    _prayed(spell)
    if not is_on(world, holding, spell.art.key):
        spell.lay(holding)
    graves = list(world.by(Grave, "holding", holding.id))
    if graves and lays_to_rest(spell.arts.workings, spell.level, spell.dice):
        for grave in graves:
            world.remove(grave)
        return Worked(came="rested")
    return Worked()


def _prayed(spell: SpellUnderway) -> None:
    """Count a Resurrection or Bless that succeeded for the caster (kingdoms.office.priest)."""
    caster = spell.state.world.get(Ruler, spell.caster.id)
    merit = caster.merit.replace(prayers=caster.merit.prayers + 1)
    spell.state.world.put(caster.replace(merit=merit))


# ---------------------------------------------------------------- provinces


def turn_water(spell: SpellUnderway) -> Worked:
    """Part Sea and Flood Province: each ends the other, or does its own work."""
    state, holding = spell.state, spell.holding
    tract = tract_of(state.world, state.module.content(ArmyContent), holding)
    then = after(spell.art, tract)
    other = FLOOD if spell.art.key == PART_SEA else PART_SEA
    if is_on(state.world, holding, other):
        lift(state.world, holding, other)
        return Worked(came="ended")
    if then != tract:
        spell.lay(holding)
    return Worked()


def lay_on_province(spell: SpellUnderway) -> Worked:
    """Earthquake: one spell on the province is enough."""
    if not is_on(spell.state.world, spell.holding, spell.art.key):
        spell.lay(spell.holding)
    return Worked()


def illusory_terrain(spell: SpellUnderway) -> Worked:
    """Illusory Terrain: a new illusion replaces the old one."""
    lift(spell.state.world, spell.holding, spell.art.key)
    spell.lay(spell.holding)
    return Worked()


def hide_feature(spell: SpellUnderway) -> Worked:
    """Hide Feature: from all who do not know it at the casting."""
    assert isinstance(spell.target, Site)
    site = spell.state.world.get(Site, spell.target.id)
    spell.lay(site, known_to=site.known_to)
    return Worked()


# ---------------------------------------------------------------- armies


def tornadoes(spell: SpellUnderway) -> Worked:
    """Tornadoes: every army there is checked, for all owners; a scattered one is gone."""
    world = spell.state.world
    armies = list(world.by(Army, "holding", spell.holding.id))
    gone = scattered(spell.arts.workings, spell.level, armies, spell.dice)
    for army in gone:
        world.remove(army)
    return Worked(fates=tuple((army.id, "scattered") for army in gone))


def skeletal_army(spell: SpellUnderway) -> Worked:
    """Skeletal Army: an army rises for each level, and joins the caster's force at once."""
    state, world, caster = spell.state, spell.state.world, spell.caster
    up: list[Army] = []
    for grave in risen(spell.level, old_graves(state, caster.holding), spell.dice):
        world.remove(grave)
        up.append(
            world.add(
                Army,
                type=grave.army,
                race=grave.race,
                quality=grave.quality,
                crown=caster.crown,
                holding=caster.holding,
                leader=caster.id,
                skeletal=True,
                raised=state.now.turn,
            )
        )
    return Worked(fates=tuple((army.id, "raised") for army in up))


def plague(spell: SpellUnderway) -> Worked:
    """Plague: it strikes a province, and spreads from the next phase on; once a turn each."""
    holding = spell.holding
    if is_on(spell.state.world, holding, spell.art.key):
        return Worked()
    spell.lay(holding)
    return Worked(fates=strike(spell.state, holding, spell.level, spell.dice))


def strike(state: State, holding: Holding, level: int, dice: Dice) -> tuple[tuple[int, str], ...]:
    """Let a plague strike a province: each army is checked, in order of id."""
    world, content = state.world, state.module.content(ArmyContent)
    workings = state.module.content(ArtsContent).workings
    devices = state.module.content(VentureContent).devices
    fates: list[tuple[int, str]] = []
    for army in list(world.by(Army, "holding", holding.id)):
        crown = world.find(Crown, army.crown)
        guarded = (
            crown is not None
            and crown.id == holding.owner
            and bool(boon(devices, crown.inventions, "plague_halved"))
        )
        exposed = Exposed(
            humanoid=content.army_races[army.race].humanoid,
            quality=army.quality,
            immune=army.immune,
            skeletal=army.skeletal,
            guarded=guarded,
        )
        came = sickness(workings, level, exposed, dice)
        if came == "destroyed":
            world.remove(army)
        elif came == "weakened":
            world.put(army.replace(quality=army.quality - 1))
        elif came == "immune":
            world.put(army.replace(immune=True))
        if came not in ("unaffected", "unhurt"):
            fates.append((army.id, came))
    return tuple(fates)


# ---------------------------------------------------------------- characters


def charm(spell: SpellUnderway) -> Worked:
    """Charm: the hero enters the caster's service without a fee; an Undead King turns the hero."""
    state, world, whom = spell.state, spell.state.world, spell.whom
    target = charmed(world, spell.caster, whom)
    caster = caster_of(world, spell.caster)
    alignment = alignment_after(spell.arts.workings, caster, target, spell.dice)
    changed = alignment if alignment != whom.alignment else ""
    if target.own:
        world.put(whom.replace(alignment=alignment))
        return Worked(came="turned", alignment=changed)
    hired = whom.replace(crown=spell.caster.crown, since=state.now.turn, alignment=alignment)
    world.put(hired)
    return Worked(came="hired", alignment=changed)


def lay_on_character(spell: SpellUnderway) -> Worked:
    """Oratory and Phantasmal Armies: they travel with the character for the rest of the turn."""
    spell.lay(spell.whom)
    return Worked()


def clairvoyance(spell: SpellUnderway) -> Worked:
    """Clairvoyance: a later one ends the one in effect."""
    world = spell.state.world
    for each in list(world.all(LastingSpell)):
        if each.art == spell.art.key and each.caster == spell.caster.id:
            world.remove(each)
    spell.lay(spell.whom)
    return Worked()


def kill_enemy(spell: SpellUnderway, chance: int) -> Worked:
    """Kill Enemy: death, a deathly coma, or a victim who attacks the caster at once."""
    state, whom = spell.state, spell.whom
    came = fate(spell.arts.workings, chance, victim_of(state.world, whom), spell.dice)
    if came == "killed":
        die(state, whom.id, "spell")
    elif came == "coma":
        fall_into_coma(state, whom.id)
    return Worked(came=came)


EFFECTS: Final[Mapping[str, Callable[[SpellUnderway], Worked]]] = {
    "RE": resurrect,
    "PA": turn_water,
    "BL": bless,
    "CH": charm,
    "OR": lay_on_character,
    "CL": clairvoyance,
    "IL": illusory_terrain,
    "PH": lay_on_character,
    "HI": hide_feature,
    "FL": turn_water,
    "TO": tornadoes,
    "EA": lay_on_province,
    "SK": skeletal_army,
    "PL": plague,
}
"""By code; Kill Enemy stands by itself, for it works also if it fails."""
