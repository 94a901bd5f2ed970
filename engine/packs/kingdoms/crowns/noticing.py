"""What kingdoms see as a turn ends: provinces in view, and foreign characters whom they notice.

Sources: kingdoms.map.visibility, kingdoms.action.sightings.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.growing import END
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.order import in_character_order, living
from engine.packs.kingdoms.crowns.provinces import around
from engine.packs.kingdoms.crowns.spying import escape_chance
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    MagicItem,
    Ruler,
    Survey,
    survey_id,
)
from engine.state import State
from engine.world import World


@facts
class CharacterNoticed(Event):
    """A kingdom noticed a foreign character (kingdoms.action.sightings)."""

    kind = "kingdoms-character-noticed"

    crown: int
    """Who noticed the character."""
    ruler: int
    name: str
    of: int
    """The kingdom that the character serves; 0 for nobody."""
    seen: tuple[tuple[int, int], ...]
    """Phases and provinces."""
    armies: tuple[str, ...]
    """The types of the character's armies."""


# ---------------------------------------------------------------- provinces


def presence(world: World, crown: int) -> dict[int, None]:
    """The provinces in which a kingdom has a living character or an army, in no order."""
    here = {ruler.holding: None for ruler in world.by(Ruler, "crown", crown) if ruler.alive}
    here.update((army.holding, None) for army in world.by(Army, "crown", crown))
    return here


def in_view(world: World, crown: int) -> list[int]:
    """The provinces in view of a kingdom, by id: owned, adjacent to owned, near its people."""
    core = {holding.id: None for holding in world.by(Holding, "owner", crown)}
    core.update(presence(world, crown))
    seen = dict(core)
    for id in core:
        seen.update(dict.fromkeys(around(world, id)))
    return sorted(seen)


def look_around(world: World, crown: int, turn: int) -> None:
    """Note for a kingdom what it sees of the provinces in view."""
    for id in in_view(world, crown):
        key = survey_id(crown, id)
        holding = world.get(Holding, id)
        known = world.find(Survey, key) or Survey(id=key, crown=crown, holding=id, percent=0)
        garrison = sum(1 for army in world.by(Army, "holding", id) if not army.leader)
        world.put(known.replace(seen=turn, owner=holding.owner, garrison=garrison))


# ---------------------------------------------------------------- characters


def watch(state: State) -> None:
    """A step of the turn end: every kingdom looks around, and may notice foreign characters."""
    world, turn = state.world, state.now.turn
    crowns = list(living(world))
    for crown in crowns:
        look_around(world, crown.id, turn)
    trodden = {crown.id: _trodden(world, crown.id) for crown in crowns}
    strangers = in_character_order(world)
    for crown in crowns:
        owned = {holding.id: None for holding in world.by(Holding, "owner", crown.id)}
        for ruler in strangers:
            if ruler.crown == crown.id or _same_side(world, crown, ruler):
                continue
            path = enumerate(ruler.doings.path, start=1)
            seen = tuple(
                (phase, id) for phase, id in path if id in owned or (phase, id) in trodden[crown.id]
            )
            if seen and not _escapes(state, crown, ruler, seen):
                _notice(state, crown, ruler, seen)


def _trodden(world: World, crown: int) -> dict[tuple[int, int], None]:
    """Phases and provinces in which the kingdom had a character or an army, in no order.

    An army counts where its leader was; a garrison where it stands, in every phase.
    """
    found: dict[tuple[int, int], None] = {}
    phases = 0
    for ruler in world.by(Ruler, "crown", crown):
        phases = max(phases, len(ruler.doings.path))
        found.update(((phase, id), None) for phase, id in enumerate(ruler.doings.path, start=1))
    for army in world.by(Army, "crown", crown):
        if not army.leader:
            found.update(((phase, army.holding), None) for phase in range(1, phases + 1))
    return found


def _same_side(world: World, crown: Crown, ruler: Ruler) -> bool:
    other = world.find(Crown, ruler.crown)
    return other is not None and other.faction == crown.faction


def _escapes(state: State, crown: Crown, ruler: Ruler, seen: tuple[tuple[int, int], ...]) -> bool:
    world, module = state.world, state.module
    devices = module.content(VentureContent).devices
    if boon(devices, crown.inventions, "watch"):
        return False
    artifacts = module.content(EncounterContent).artifacts
    carried = [artifacts[item.item] for item in world.by(MagicItem, "holder", ruler.place)]
    chance = escape_chance(
        module.content(RulerContent).spying,
        level_in(ruler.skill, "SP"),
        level_in(ruler.skill, "TH"),
        ruler.doings.shadowy,
        leads=any(_led(world, ruler, phase) for phase, _ in seen),
        always=max((each.shadows for each in carried), default=0),
    )
    dice = step_stream(state, END, Crown.kind, crown.id, f"notice {ruler.id}")
    return succeeds(dice, chance)


def _led(world: World, ruler: Ruler, phase: int) -> tuple[str, ...]:
    """The types of the armies that a character led in a phase.

    For a turn that was run before this was noted, those that the character leads now.
    """
    led = ruler.doings.led
    if len(led) < phase:
        return tuple(sorted(army.type for army in world.by(Army, "leader", ruler.id)))
    return led[phase - 1]


def _notice(state: State, crown: Crown, ruler: Ruler, seen: tuple[tuple[int, int], ...]) -> None:
    world, (last, _) = state.world, seen[-1]
    armies = _led(world, ruler, last)
    world.put(
        CharacterSighting(
            id=survey_id(crown.id, ruler.id),
            crown=crown.id,
            ruler=ruler.id,
            turn=state.now.turn,
            seen=seen,
            armies=armies,
            of=ruler.crown,
        )
    )
    noticed = CharacterNoticed(
        crown=crown.id, ruler=ruler.id, name=ruler.name, of=ruler.crown, seen=seen, armies=armies
    )
    state.emit_to(noticed, own=[crown.faction])
