"""Casting a spell: conditions, costs, results and who is told.

The orders of characters, guilds and churches differ only in who casts; all else is `Casting`.
Sources: cohorts.magic.cast-checks, cohorts.magic.cast-outcomes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import NotKnown, facts
from engine.labels import name_of
from engine.module.names import key_of
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import CombatSpell, Content, Spell
from engine.packs.cohorts.content.spells import Reveal
from engine.packs.cohorts.knowledge import captives
from engine.packs.cohorts.knowledge.choices import subject_in
from engine.packs.cohorts.magic.cast import (
    Felt,
    Outcome,
    SpellResolution,
    SpellResult,
    Unfound,
    Working,
    distance,
    spot,
)
from engine.packs.cohorts.magic.choosing import DESTINATION, ITEM, SPELL, STATUS, TARGET
from engine.packs.cohorts.magic.effects import working_of
from engine.packs.cohorts.magic.foreseeing import foresee
from engine.packs.cohorts.magic.lasting import start_countdown, waits
from engine.packs.cohorts.magic.relations import forbidden, owner
from engine.packs.cohorts.magic.shells import overcomes
from engine.packs.cohorts.pieces.records import Character, Guild, Province
from engine.packs.cohorts.pieces.refusals import no_spell, out_of_reach
from engine.packs.cohorts.worth.casters import Caster, combat_spell_called, spell_called
from engine.state import State
from engine.world import Place, Record

MANA = "cohorts.magic.mana-pool"


@facts
class SpellCast(Event):
    """A spell was cast, as its caster's faction is told (cohorts.magic.cast-outcomes)."""

    caster: Place
    name: str
    """The caster's."""
    spell: str
    on: Place
    strength: int
    mana: int
    """The mana it took."""
    outcome: Outcome
    why: str
    effects: dict[str, int]
    what: tuple[str, ...]
    """The spells, statuses or items that it did something to, by key."""
    to: Place | None = None
    """Where a teleport sent the target."""
    called: str = ""
    """The name given as target that the caster's faction did not know."""


@facts
class SpellFelt(Event):
    """A spell touched something, as its owner is told (cohorts.magic.cast-outcomes)."""

    on: Place
    spell: str
    """Empty for a detection spell that was turned aside."""
    caster: str
    """The caster's name; empty if it stays unknown, as after everything hostile."""
    outcome: Outcome
    effects: dict[str, int]
    what: tuple[str, ...]


@facts
class CastingFailed(Event):
    """An insane character lost its action in confusion (cohorts.status.insane)."""

    character: int
    name: str
    spell: str


class Casting(Order):
    """Casting a spell, by any caster; each kind of caster has a separate order."""

    spell: Annotated[str, SPELL] = Field(description="The spell", max_length=60)
    target: Annotated[Ref, TARGET] = Field(
        description="What it is cast on; a name will do, even of what you have never seen"
    )
    mana: int = Field(default=0, description="Mana to add from the caster's pool: more strength")
    direction: int | None = Field(
        default=None,
        description="For a barrier: its side, from 0, north-east, clockwise to 5, north-west",
    )
    destination: Annotated[Ref, DESTINATION] | None = Field(
        default=None, description="For a teleport: where it sends the target"
    )
    item: Annotated[str, ITEM] = Field(
        default="", description="For Teleport Item: the item to send", max_length=60
    )
    status: Annotated[str, STATUS] = Field(
        default="", description="For Remove Status: which status", max_length=30
    )

    @abstractmethod
    def caster(self, state: State) -> Caster:
        """Who casts, able to act and with an action left.

        Raises:
            Refused: the player does not control it, or it cannot act now.
        """

    @abstractmethod
    def spend(self, state: State, caster: Caster) -> None:
        """Take the caster's action."""

    # ------------------------------------------------------------------ what must hold

    def conditions(self, state: State) -> Iterator[Refusal]:
        cast = self._cast(state)
        working = working_of(cast.spell)
        if not self.target.name:  # what only a name says has been found fit
            yield from _against(state, cast, working)
        yield from _not_enough_mana(cast, working.price(cast))

    def _cast(self, state: State) -> SpellResolution:
        """The casting with all that it names; found once for the check and for what follows.

        Raises:
            Refused: the caster cannot act, does not hold the spell, must wait for it, or there is
                no such target.
        """
        return state.world.recall(self, "cast", lambda: self._named(state))

    def _named(self, state: State) -> SpellResolution:
        caster = self.caster(state)
        spell, level = self.held(state, caster)
        waiting = waits(state.world, caster.thing.place, spell.key)
        if waiting:
            raise Refused(_cooling_down(caster, spell, waiting.weeks, waiting.months))
        kinds = state.world.kinds
        called, to = self.target.name, self.destination
        cast = SpellResolution(
            caster=caster,
            spell=spell,
            level=level,
            mana=self.mana,
            target=Unfound(id=0, name=called)
            if called
            else state.the(kinds[self.target.kind], self.target),
            side=-1 if self.direction is None else self.direction,
            destination=state.the(kinds[to.kind], to) if to else None,
            item=self.item,
            status=self.status.casefold(),
        )
        return _found(state, cast) if called else cast

    def held(self, state: State, caster: Caster) -> tuple[Spell, int]:
        """The spell that is cast, and the caster level at which it is.

        Raises:
            Refused: the caster does not hold it.
        """
        spell = spell_called(state.module.content(Content), self.spell)
        if spell is None or spell.key not in caster.levels:
            combat = combat_spell_called(state.module.content(Content), self.spell)
            if combat:
                raise Refused(_for_battle(combat))
            name = spell.name if spell else repr(self.spell[:40])
            raise Refused(no_spell("cohorts.magic.spell-sources", caster.name, name))
        return spell, caster.levels[spell.key]

    # ------------------------------------------------------------------ the result

    def perform(self, state: State) -> None:
        cast = self._cast(state)
        working, world = working_of(cast.spell), state.world
        caster, price = cast.caster, working.price(cast)
        self.spend(state, caster)
        start_countdown(world, state.module.content(Content), caster.thing.place, cast.spell)
        if self.distracted(state, caster, cast.spell):
            return
        _pay(state, caster.thing, price)
        faction = 0
        if not isinstance(cast.target, Unfound):
            touched = world.at(cast.target.place)
            assert touched, "paying removes nothing"
            cast = replace(cast, target=touched)
            faction, _ = owner(state, touched)
        result = _result(state, cast, working, faction)
        _tell(state, cast, working, price, result, faction, self.target.name)
        reveals = isinstance(cast.effect, Reveal)
        if result.outcome == "open" and not (reveals or isinstance(cast.target, Unfound)):
            foresee(state, cast, working)

    def distracted(self, state: State, caster: Caster, spell: Spell) -> bool:
        """Whether the caster fails in itself, after all checks have passed."""
        return False


