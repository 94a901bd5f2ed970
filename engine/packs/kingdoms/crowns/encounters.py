"""Encounters in the world: who is met, and the results for both and for their things.

How they fight is `bouts`. Sources: kingdoms.encounter.kinds, kingdoms.encounter.random-chance,
kingdoms.encounter.end, kingdoms.feature.stopped-raids, kingdoms.office.defender.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from engine.battle import BattleRecord, Clash, Odds, Trigger
from engine.dice import Dice, SeededDice
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.bouts.ending import truce
from engine.packs.kingdoms.bouts.fighters import SEARCH, EncounterFighter, Meeting, Role
from engine.packs.kingdoms.bouts.happenings import Ended
from engine.packs.kingdoms.bouts.lore import Lore
from engine.packs.kingdoms.bouts.making import begins, character, lore_of, monster, wanderer
from engine.packs.kingdoms.bouts.sites import meeting_chance
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.devices import Boon
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.dying import die
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.imagined import ImaginedClash
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.offices import Quelled, monster_merit
from engine.packs.kingdoms.crowns.order import in_character_order
from engine.packs.kingdoms.crowns.ventures.acting import phase_now, told_of
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.pieces.abilities import Ability
from engine.packs.kingdoms.pieces.chance import fight_stream, step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Crown, Holding, MagicItem, Ruler, Site
from engine.state import State
from engine.trials import SEED, Possibility, Tried, spread
from engine.world import Place, World

ENCOUNTER: Final = "encounter"
MEETING: Final = "meeting: "
"""How the name of the draw begins that decides on a meeting by chance."""
_BOONS: Final[tuple[Boon, ...]] = ("melee_damage", "fast", "hit_points")
_ATTEMPTS: Final[Mapping[str, str]] = {
    "DR": "Encounter, attempted Talk",
    "AR": "Encounter, attempted Fire",
    "ME": "Encounter, attempted Melee",
    "TH": "Encounter, attempted Steal",
}
_CAST: Final = "Encounter, attempted Cast"
GONE: Final = frozenset(("other_slain", "other_fled", "talk_departure"))
"""The outcomes of a Search after which nobody guards the feature any more."""
_QUELLED: Final[Mapping[str, Quelled]] = {
    "talk_truce": "truce",
    "talk_gift": "gift",
    "talk_departure": "departure",
}


@facts
class EncounterFought(Event):
    """Two met in person: characters, or a character and a monster."""

    kind = "kingdoms-encounter"

    meeting: str
    """One of kingdoms.encounter.kinds."""
    holding: int
    phase: int
    rulers: tuple[int, ...]
    """The characters who took part, who began it first."""
    site: int
    """The feature whose guardian took part; 0 for none."""
    outcome: str
    """kingdoms.encounter.end"""
    gainer: int
    """The character who took something; 0 for nobody."""
    items: tuple[str, ...]
    gold: int
    record: Annotated[BattleRecord, Level.TOLD]


# ---------------------------------------------------------------- who fights


def fighter_of(state: State, ruler: Ruler) -> EncounterFighter:
    """A character as a fighter now, with carried items and the kingdom's inventions."""
    world = state.world
    crown = world.find(Crown, ruler.crown)
    devices = state.module.content(VentureContent).devices
    owned = crown.inventions if crown else ()
    return character(
        ruler,
        state.module.content(EncounterContent),
        most=most_hit_points(state.module.content(RulerContent), ruler.rank, ruler.skill),
        kingdom=crown.alignment if crown else "",
        carried=[item.item for item in world.by(MagicItem, "holder", ruler.place)],
        boons={name: boon(devices, owned, name) for name in _BOONS},
        leads=bool(led(world, ruler)),
    )


def guardian_of(state: State, site: Site) -> EncounterFighter:
    """The guardian of a feature, with the hoard that it keeps."""
    content = state.module.content(EncounterContent)
    items = list(state.world.by(MagicItem, "holder", site.place))
    return monster(
        content.beings[site.being],
        site.full,
        site.hit_points,
        piece=site.place,
        carried=[item.item for item in items if item.carried],
        hoard=[item.item for item in items if not item.carried],
        gold=site.gold,
    )


