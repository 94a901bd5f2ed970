"""Covert missions: what all of them share, from aiming to the escape or capture of who fails.

A mission is an order class that says what it is aimed at and what it does:

    class SpyCity(Mission):
        \"\"\"Learn what a city holds.\"\"\"

        path = ("covert", "spy-city")
        rule = "cohorts.order.spy-city"
        rating = "L1"
        craft = "spy"                       # its skill; None: the sponsor's best covert skill

        target: Annotated[Ref, ...] = Field(...)  # what it is aimed at

        def succeed(self, state, venture):  # what it does, and whom it tells what

Variable parts: `aim`, `misfits` (kinds of targets), `forbidden` (factions), `lacks` (whatever is
asked after the range), `spot` (where the target is for range and defense), `defense`, `favour`
(percent points for success and escape), `keeper` (who captures), `victims` (who is told). A success
is told by the mission itself; the chances to the sponsor, and failure to both sides, are told here.
In a plan nothing is rolled: what defends others is not for a plan to find out, so the mission stays
open with its chances as far as known. Sources: cohorts.covert.sponsor-condition, cohorts.covert.*.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, cast

from pydantic import Field

from engine.events import Event
from engine.facts import facts, unless_plain
from engine.numbers import Exact
from engine.orders import Ref, Refusal, Refused
from engine.packs.cohorts.battle.guess import strongest
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert import defense
from engine.packs.cohorts.covert.defense import CovertDefense, MissionGround
from engine.packs.cohorts.covert.odds import Craft, MissionOdds, best_craft, odds_of, reach
from engine.packs.cohorts.diplomacy.hostility import bound, calm, safe_province, still_suing
from engine.packs.cohorts.knowledge.choices import subject_in
from engine.packs.cohorts.magic.cast import distance, spot
from engine.packs.cohorts.magic.reaching import holders_in
from engine.packs.cohorts.magic.relations import owner
from engine.packs.cohorts.pieces.control import subject
from engine.packs.cohorts.pieces.ownership import (
    city_of,
    faction_of,
    player_of,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.pieces.refusals import friend, out_of_reach
from engine.packs.cohorts.pieces.statuses import exposing
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State
from engine.world import Place, Record, World

STEALTH: Final = "stealth"
RANGE: Final = "cohorts.covert.range"
RELATIONS: Final = "cohorts.covert.relations"

Target = Character | Unit | Stack | City | Province
Outcome = Literal["aborted", "success", "escaped", "captured", "open"]
"""How a mission ends (cohorts.covert.outcomes); in a plan it stays open."""


@facts
class MissionEnded(Event):
    """A covert mission, as its sponsor's faction is told of it (cohorts.covert.outcomes)."""

    character: int
    name: str
    mission: str
    """The order's name, such as `spy-city`."""
    on: Place
    target: str
    """What it was aimed at, by name."""
    outcome: Outcome
    success: int
    """The chance of success in percent; in a plan the best that it can be."""
    escape: int
    """The chance to get away if it fails, likewise."""
    capture: Exact
    """The chance to be captured in percent; in a plan the least that it can be."""
    roll: int
    """For success; 0 if it was not tried."""
    escape_roll: int
    """0 if there was no need."""
    captor: Place | None
    """The stack or city that holds the character now."""
    least: Annotated[int | None, unless_plain()] = None
    """In a plan the chance of success if those who are known to be there are as able as may be."""


@facts
class MissionFoiled(Event):
    """A covert mission failed, as those are told against whom it was aimed.

    Who sent it remains unknown unless the culprit was captured (cohorts.covert.outcomes).
    """

    mission: str
    """The order's name, such as `spy-city`."""
    on: Place
    target: str
    province: int
    culprit: Place | None
    """Who was captured; None if the culprit got away."""
    culprit_name: str
    captor: Place | None


