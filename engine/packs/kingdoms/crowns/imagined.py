"""A view filled up with what may be, so that a battle or an encounter on it can be imagined.

What a faction does not know is drawn from what is usual (`usual`), case by case, with dice of which
nothing of a campaign is in. For odds alone; no rule runs on it. A clash may name a province for all
who stand there, and a character with the armies that the character leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar

from engine.battle import BATTLE, Clash, Guess
from engine.dice import Dice, SeededDice
from engine.module import Module
from engine.packs.kingdoms.crowns.mustering import hostile
from engine.packs.kingdoms.crowns.provinces import around
from engine.packs.kingdoms.crowns.usual import UsualStrength
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Ruler,
    Site,
    Survey,
    survey_id,
)
from engine.state import State
from engine.trials import MIDDLE, SEED, Possibility
from engine.world import Place, Record, World

R = TypeVar("R", bound=Record)

GARRISON: Final = ("garrison",)
"""What is not known of a province: which armies a kingdom keeps there."""
OWNER: Final = ("owner",)
"""Whose a province is; it counts as independent then."""
TAX: Final = ("tax",)
"""How rich an independent province is, and so how many armies defend it."""
ARMIES: Final = ("quality",)
"""Of a character: the quality of the led armies."""
SKILLS: Final = ("skill", "hit_points")
"""Of a character: the character's abilities."""
HITS: Final = ("hit_points",)
"""Of a feature: what its guardian has left."""
_LEFT_OPEN: Final = {"owner": 0, "tax": 0, "recruits": 0, "raided": False}
_WHOLE: Final = 100


class ImaginedClash:
    """A clash on a view in which all who are known to fight can be filled up, in any case."""

    def __init__(self, state: State, clash: Clash) -> None:
        self.state, self.view, self.clash = state, state.world, clash
        self.usual = UsualStrength(self.view, state.module)
        self.ground = self.view.get(Holding, clash.ground)
        self.guesses = tuple(self._guesses())

    @property
    def open(self) -> bool:
        """Whether there is anything in it of which not all is known."""
        return bool(self.guesses)

    def filled(self, case: Possibility) -> tuple[State, Clash]:
        """The view as it may be in that case, and the clash there, each army and character named.

        What is imagined has ids below 0.
        """
        world = self.view.fork()
        dice = SeededDice(SEED, case.number).stream("odds", "unknown")
        for id in (self.ground.id, *around(world, self.ground.id)):
            _fill(world, world.get(Holding, id), _LEFT_OPEN)
        for place in self._strangers():
            ruler = world.get(Ruler, place.id)
            _fill(world, ruler, self.usual.character(ruler, case.strength, dice))
        for side in self.clash.sides:
            for place in side:
                self._fill_side(world, place, case, dice)
        sides = tuple(tuple(self._named(world, side)) for side in self.clash.sides)
        state = State(self.state.rules, world, self.state.dice)
        return state, self.clash.replace(sides=sides)

    # ------------------------------------------------------------------ who is there

    def _foreign(self, place: Place) -> bool:
        """Whether a place of the clash is not the asker's own."""
        record = self.view.at(place)
        match record:
            case Ruler():
                return not record.knows("skill")
            case Holding():
                return not record.knows("recruits")
            case Site():
                return True
            case _:
                return False

    def _strangers(self) -> Iterator[Place]:
        """The foreign characters who count: those who fight, and their King."""
        found: dict[Place, None] = {}
        for side in self.clash.sides:
            for place in side:
                for ruler in self._leading(place):
                    found[ruler.place] = None
                crown = self._crown_of(place)
                king = _king(self.view, crown) if crown and self._foreign(place) else None
                if king:
                    found[king.place] = None
        yield from found

    def _leading(self, place: Place) -> Iterator[Ruler]:
        """The foreign characters who fight, or lead, where a place of the clash names them."""
        if not self._foreign(place):
            return
        named = self.view.find(Ruler, place.id) if place.kind == Ruler.kind else None
        if named:
            yield named
        crown = self._crown_of(place)
        if self.clash.kind == BATTLE and crown:
            for ruler in leaders(self.view, crown, self.ground):
                if ruler != named:
                    yield ruler

    def _crown_of(self, place: Place) -> int:
        """The kingdom for which a place of the clash fights; 0 for militia."""
        record = self.view.at(place)
        if isinstance(record, Holding):
            return owner_of(self.view, record) or 0
        return record.crown if isinstance(record, Ruler | Army) else 0

    # ------------------------------------------------------------------ filling

    def _fill_side(self, world: World, place: Place, case: Possibility, dice: Dice) -> None:
        """Put what fights for a place of the clash into the world, if it is not the asker's."""
        if not self._foreign(place):
            return
        if place.kind == Site.kind:
            site = world.get(Site, place.id)
            _fill(world, site, self.usual.guardian(site, case.strength, dice))
            return
        crown = world.find(Crown, self._crown_of(place))
        if crown:
            king = _king(world, crown.id)
            values = {"treasury": 0, "home": 0, "king": king.id if king else 0}
            crown = _fill(world, crown, values)
            self._fill_survey(world, crown)
        if self.clash.kind != BATTLE:
            return
        for ruler in self._leading(place):
            for type in armies_of(self.view, ruler):
                values = self.usual.army(world.get(Crown, ruler.crown), type, case.strength)
                _muster(world, self.ground.id, {**values, "leader": ruler.id})
        seen = garrison_of(self.view, self.ground)
        if not self._stands_here(place):
            return
        if crown:
            for values in self.usual.garrison(
                crown, world.get(Holding, self.ground.id), seen or 0, case.strength, dice
            ):
                _muster(world, self.ground.id, values)
        else:
            for values in self.usual.militia(self.ground, seen, case.strength):
                _muster(world, self.ground.id, values)

    def _stands_here(self, place: Place) -> bool:
        """Whether the garrison on the ground fights for a place of the clash."""
        if place.kind == Holding.kind:
            return True
        return owner_of(self.view, self.ground) == self._crown_of(place)

    def _fill_survey(self, world: World, crown: Crown) -> None:
        """An owner knows the province well; foreign ones are assumed not to."""
        owns = owner_of(self.view, self.ground) == crown.id
        id = survey_id(crown.id, self.ground.id)
        percent = _WHOLE if owns else 0
        world.put(Survey(id=id, crown=crown.id, holding=self.ground.id, percent=percent))

    def _named(self, world: World, side: tuple[Place, ...]) -> Iterator[Place]:
        """Everybody who fights for a side, each by its own place, none twice."""
        found: dict[Place, None] = {}
        for place in side:
            match world.at(place):
                case Holding():
                    crown = self._crown_of(place)
                    for army in world.by(Army, "holding", place.id):
                        if army.crown == crown and (crown or army.militia):
                            found[army.place] = None
                case Ruler() as ruler:
                    found[ruler.place] = None
                    for army in self._with(world, ruler):
                        found[army.place] = None
                case _:
                    found[place] = None
        yield from found

    def _with(self, world: World, ruler: Ruler) -> Iterator[Army]:
        """The armies that fight with a character: the led ones, and the kingdom's on the ground."""
        if self.clash.kind == BATTLE:
            yield from world.by(Army, "leader", ruler.id)
            for army in world.by(Army, "holding", self.ground.id):
                if army.crown == ruler.crown:
                    yield army

    # ------------------------------------------------------------------ what is guessed

    def _guesses(self) -> Iterator[Guess]:
        """What is not known, and counts."""
        for side in self.clash.sides:
            for place in side:
                if self._foreign(place):
                    yield from self._guessed(place)

    def _guessed(self, place: Place) -> Iterator[Guess]:
        if place.kind == Site.kind:
            yield Guess(about=place, fields=HITS)
            return
        for ruler in self._leading(place):
            yield Guess(about=ruler.place, fields=SKILLS)
            if self.clash.kind == BATTLE and armies_of(self.view, ruler):
                yield Guess(about=ruler.place, fields=ARMIES)
        if self.clash.kind != BATTLE or not self._stands_here(place):
            return
        if owner_of(self.view, self.ground) is None:
            yield Guess(about=self.ground.place, fields=OWNER)
        if self._crown_of(place):
            if garrison_of(self.view, self.ground):
                yield Guess(about=self.ground.place, fields=GARRISON)
        elif not self.ground.knows("tax"):
            yield Guess(about=self.ground.place, fields=TAX)