def encounter_dice(state: State, holding: int) -> Dice:
    """The stream of the next encounter in a province (kingdoms.random.streams)."""
    return fight_stream(state, phase_now(state), holding, ENCOUNTER)


# ---------------------------------------------------------------- kinds of meetings


def revenge(state: State, victim: int, caster: int) -> Ended:
    """The victim of a Kill Enemy that failed attacks the caster at once."""
    world = state.world
    return met(state, "revenge", world.get(Ruler, victim), world.get(Ruler, caster))


def met(state: State, meeting: Meeting, one: Ruler, other: Ruler) -> Ended:
    """Two characters fight; the first began it. What becomes of both is done and told."""
    fighters = fighter_of(state, one), fighter_of(state, other)
    return _fight(state, meeting, fighters, encounter_dice(state, other.holding), other.holding)


def met_guardian(state: State, ruler: Ruler, site: Site) -> Ended:
    """A searcher fights the guardian of a feature."""
    fighters = fighter_of(state, ruler), guardian_of(state, site)
    return _fight(state, SEARCH, fighters, encounter_dice(state, site.holding), site.holding)


def chance_meeting(state: State, id: int, action: str) -> bool:
    """Check for a random encounter of the character with that id, and fight it.

    Whether the character may go on: not slain, and did not end it by fleeing
    (kingdoms.action.explore, kingdoms.action.search).
    """
    world = state.world
    ruler = world.get(Ruler, id)
    holding = world.get(Holding, ruler.holding)
    percent = state.module.content(ArmyContent).grounds[holding.terrain].encounter
    chance = meeting_chance(
        percent,
        action,
        leads=bool(led(world, ruler)),
        at_home=holding.knows("owner") and holding.owner == ruler.crown,
    )
    dice = step_stream(state, phase_now(state), Ruler.kind, id, f"{MEETING}{action}")
    if not succeeds(dice, chance):
        return True
    dice = encounter_dice(state, holding.id)
    me = fighter_of(state, ruler)
    foe = wanderer(state.module.content(EncounterContent), holding.terrain, dice)
    first = begins(me, foe, dice)
    ended = _fight(state, "random", (me, foe) if first else (foe, me), dice, holding.id)
    fled = f"{'initiator' if first else 'other'}_fled"
    return world.get(Ruler, id).alive and ended.outcome != fled


def chance_meetings(state: State) -> None:
    """A step of each phase: who moved in it may meet somebody by chance, in character order."""
    world = state.world
    for each in in_character_order(world):
        ruler = world.get(Ruler, each.id)
        if ruler.alive and ruler.doings.moved:
            chance_meeting(state, ruler.id, "Move")


# ---------------------------------------------------------------- the fight and its end


class Encounters:
    """Meetings in person (`engine.battle.Contest`): of two characters, or with a guardian."""

    def muster(
        self, state: State, clash: Clash
    ) -> tuple[Lore, tuple[EncounterFighter, EncounterFighter]]:
        """What the module says, and both who meet."""
        one, other = (_mustered(state, side[0]) for side in clash.sides)
        return lore_in(state), (one, other)

    def fight(
        self,
        field: Lore,
        sides: tuple[EncounterFighter, EncounterFighter],
        dice: Dice,
        clash: Clash,
    ) -> BattleRecord:
        """Fight it out."""
        return contest.record(clash, contest.fought(contest.meeting_of(clash), *sides, field, dice))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Tell both, and carry out the result."""
        engagement = record.engagements[-1]
        _tell(state, record)
        settle(state, contest.fighters(engagement), contest.end_of(engagement))

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Both who met; a wanderer is nowhere in the world."""
        return contest.places(record.engagements[-1])

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """What may be expected on a view; what it does not hold is drawn from what is usual."""
        seen = ImaginedClash(state, clash)

        def meeting(case: Possibility) -> Tried:
            lore, sides = self.muster(*seen.filled(case))
            dice = SeededDice(SEED, case.number).stream("odds", ENCOUNTER)
            return contest.tried(contest.meeting_of(clash), *sides, lore, dice)

        trials = state.module.content(EncounterContent).meetings.trials
        for estimate in spread(meeting, most=trials):
            yield estimate.replace(guesses=seen.guesses)


