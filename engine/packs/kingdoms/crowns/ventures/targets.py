"""What an action spell may be cast on: what it aims at, how far it reaches, and whose it is.

Source: kingdoms.magic.targets, and the spell's own rule for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.distance_rings import rings
from engine.facts import NotKnown
from engine.orders import Refusal
from engine.packs.kingdoms.arts.casters import RealmCaster
from engine.packs.kingdoms.arts.charming import Charmed, charmable
from engine.packs.kingdoms.arts.killing import Victim, killable
from engine.packs.kingdoms.arts.provinces import (
    EARTHQUAKE,
    FLOOD,
    PART_SEA,
    targetable,
    workable,
)
from engine.packs.kingdoms.arts.raising import Target, gift
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import CHARM, Art
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.provinces import adjacent, distance
from engine.packs.kingdoms.crowns.relations import owner_for
from engine.packs.kingdoms.crowns.ventures.acting import as_many_as_may_be, undiscovered
from engine.packs.kingdoms.crowns.ventures.forces import led, tract_of
from engine.packs.kingdoms.pieces.records import Crown, Grave, Holding, Lands, Ruler, Site
from engine.state import State
from engine.world import Record, World

TARGETS: Final = "kingdoms.magic.targets"
RESURRECT: Final = "RE"
CLAIRVOYANCE: Final = "CL"
ILLUSION: Final = "IL"
HIDE: Final = "HI"
SKELETONS: Final = "SK"
KILL: Final = "KI"


# ---------------------------------------------------------------- as spells read them


def caster_of(world: World, ruler: Ruler) -> RealmCaster:
    """A character as the spells read who casts them."""
    return RealmCaster(ruler.alignment, world.get(Crown, ruler.crown).alignment, royal=ruler.royal)


def raised(world: World, caster: Ruler, whom: Ruler) -> Target:
    """A character as a target of Resurrect Character."""
    return Target(
        rank=whom.rank,
        alignment=whom.alignment,
        dead=not whom.alive,
        comatose=bool(whom.coma),
        own=whom.crown == caster.crown,
        grown=whom.grown,
    )


def charmed(world: World, caster: Ruler, whom: Ruler) -> Charmed:
    """A character as a target of Charm."""
    return Charmed(
        alignment=whom.alignment,
        highest=max(whom.coma or whom.skill),
        hero=not whom.royal,
        armies=len(led(world, whom)),
        own=whom.crown == caster.crown,
    )


def victim_of(world: World, whom: Ruler) -> Victim:
    """A character as a target of Kill Enemy."""
    return Victim(whom.alignment, hero=not whom.royal, leads_army=bool(led(world, whom)))


def old_graves(state: State, holding: int) -> list[Grave]:
    """The graves of earlier turns in a province, the oldest first (kingdoms.spell)."""
    graves = (g for g in state.world.by(Grave, "holding", holding) if g.turn < state.now.turn)
    return sorted(graves, key=lambda grave: (grave.turn, grave.id))


def full(state: State, crown: int) -> bool:
    """Whether a kingdom has as many living characters as it may (kingdoms.mapping.stack)."""
    living = sum(1 for each in state.world.by(Ruler, "crown", crown) if each.alive)
    return living >= state.module.content(RulerContent).gold.characters


# ---------------------------------------------------------------- choosing


def targets(state: State, art: Art, caster: Ruler) -> Iterator[Record]:
    """Everything that a spell may be cast on as far as is known, the nearest land first."""
    world = state.world
    found: Iterator[Record]
    if art.aim == "province":
        here = (caster.holding, *adjacent(world, caster.holding))
        wide = art.reach == "anywhere"
        grid = world.get(Lands, 1).grid
        every = (id for _, ring in rings(grid, caster.holding) for id in ring)
        known = (world.find(Holding, id) for id in (every if wide else here))
        found = (each for each in known if each)
    elif art.aim == "character":
        wide = art.reach == "anywhere"
        found = world.all(Ruler) if wide else world.by(Ruler, "holding", caster.holding)
    elif art.aim == "feature":
        found = world.by(Site, "holding", caster.holding)
    else:
        return
    for each in found:
        if _may_fit(state, art, caster, each) and not _idle(art, each):
            yield each


def _idle(art: Art, target: Record) -> bool:
    """Whether a spell that may be cast there would change nothing: nobody is taxed on such land."""
    free = isinstance(target, Holding) and target.knows("owner") and not target.owner
    return art.key == EARTHQUAKE and free


def _may_fit(state: State, art: Art, caster: Ruler, target: Record) -> bool:
    """Whether nothing that is known keeps a spell from being cast on a target.

    Land may be tried although its owner is not known; of people it has to be known.
    """
    try:
        return not any(refusals(state, art, caster, target))
    except NotKnown:
        return isinstance(target, Holding)


def refusals(
    state: State, art: Art, caster: Ruler, target: Record | None, terrain: str = ""
) -> Iterator[Refusal]:
    """Why a spell cannot be cast on a target."""
    rule = rule_of(art)
    match target:
        case None if not art.aim:
            if art.key == SKELETONS and not old_graves(state, caster.holding):
                yield Refusal(
                    "missing",
                    rule,
                    "No army that was destroyed in an earlier turn lies here.",
                    "Cast it where a battle was fought before this turn.",
                )
        case Holding() if art.aim == "province":
            yield from _no_province(state, art, caster, target, terrain)
        case Ruler() if art.aim == "character":
            yield from _no_character(state, art, caster, target)
        case Site() if art.aim == "feature":
            if target.holding != caster.holding:
                yield Refusal("out_of_range", rule, "That feature is not where the caster is.")
            elif caster.crown not in target.known_to:
                yield undiscovered(rule)
        case _:
            on = f"on a {art.aim}" if art.aim else "on nothing but the caster's own province"
            says = f"{art.name} is cast {on}."
            code = "bad_target" if target else "missing"
            yield Refusal(code, rule, says, "Choose from the list that appears as you type.")


def rule_of(art: Art) -> str:
    """The rulebook's entry of a spell."""
    return art.rule or f"kingdoms.spell.{art.name.lower().replace(' ', '-')}"


