"""Cast: an action spell is tried on a target, by an ability or by a magic item.

What a spell that succeeds does to the world is in `effects`. Sources: kingdoms.action.cast,
kingdoms.magic.casting-limits, kingdoms.magic.success-chance, kingdoms.magic.targets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.arts.killing import kill_chance
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import Art, Magic, magicians_help
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.encounters import revenge
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.ventures.acting import (
    Venture,
    actor_of,
    phase_now,
    spot_of,
    told_of,
    with_doings,
)
from engine.packs.kingdoms.crowns.ventures.effects import EFFECTS, SpellUnderway, Worked, kill_enemy
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.crowns.ventures.targets import (
    CLAIRVOYANCE,
    ILLUSION,
    KILL,
    refusals,
    rule_of,
    targets,
)
from engine.packs.kingdoms.pieces.abilities import NAMES, level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Crown, Holding, MagicItem, Ruler, Site
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.refusals import quoted
from engine.state import State
from engine.world import Place, Record

LIMITS: Final = "kingdoms.magic.casting-limits"
SCHOOLS: Final = "kingdoms.magic.schools"


@facts
class ActionSpellCast(Event):
    """A character tried an action spell."""

    kind = "kingdoms-spell-cast"

    art: str
    succeeded: bool
    target: Place | None
    phase: int
    came: str
    """The result in a word (`effects.Worked`)."""
    fates: tuple[tuple[int, str], ...]
    """Armies by id, and what became of each."""
    changed: str
    """The alignment that the target has now, if it changed."""
    caster: Annotated[int, Level.OWN]
    name: Annotated[str, Level.OWN]
    """The caster's."""
    item: Annotated[str, Level.OWN]
    """The item that cast it; empty if cast by ability."""
    chance: Annotated[int, Level.OWN]
    terrain: Annotated[str, Level.OWN]
    """Of an Illusory Terrain: what is seen."""


SECRET: Final = frozenset({"OR", "CL", "IL", "PH", "HI"})
"""The spells of which only the caster's kingdom learns."""


# ---------------------------------------------------------------- choosing