def _result(state: State, cast: SpellResolution, working: Working, owner: int) -> SpellResult:
    if state.planning and _hidden(cast, working, owner):
        return SpellResult("open")
    if working.hostile(cast):
        shell = working.shell(state, cast)
        if not overcomes(cast.strength, shell):
            working.held_off(state, cast, shell)
            return SpellResult("resisted")
    return working.work(state, cast)


def _hidden(cast: SpellResolution, working: Working, owner: int) -> bool:
    """Whether a plan may not find out the result: what a spell reveals, whether a shell holds."""
    foreign = owner != cast.caster.faction
    return isinstance(cast.effect, Reveal) or (foreign and working.hostile(cast))


def _pay(state: State, caster: Character | Guild, mana: int) -> None:
    now = state.world.get(type(caster), caster.id)
    state.world.put(now.replace(mana=now.mana - mana))


def _tell(
    state: State,
    cast: SpellResolution,
    working: Working,
    price: int,
    result: SpellResult,
    owner: int,
    called: str,
) -> None:
    """Tell the caster's faction, and the owners of what was touched, each what is theirs."""
    state.emit(
        SpellCast(
            caster=cast.caster.thing.place,
            name=cast.caster.name,
            spell=cast.spell.key,
            on=cast.target.place,
            strength=cast.strength,
            mana=price,
            outcome=result.outcome,
            why=result.why,
            effects=dict(sorted(result.effects.items())),
            what=result.names,
            to=cast.destination.place if cast.destination else None,
            called=called,
        )
    )
    detects = isinstance(cast.spell.effect, Reveal)
    if result.outcome in ("no effect", "open") or (detects and result.outcome == "cast"):
        return
    felt = result.felt
    if felt is None:
        felt = (Felt(cast.target.place, owner, result.effects, result.names),)
    for each in felt:
        if each.faction in (0, cast.caster.faction):
            continue
        event = SpellFelt(
            on=each.on,
            spell="" if detects else cast.spell.key,
            caster="" if working.hostile(cast) else cast.caster.name,
            outcome=result.outcome,
            effects=dict(sorted(each.effects.items())),
            what=each.names,
        )
        state.emit_to(event, own=(each.faction,))
        if each.on == cast.target.place:
            captives.change(state.world, cast.target, each.faction)


# ---------------------------------------------------------------- refusals


def _against(state: State, cast: SpellResolution, working: Working) -> Iterator[Refusal]:
    """Why the spell may not be cast on its target, or does not reach it."""
    yield from _unfit(cast, working)
    yield from working.misfits(state, cast)
    yield from _barred(state, cast, working)
    yield from _out_of_range(state, cast, working)


def _found(state: State, cast: SpellResolution) -> SpellResolution:
    """The casting on the holder of the name that was called, if allowed and in range.

    Spells act by name, whether the target was ever seen or not. Who guesses at names is told the
    same of one that nobody has, of one too far away and of one that may not be a target. A spell
    that searches is cast all the same. Source: cohorts.magic.cast-checks.

    Raises:
        Refused: there is nobody of the name whom the spell takes and reaches.
        NotKnown: in a plan, nobody of the name is known.
    """
    assert isinstance(cast.target, Unfound)
    working, called = working_of(cast.spell), cast.target.name
    near = [replace(cast, target=each) for each in _bearers(state, cast.spell, called)]
    if state.planning and not near:
        raise NotKnown("where the target is")
    for each in near:
        if _reaches(state, each, working):
            return each
    if working.searches:
        return cast
    raise Refused(
        cast.bad_target(
            f"{cast.spell.name} finds nobody called {called[:40]} within its reach here whom it "
            "may be cast on.",
            "See to the spelling, or cast it from nearer.",
        )
    )