ENCOUNTERS: Final = Encounters()


def clash_of(meeting: Meeting, one: Place | None, other: Place | None, holding: Holding) -> Clash:
    """An encounter in a province; who has no place in the world is met once."""
    return Clash(
        kind=ENCOUNTER,
        sides=tuple((each,) if each else () for each in (one, other)),
        trigger=Trigger(meeting),
        place=holding.place,
    )


def _mustered(state: State, place: Place) -> EncounterFighter:
    if place.kind == Site.kind:
        return guardian_of(state, state.world.get(Site, place.id))
    return fighter_of(state, state.world.get(Ruler, place.id))


def _fight(
    state: State,
    meeting: Meeting,
    fighters: tuple[EncounterFighter, EncounterFighter],
    dice: Dice,
    holding: int,
) -> Ended:
    one, other = fighters
    clash = clash_of(meeting, one.piece, other.piece, state.world.get(Holding, holding))
    record = ENCOUNTERS.fight(lore_in(state), fighters, dice, clash)
    ENCOUNTERS.aftermath(state, record)
    return contest.end_of(record.engagements[-1])


def lore_in(state: State) -> Lore:
    """What the module says of encounters, with its spells if it has any."""
    content = state.module.content(EncounterContent)
    try:
        arts = state.module.content(ArtsContent)
    except LookupError:
        return lore_of(content)
    return lore_of(content, arts.arts, arts.casting)


def _tell(state: State, record: BattleRecord) -> None:
    engagement = record.engagements[-1]
    ended = contest.end_of(engagement)
    rulers = [_ruler(state.world, each) for each in contest.fighters(engagement)]
    gainer = rulers[_place(ended.gainer)] if ended.gainer else None
    event = EncounterFought(
        meeting=contest.kind_of(engagement),
        holding=record.clash.ground,
        phase=phase_now(state),
        rulers=tuple(ruler.id for ruler in rulers if ruler),
        site=record.clash.first(Site.kind),
        outcome=ended.outcome,
        gainer=gainer.id if gainer else 0,
        items=ended.items,
        gold=ended.gold,
        record=record,
    )
    heard = [told_of(state, ruler) for ruler in rulers if ruler]
    own = [faction for each in heard for faction in each["own"]]
    state.emit_to(event, own=own, told=[f for each in heard for f in each["told"] if f not in own])


def _place(role: str) -> int:
    return 0 if role == "initiator" else 1


def _ruler(world: World, fighter: EncounterFighter) -> Ruler | None:
    piece = fighter.piece
    return world.get(Ruler, piece.id) if piece and piece.kind == Ruler.kind else None


def _site(world: World, fighter: EncounterFighter) -> Site | None:
    piece = fighter.piece
    return world.get(Site, piece.id) if piece and piece.kind == Site.kind else None


def settle(state: State, fighters: tuple[EncounterFighter, EncounterFighter], ended: Ended) -> None:
    """What an encounter leaves behind, in the order of kingdoms.encounter.end."""
    world = state.world
    for place, fighter in enumerate(fighters):
        ruler, hits = _ruler(world, fighter), ended.hits[place]
        if ruler and hits > 0:
            world.put(ruler.replace(hit_points=hits))
    _hand_over(state, fighters, ended)
    for place, fighter in enumerate(fighters):
        site = _site(world, fighter)
        foe = _ruler(world, fighters[1 - place])
        if site and foe:
            _guardian_after(state, site, fighter, foe, ended, place)
        elif not site and foe and fighter.being and ended.hits[place] <= 0:
            _credit(state, foe, monster_merit("slain", fighter.full))
    for place, fighter in enumerate(fighters):
        ruler = _ruler(world, fighter)
        if ruler and ended.hits[place] <= 0:
            foe = fighters[1 - place]
            alive = ended.hits[1 - place] > 0
            die(state, ruler.id, ENCOUNTER, taker=foe.piece if alive else None)
    for place, fighter in enumerate(fighters):
        ruler = _ruler(world, fighter)
        if ruler:
            _learn(state, ruler, ended.attempts[place])