def _spells(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    if ruler is None:
        return
    for art in state.module.content(ArtsContent).arts.values():
        if art.action and (_tries_left(state, ruler, art) or _items_for(state, ruler, art)):
            yield Choice(art.name, f"{art.name}: {art.help}")


def _targets(state: State, given: Given) -> Iterator[Choice]:
    ruler, art = actor_of(state, given), art_named(state, given.text("spell"))
    if ruler is None or art is None:
        return
    for target in targets(state, art, ruler):
        match target:
            case Ruler():
                yield Choice.of(target, target.name)
            case Holding():
                yield Choice.of(target, spot_of(state.world, target, ruler.crown))
            case Site():
                yield Choice.of(target, target.feature)
            case _:
                pass


def _terrains(state: State, given: Given) -> Iterator[Choice]:
    for ground in state.module.content(ArmyContent).grounds.values():
        yield Choice(ground.key, ground.name)


def _items(state: State, given: Given) -> Iterator[Choice]:
    ruler, art = actor_of(state, given), art_named(state, given.text("spell"))
    for item in state.world.by(MagicItem, "holder", ruler.place) if ruler else ():
        performed = performed_by(state, item)
        if performed and (art is None or art.key == performed):
            yield Choice.of(item, state.module.content(EncounterContent).artifacts[item.item].name)


SPELL: Final = Asks("an action spell", _spells)
TARGET: Final = Asks("what it is cast on", _targets, (Ruler.kind, Holding.kind, Site.kind))
TERRAIN: Final = Asks("a terrain", _terrains)
ITEM: Final = Asks("an item of the character's that casts it", _items, (MagicItem.kind,))


def art_named(state: State, name: str) -> Art | None:
    """The spell of a name, or of its two letters."""
    told = name.strip().casefold()
    arts = state.module.content(ArtsContent).arts.values()
    return next((art for art in arts if told in (art.key.casefold(), art.name.casefold())), None)


def performed_by(state: State, item: MagicItem) -> str | None:
    """The code of the action spell that an item casts (kingdoms.item.casting)."""
    return state.module.content(EncounterContent).artifacts[item.item].performs


def _items_for(state: State, ruler: Ruler, art: Art) -> bool:
    items = state.world.by(MagicItem, "holder", ruler.place)
    return any(performed_by(state, item) == art.key for item in items)


def _tries_left(state: State, ruler: Ruler, art: Art) -> int:
    """How often the character may still try spells of that ability this turn."""
    ability = art.ability_of(ruler.alignment)
    casting = state.module.content(ArtsContent).casting
    limit = casting.limit("action", level_in(ruler.skill, ability))
    return limit - ruler.doings.cast.count(ability)


# ---------------------------------------------------------------- the order


@dataclass(frozen=True, slots=True)
class Source:
    """How well a spell is cast: its level and chance, and the ability, if it is by one."""

    level: int
    chance: int
    ability: Magic | None


class Cast(Venture):
    """Cast an action spell, by an ability or by a magic item."""

    path = ("character", "cast")
    rule = "kingdoms.action.cast"
    work = "cast"
    phases = parts_of("cast")

    spell: Annotated[str, SPELL] = Field(description="The spell")
    target: Annotated[Ref, TARGET] | None = Field(
        default=None, description="What it is cast on; a Skeletal Army needs nothing"
    )
    terrain: Annotated[str, TERRAIN] = Field(
        default="", description="What an Illusory Terrain makes a province look like"
    )
    item: Annotated[Ref, ITEM] | None = Field(
        default=None, description="The item that casts it, if not the character's own skill"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, art = self.actor(state), art_named(state, self.spell)
        if art is None or not art.action:
            arts = state.module.content(ArtsContent).arts.values()
            known = ", ".join(each.name for each in arts if each.action)
            says = f"There is no action spell called {quoted(self.spell)}."
            yield Refusal("bad_target", SCHOOLS, says, f"There are {known}.")
            return
        if self.item:
            yield from self._no_item(state, ruler, art)
        else:
            yield from _unable(state, ruler, art)
        if art.key == ILLUSION and not self.terrain:
            rule = rule_of(art)
            yield Refusal("missing", rule, "It does not say which terrain to show.", "Name one.")
        yield from refusals(state, art, ruler, self.aimed(state), self.terrain)

    def _no_item(self, state: State, ruler: Ruler, art: Art) -> Iterator[Refusal]:
        assert self.item
        item, rule = state.the(MagicItem, self.item), "kingdoms.item.casting"
        if item.holder != ruler.place or performed_by(state, item) != art.key:
            yield Refusal("missing", rule, f"{ruler.name} carries no such item that casts it.")
        elif item.used == state.now.turn:
            says = "That item has cast its spell this turn already."
            yield Refusal("unable", rule, says, "It works again next turn.")

    def aimed(self, state: State) -> Record | None:
        """What it is cast on.

        Raises:
            Refused: there is no such thing that the player knows of.
        """
        if self.target is None:
            return None
        for cls in (Holding, Ruler, Site):
            if self.target.kind == cls.kind:
                return state.the(cls, self.target)
        return None

    def source(self, state: State, ruler: Ruler, art: Art) -> Source:
        """How well the character casts it."""
        casting = state.module.content(ArtsContent).casting
        if self.item:
            return Source(casting.item_level, casting.item_chance("action"), None)
        ability = art.ability_of(ruler.alignment)
        level = level_in(ruler.skill, ability)
        kingdom = state.world.get(Crown, ruler.crown).alignment
        order = magicians_help(kingdom, ruler.alignment, ability)
        return Source(level, casting.chance("action", level, order=order), ability)

    def act(self, state: State) -> None:
        world, ruler, art = state.world, self.actor(state), art_named(state, self.spell)
        assert art
        target, source = self.aimed(state), self.source(state, ruler, art)
        if self.item:
            item = world.get(MagicItem, self.item.id)
            world.put(item.replace(used=state.now.turn))
            key = item.item
        else:
            assert source.ability
            doings: dict[str, Any] = {"cast": (*ruler.doings.cast, source.ability)}
            if art.key == CLAIRVOYANCE and target:
                doings["watched"] = target.id
            ruler, key = with_doings(ruler, **doings), ""
            world.put(ruler)
        dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "cast")
        spell = SpellUnderway(state, art, ruler, source.level, target, dice, terrain=self.terrain)
        chance, victim = source.chance, None
        owners = _concerned(state, art, target)
        if art.key == KILL:
            victim = spell.whom
            leads = bool(led(world, victim))
            chance = kill_chance(source.chance, in_feature=False, leads_army=leads)
            worked = kill_enemy(spell, source.chance)
            done = worked.came != "enraged"
        else:
            done = succeeds(dice, chance)
            worked = EFFECTS[art.key](spell) if done else Worked()
        cast = ActionSpellCast(
            art=art.key,
            succeeded=done,
            target=target.place if target else None,
            phase=phase_now(state),
            came=worked.came,
            fates=worked.fates,
            changed=worked.alignment,
            caster=ruler.id,
            name=ruler.name,
            item=key,
            chance=chance,
            terrain=self.terrain,
        )
        audience = told_of(state, ruler)
        audience["told"] += owners if done or art.key == KILL else []
        state.emit(cast, **audience)
        if victim and worked.came == "enraged":
            revenge(state, victim.id, ruler.id)
        if source.ability:
            attempted(state, ruler.id, "Cast an Action spell", spell=source.ability)


def _unable(state: State, ruler: Ruler, art: Art) -> Iterator[Refusal]:
    """Why a character cannot cast a spell by ability."""
    ability = art.ability_of(ruler.alignment)
    if not level_in(ruler.skill, ability):
        yield Refusal(
            "unable",
            "kingdoms.character.unskilled-attempts",
            f"{ruler.name} has no skill in {NAMES[ability]}, by which it is cast.",
            f"{NAMES[ability]} 1 or more is needed.",
        )
    elif _tries_left(state, ruler, art) <= 0:
        yield Refusal(
            "not_allowed",
            LIMITS,
            f"{ruler.name} has cast as many spells of {NAMES[ability]} as one turn allows.",
            "A higher skill allows more; or cast one next turn.",
        )
    elif art.key == CLAIRVOYANCE and ruler.doings.watched:
        yield Refusal(
            "not_allowed", rule_of(art), f"{ruler.name} watches somebody this turn already."
        )


def _concerned(state: State, art: Art, target: Record | None) -> list[int]:
    """The factions that learn of a spell because it is done to them, before it is done."""
    world = state.world
    crown: Crown | None = None
    if art.key in SECRET:
        return []
    if isinstance(target, Holding):
        crown = world.find(Crown, target.owner)
    elif isinstance(target, Ruler):
        crown = world.find(Crown, target.crown)
    return [crown.faction] if crown else []