# ---------------------------------------------------------------- what is known


def foe_at(view: World, module: Module, crown: int, holding: Holding) -> Place | None:
    """Whom armies of a kingdom would have to fight in a province, as a clash names it.

    None where nobody is known or expected.
    """
    for ruler in view.by(Ruler, "holding", holding.id):
        foreign = not ruler.knows("skill") and hostile(view, crown, ruler.crown)
        if foreign and ruler.alive and armies_of(view, ruler):
            return ruler.place
    owner, seen = owner_of(view, holding), garrison_of(view, holding)
    if owner:
        return holding.place if seen and hostile(view, crown, owner) else None
    return (
        holding.place
        if UsualStrength(view, module).militia(holding, seen, MIDDLE.strength)
        else None
    )


def owner_of(view: World, holding: Holding) -> int | None:
    """The kingdom that owns a province, as far as is known; 0 for none, None for not known.

    What was seen of foreign land goes before what a plan makes of it.
    """
    last = _last(view, holding)
    if last and not holding.knows("recruits") and not _own(view, last.owner):
        return last.owner
    return holding.owner if holding.knows("owner") else None


def garrison_of(view: World, holding: Holding) -> int | None:
    """How many garrison armies were seen in a province last; None if nobody has looked."""
    last = _last(view, holding)
    return last.garrison if last else None


def leaders(view: World, crown: int, holding: Holding) -> Iterator[Ruler]:
    """The foreign characters of a kingdom who were noticed there last, leading armies."""
    for ruler in view.by(Ruler, "holding", holding.id):
        if ruler.crown == crown and ruler.alive and armies_of(view, ruler):
            yield ruler


def armies_of(view: World, ruler: Ruler) -> tuple[str, ...]:
    """The types of a foreign character's armies when last noticed."""
    seen = max(
        view.by(CharacterSighting, "ruler", ruler.id), key=lambda each: each.turn, default=None
    )
    return seen.armies if seen else ()


def _last(view: World, holding: Holding) -> Survey | None:
    surveys = (each for each in view.by(Survey, "holding", holding.id) if each.seen)
    return max(surveys, key=lambda each: each.seen, default=None)


def _own(view: World, crown: int) -> bool:
    known = view.find(Crown, crown)
    return known is not None and known.knows("treasury")


def _king(world: World, crown: int) -> Ruler | None:
    """The King of a kingdom, whose name is known to all."""
    return next(
        (each for each in world.by(Ruler, "crown", crown) if each.royal and each.alive), None
    )


def _fill(world: World, record: R, values: dict[str, Any]) -> R:
    """Put a record into the world with such values in place of what is not known of it."""
    whole = type(record)(**{**values, **record.known()})
    world.put(whole)
    return whole


def _muster(world: World, holding: int, values: dict[str, Any]) -> None:
    """Put an army that is only imagined into a province."""
    id = min((each.id for each in world.all(Army)), default=0)
    world.put(Army(id=min(id, 0) - 1, holding=holding, **values))