def _hand_over(
    state: State, fighters: tuple[EncounterFighter, EncounterFighter], ended: Ended
) -> None:
    """Give what was taken to who took it; what a monster steals of a character is nothing."""
    world = state.world
    if not ended.gainer:
        return
    gainer = _ruler(world, fighters[_place(ended.gainer)])
    source = fighters[1 - _place(ended.gainer)].piece
    if gainer is None:
        return
    crown = world.find(Crown, gainer.crown)
    if crown and ended.gold:
        world.put(crown.replace(treasury=crown.treasury + ended.gold))
    if source is None:
        return
    held = list(world.by(MagicItem, "holder", source))
    for key in ended.items:
        item = next(each for each in held if each.item == key)
        held.remove(item)
        world.put(item.replace(holder=gainer.place, carried=False))
    site = world.find(Site, source.id) if source.kind == Site.kind else None
    if site:
        world.put(site.replace(gold=site.gold - ended.gold))


def _guardian_after(
    state: State, site: Site, guardian: EncounterFighter, foe: Ruler, ended: Ended, place: int
) -> None:
    """What becomes of a guardian, its truces and bargains, and the merit of who met it."""
    world, outcome, left = state.world, ended.outcome, ended.hits[place]
    being = state.module.content(EncounterContent).beings[guardian.being]
    role: Role = "initiator" if place == 0 else "other"
    crown, had_truce = foe.crown, foe.crown in site.truces
    site = world.get(Site, site.id)
    quelled = _QUELLED.get(outcome)
    if left <= 0:
        quelled = "slain"
    elif outcome == f"{role}_fled":
        quelled = "fled"
    elif quelled is None and truce(outcome, role, guardian, left):
        quelled = "stopped"
    gone = quelled in ("slain", "fled", "departure")
    if gone:
        site = site.replace(being="", hit_points=0)
    else:
        site = site.replace(hit_points=left)
        if truce(outcome, role, guardian, left) and crown not in site.truces:
            site = site.replace(truces=tuple(sorted((*site.truces, crown))))
        if outcome == "talk_bargain":
            owed = [each for each in site.bargains if each[0] != crown]
            site = site.replace(bargains=tuple(sorted((*owed, (crown, guardian.full)))))
    if quelled and ended.hits[1 - place] > 0:
        halved = crown in site.halved
        points = monster_merit(
            quelled, guardian.full, raid=being.raid, truce=had_truce, halved=halved
        )
        if points and quelled != "slain":
            site = site.replace(halved=tuple(sorted((*site.halved, crown))))
        _credit(state, foe, points)
    world.put(site)


def _credit(state: State, ruler: Ruler, points: int) -> None:
    """Give a character merit for a monster (kingdoms.office.defender)."""
    now = state.world.get(Ruler, ruler.id)
    merit = now.merit.replace(monsters=now.merit.monsters + points)
    state.world.put(now.replace(merit=merit))


def _learn(state: State, ruler: Ruler, attempts: tuple[str, ...]) -> None:
    """What a character may learn from the attempt; a thief tries to go unnoticed from now on."""
    if "TH" in attempts and "Steal" not in ruler.doings.shadowy:
        shadowy = (*ruler.doings.shadowy, "Steal")
        state.world.put(ruler.replace(doings=ruler.doings.replace(shadowy=shadowy)))
    for ability in attempts:
        action = _ATTEMPTS.get(ability)
        spell: Ability | None = None if action else ability  # type: ignore[assignment]
        attempted(state, ruler.id, action or _CAST, spell=spell)