def in_secret(state: State, character: Character) -> Character:
    """The character, if nothing on it keeps it from acting in secret.

    Raises:
        Refused: a status does.
    """
    status = exposing(state.module.content(Content), character)
    if status:
        raise Refused(
            Refusal(
                "unable",
                "cohorts.battle-status.burning",
                f"{character.name} is {status.lower()}, and does nothing in secret as long as that "
                "lasts.",
                "Have it removed first, or send another.",
            )
        )
    return character


@dataclass(frozen=True, slots=True)
class MissionUnderway:
    """A mission under way."""

    sponsor: Character
    target: Target
    defense: CovertDefense
    odds: MissionOdds


class Mission(CharacterAction):
    """What a character does in secret against a target within reach of the best covert skill."""

    craft: ClassVar[Craft | None]
    """The skill it takes, None for the sponsor's best (cohorts.skill.covert)."""
    peaceful: ClassVar[bool] = False
    """Whether it may be aimed at neutral players' things, as spying may."""

    target: Ref = Field(description="What it is aimed at; each mission says what it may be")
    risk: int | None = Field(
        default=None, ge=0, le=100, description="The highest chance of capture to accept"
    )

    # ------------------------------------------------------------------ what a mission answers

    def aim(self, state: State) -> Target:
        """What it is aimed at.

        Raises:
            Refused: there is nothing such that the player knows of.
        """
        return cast("Target", state.the(state.world.kinds[self.target.kind], self.target))

    @abstractmethod
    def succeed(self, state: State, venture: MissionUnderway) -> None:
        """Do it, and tell of it whom it concerns; the chances are told already."""

    def misfits(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        """Why the target is not of the kind that the mission takes; the dead are of none."""
        if isinstance(target, Character) and target.knows("dead") and target.dead:
            says = f"{target.name} is dead."
            yield self.refuses("bad_target", says, "Choose somebody who lives.")

    def forbidden(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        """Why factions forbid it (cohorts.covert.relations)."""
        yield from hostile(state, sponsor, target, peaceful=self.peaceful)

    def lacks(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        """What else stands in the way of it, asked last: where the sponsor is, and the like."""
        yield from ()

    def spot(self, state: State, target: Target) -> int:
        """The province where the mission takes place.

        Raises:
            NotKnown: in a plan, it is not known where the target is.
        """
        return spot(state.world, target)

    def crafts(self, state: State, sponsor: Character) -> tuple[Craft, ...]:
        """The covert skills that defenders are measured by: the one that the mission uses."""
        if self.craft:
            return (self.craft,)
        best, _ = best_craft(state.world, state.module.content(Content), sponsor)
        return (best,)

    def skill(self, state: State, sponsor: Character) -> int:
        """The effective level of the skill that the mission uses."""
        content = state.module.content(Content)
        if self.craft:
            return skill_level(state.world, content, sponsor, self.craft)
        _, level = best_craft(state.world, content, sponsor)
        return level

    def defense(self, state: State, sponsor: Character, target: Target) -> CovertDefense:
        """What defends the target."""
        side, _ = owner(state, target)
        ground = self.ground(state, sponsor, self.spot(state, target), side)
        return defense.of(ground, target)

    def favour(self, state: State, target: Target) -> int:
        """Percent points for success and escape alike, below 0 if it is harder than others."""
        return 0

    def keeper(self, state: State, venture: MissionUnderway) -> Place | None:
        """The stack or city that would capture who fails, None if there is none."""
        return keeper(state, venture.target, venture.defense, self.spot(state, venture.target))

    def victims(self, state: State, venture: MissionUnderway) -> tuple[int, ...]:
        """The factions against which it is aimed; 0, for nobody, may be among them."""
        side, _ = owner(state, venture.target)
        return (side,)

    # ------------------------------------------------------------------ the frame

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor, target = self._parties(state)
        yield from self.misfits(state, sponsor, target)
        yield from self.forbidden(state, sponsor, target)
        yield from self._out_of_range(state, sponsor, target)
        yield from self.lacks(state, sponsor, target)

    def perform(self, state: State) -> None:
        venture = self.venture(state)
        limit = 100 if self.risk is None else self.risk
        if venture.odds.capture > limit:
            self._tell(state, venture, "aborted")
        elif begin(state, venture.sponsor, self):
            self._carry_out(state, venture)

    def sponsor(self, state: State) -> Character:
        """Who does it, able to and with an action left.

        Raises:
            Refused: as `acting`, and as `in_secret`.
        """
        return in_secret(state, acting(state, self))

    def venture(self, state: State) -> MissionUnderway:
        """The mission with its chances, on a view as far as known; conditions must hold."""
        return self.prospects(state, *self._parties(state))

    def _parties(self, state: State) -> tuple[Character, Target]:
        """Who does it, and what it is aimed at; found once for the check and for what follows."""
        return state.world.recall(self, "parties", lambda: (self.sponsor(state), self.aim(state)))

    def prospects(self, state: State, sponsor: Character, target: Target) -> MissionUnderway:
        """The same for any sponsor and target, whether it could be begun now or not.

        Raises:
            NotKnown: on a view, it is not known where the target is or whose.
        """
        content = state.module.content(Content)
        defense = self.defense(state, sponsor, target)
        odds = odds_of(
            content.covert,
            self.skill(state, sponsor),
            skill_level(state.world, content, sponsor, STEALTH),
            defense.level,
            self.favour(state, target),
        )
        return MissionUnderway(sponsor, target, defense, odds)

    def ground(
        self,
        state: State,
        sponsor: Character,
        province: int,
        side: int,
        crafts: tuple[Craft, ...] = (),
    ) -> MissionGround:
        """Where a defense by a faction's side is reckoned, by the mission's skill or by others."""
        content = state.module.content(Content)
        return MissionGround(
            state.world, content, province, side, crafts or self.crafts(state, sponsor)
        )

    def refuses(self, code: Code, says: str, instead: str) -> Refusal:
        """A refusal by the mission's own rule."""
        return self.refusal(code, says, instead)

    def _out_of_range(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        far = reach(state.world, state.module.content(Content), sponsor)
        here = province_of(state.world, sponsor.place)
        if distance(state.world, here, self.spot(state, target)) > far:
            # How far away it is, is not told: that would be a search for free.
            yield out_of_reach(
                RANGE,
                subject_in(state, target),
                sponsor.name,
                far,
                "Bring the character nearer, or send one with a higher covert skill.",
            )

    # ------------------------------------------------------------------ the result

    def _carry_out(self, state: State, venture: MissionUnderway) -> None:
        if state.planning:
            self._tell(state, venture, "open", least=self._least(state, venture))
            return
        actor, odds = venture.sponsor.place, venture.odds
        tried = attempt(state, actor, "mission", odds.success)
        if tried.succeeds:
            self._tell(state, venture, "success", (tried.roll, 0))
            self.succeed(state, venture)
            return
        fled = attempt(state, actor, "escape", odds.escape)
        captor = None
        if not fled.succeeds:
            captor = holding(state, venture.sponsor, self.keeper(state, venture))
        if captor:
            sponsor = state.world.get(Character, venture.sponsor.id)
            put_away(state.world, sponsor, captor, player_at(state.world, captor))
        rolls = tried.roll, fled.roll
        self._tell(state, venture, "captured" if captor else "escaped", rolls, captor)
        self._foiled(state, venture, captor)

    def _least(self, state: State, venture: MissionUnderway) -> int:
        """In a plan the chance of success against the ablest that those who were seen may be."""
        content = state.module.content(Content)
        where = self.spot(state, venture.target)
        usual = Usual(state.world, content, state.me.faction)
        known = strongest(state.world, content, usual, tuple(holders_in(state.world, where)), where)
        dark = State(state.rules, known, state.dice)
        dark.planning, dark.player, dark.made = True, state.player, state.made
        least = self.prospects(dark, venture.sponsor, self.aim(dark)).odds.success
        return min(least, venture.odds.success)

    def _tell(
        self,
        state: State,
        venture: MissionUnderway,
        outcome: Outcome,
        rolls: tuple[int, int] = (0, 0),
        captor: Place | None = None,
        *,
        least: int | None = None,
    ) -> None:
        event = MissionEnded(
            character=venture.sponsor.id,
            name=venture.sponsor.name,
            mission=self.path[1],
            on=venture.target.place,
            target=subject(venture.target),
            outcome=outcome,
            success=venture.odds.success,
            escape=venture.odds.escape,
            capture=venture.odds.capture,
            roll=rolls[0],
            escape_roll=rolls[1],
            captor=captor,
            least=least,
        )
        state.emit(event)

    def _foiled(self, state: State, venture: MissionUnderway, captor: Place | None) -> None:
        told = [*self.victims(state, venture)]
        if captor:
            held_by = state.world.at(captor)
            assert held_by is not None
            told.append(faction_of(state.world, held_by))
        event = MissionFoiled(
            mission=self.path[1],
            on=venture.target.place,
            target=subject(venture.target),
            province=self.spot(state, venture.target),
            culprit=venture.sponsor.place if captor else None,
            culprit_name=venture.sponsor.name if captor else "",
            captor=captor,
        )
        state.emit_to(event, own=told)


# ---------------------------------------------------------------- who may be aimed at


def hostile(
    state: State, sponsor: Character, target: Record, *, peaceful: bool
) -> Iterator[Refusal]:
    """Why factions forbid a mission against a target; `peaceful` ones spare no neutral player.

    Source: cohorts.covert.relations.
    """
    world, mine = state.world, state.me.faction
    side, player = owner(state, target)
    stands = relation(world, mine, side)
    where = spot(world, target)
    if stands == "allied":
        yield friend(RELATIONS, subject_in(state, target), "Choose what others have.")
    elif not peaceful and stands == "neutral" and player:
        yield Refusal(
            "relation",
            RELATIONS,
            f"{subject_in(state, target)} belongs to a player who is neutral to you.",
            "Declare war first, or choose what enemies or nobody has.",
        )
    elif not peaceful and bound(world, mine, side, where):
        yield still_suing()
    if player not in (0, sponsor.player):
        yield from no_safety(state, sponsor, where)


def no_safety(state: State, sponsor: Character, where: int) -> Iterator[Refusal]:
    """Refuses missions from or into a province that is safe (cohorts.world.pvp-restriction)."""
    if any(calm(state.world, each) for each in (province_of(state.world, sponsor.place), where)):
        yield safe_province()


# ---------------------------------------------------------------- capture


def keeper(state: State, target: Target, defense: CovertDefense, province: int) -> Place | None:
    """The stack or city that takes whom the target's side catches (cohorts.covert.capture)."""
    if isinstance(target, Stack | City):
        return target.place
    if isinstance(target, Character | Unit) and target.holder.kind != Province.kind:
        return target.holder
    defender = defense.defender
    if defender and defender.holder.kind != Province.kind:
        return defender.holder
    capital = city_of(state.world, state.world.get(Province, province).barony)
    return capital.place if capital else None


def holding(state: State, sponsor: Character, holder: Place | None) -> Place | None:
    """The same stack or city, if it can keep the sponsor; else the sponsor escapes after all.

    What no player has keeps nobody, as after battles (cohorts.battle.capture), nor do friends.
    """
    thing = state.world.at(holder) if holder else None
    if thing is None or not player_of(state.world, thing):
        return None
    mine, theirs = faction_of(state.world, sponsor), faction_of(state.world, thing)
    return holder if relation(state.world, mine, theirs) != "allied" else None


def player_at(world: World, holder: Place) -> int:
    """The player who has a stack or city, 0 for nobody."""
    thing = world.at(holder)
    return player_of(world, thing) if thing else 0


def container(piece: Piece) -> Place | None:
    """The stack or city that a piece is in, None if it stands loose."""
    return None if piece.holder.kind == Province.kind else piece.holder