def _bearers(state: State, spell: Spell, called: str) -> Iterator[Record]:
    """Everything of the name that the spell takes, known or not."""
    wanted = key_of(called)
    for kind in spell.targets:
        for thing in state.world.all(state.world.kinds[kind]):
            if wanted and key_of(name_of(thing)) == wanted:
                yield thing


def _reaches(state: State, cast: SpellResolution, working: Working) -> bool:
    try:
        fits = not any(_against(state, cast, working))
    except Refused:
        return False
    beyond = distance(state.world, cast.caster.province, spot(state.world, cast.target))
    return fits and (not working.searches or beyond <= cast.range)


def suits(state: State, cast: SpellResolution) -> bool:
    """Whether the target is of a kind that the spell takes, and no relation forbids it.

    Raises:
        NotKnown: in a plan, too little is known of the target.
    """
    working = working_of(cast.spell)
    try:
        return not any((*_unfit(cast, working), *_barred(state, cast, working)))
    except Refused:
        return False


def _barred(state: State, cast: SpellResolution, working: Working) -> Iterator[Refusal]:
    """Refuses what factions forbid, by the spell's own rules or the usual ones."""
    forbids = working.forbids(state, cast)
    if forbids is None:
        forbids = forbidden(state, cast, hostile=working.hostile(cast))
    yield from forbids


def _unfit(cast: SpellResolution, working: Working) -> Iterator[Refusal]:
    """Refuses targets of a kind that the spell does not take, the dead or the living."""
    if cast.target.kind not in cast.spell.targets:
        kinds = " or ".join(cast.spell.targets)
        raise Refused(
            cast.bad_target(
                f"{cast.spell.name} cannot be cast on a {cast.target.kind}.", f"Choose a {kinds}."
            )
        )
    if not isinstance(cast.target, Character) or not cast.target.knows("dead"):
        return
    if cast.target.dead and not working.takes_dead:
        yield cast.bad_target(f"{cast.target.name} is dead.", "Choose somebody who lives.")
    if not cast.target.dead and not working.takes_living:
        yield cast.bad_target(f"{cast.target.name} is alive.", "Choose one of the dead.")


def _for_battle(spell: CombatSpell) -> Refusal:
    return Refusal(
        "not_allowed",
        "cohorts.combat-spell.groups",
        f"{spell.name} is a combat spell, which is cast in battle alone.",
        "Load it into a character who has it; then it is cast in every battle.",
    )


def _cooling_down(caster: Caster, spell: Spell, weeks: int, months: int) -> Refusal:
    wait = f"{weeks} weekly" if weeks else f"{months} monthly"
    again = f"It takes {wait} productions." if weeks or months else "It is cast once in a game."
    return Refusal(
        "cooling_down",
        "cohorts.magic.spell-frequency",
        f"{caster.name} has cast {spell.name} and cannot cast it again yet.",
        f"{again} Another caster may do it now.",
    )


def _out_of_range(state: State, cast: SpellResolution, working: Working) -> Iterator[Refusal]:
    aim = working.aims_at(state, cast)
    if aim is None:
        return
    there = spot(state.world, aim)
    if cast.spell.reach.barony:
        yield from _outside_barony(state, cast, there)
        return
    away = distance(state.world, cast.caster.province, there)
    if away > cast.range:
        further = cast.spell.reach.mana_per_province
        yield out_of_reach(
            cast.spell.rule_in("cohorts.spell"),
            subject_in(state, aim),
            cast.spell.name,
            cast.range,
            f"Add {further} mana for each province more." if further else "Cast it from nearer.",
        )


def _outside_barony(state: State, cast: SpellResolution, there: int) -> Iterator[Refusal]:
    here, target = (state.world.get(Province, id).barony for id in (cast.caster.province, there))
    if here != target or not here:
        yield Refusal(
            "out_of_range",
            cast.spell.rule_in("cohorts.spell"),
            f"{cast.spell.name} is cast only from within the barony of "
            f"{subject_in(state, cast.target)}.",
            "Bring the caster into that barony first.",
        )


def _not_enough_mana(cast: SpellResolution, price: int) -> Iterator[Refusal]:
    pool = cast.caster.thing.mana
    if cast.mana < 0 or price > pool:
        yield Refusal(
            "not_enough_mana",
            MANA,
            f"{cast.caster.name} has {pool} mana, and this would take {price}."
            if cast.mana >= 0
            else "Mana is added in whole points, 0 or more.",
            "Add less, or wait until it has come back.",
        )