def _no_province(
    state: State, art: Art, caster: Ruler, target: Holding, terrain: str
) -> Iterator[Refusal]:
    world, content = state.world, state.module.content(ArmyContent)
    away = distance(world, caster.holding, target.id)
    if not targetable(art, away, "enemy"):
        yield Refusal(
            "out_of_range",
            TARGETS,
            f"{art.name} reaches the caster's province and those next to it.",
            "Choose one of them.",
        )
    elif not targetable(art, away, owner_for(world, caster.crown, target)):
        yield Refusal(
            "not_allowed",
            TARGETS,
            f"{art.name} is cast on enemy provinces, not on yours or a treaty partner's.",
            "Choose another province.",
        )
    elif not workable(art, tract_of(world, content, target)):
        on = {PART_SEA: "a sea or a flood", FLOOD: "land that is no mountain"}
        wants = on.get(art.key, "land")
        yield Refusal("bad_target", rule_of(art), f"{art.name} is cast on {wants}.")
    if art.key == ILLUSION and terrain and terrain not in content.grounds:
        known = ", ".join(content.grounds)
        yield Refusal("bad_target", rule_of(art), f"There is no {terrain[:40]}.", f"Take {known}.")


def _no_character(state: State, art: Art, caster: Ruler, target: Ruler) -> Iterator[Refusal]:
    world, rule, name = state.world, rule_of(art), target.name
    if art.reach == "here" and target.holding != caster.holding:
        yield Refusal("out_of_range", TARGETS, f"{name} is not where the caster is.")
        return
    if not target.alive and art.key != RESURRECT:
        yield Refusal("bad_target", rule, f"{name} is dead.")
        return
    if art.key == RESURRECT:
        given = gift(caster_of(world, caster), raised(world, caster, target))
        if given is None:
            yield Refusal(
                "bad_target",
                rule,
                f"{name} cannot be raised.",
                "It works on dead heroes, on Heirs that have not grown, and on those in a coma.",
            )
        elif given == "life" and full(state, caster.crown):
            yield as_many_as_may_be()
    elif art.key == CHARM:
        if not charmable(caster_of(world, caster), charmed(world, caster, target)):
            yield Refusal(
                "bad_target",
                rule,
                f"{name} cannot be charmed.",
                "It works on heroes of others, or of nobody, who lead no army.",
            )
        elif target.crown != caster.crown and full(state, caster.crown):
            yield as_many_as_may_be()
    elif art.key == KILL:
        if target.id == caster.id or not killable(victim_of(world, target)):
            yield Refusal(
                "bad_target",
                rule,
                f"{name} cannot be killed by it.",
                "Kings, Heirs and the Undead are proof against it.",
            )
    elif art.key == CLAIRVOYANCE and target.id == caster.id:
        yield Refusal("bad_target", rule, "Nobody needs a spell to watch themselves.")
