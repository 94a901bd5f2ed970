"""Characters who turn their faith against churches: to weaken them, and to convert them.

What churches do themselves stands with the guilds. Sources: cohorts.order.attack-church,
cohorts.order.convert-church.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.hostility import held_back, no_attack
from engine.packs.cohorts.knowledge.choices import label, spot_named
from engine.packs.cohorts.magic.cast import distance
from engine.packs.cohorts.pieces.guilds import guild_of, most_mana
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.chances import attempt
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State

_LEAST = 1  # a church's level, cohorts.order.attack-church


@facts
class ChurchAttacked(Event):
    """A character attacked a church by faith, as its own faction is told."""

    character: int
    name: str
    city: int
    levels: int
    """By how many it falls, if it had that many to lose."""


@facts
class ChurchWeakened(Event):
    """A church was attacked by faith, as the owner of its city is told."""

    city: int
    deity: str
    """In whose name it was done."""
    level: int
    """The one that is left."""


@facts
class ConversionTried(Event):
    """A character tried to convert a church, as its own faction is told."""

    character: int
    name: str
    city: int
    deity: str
    """That to which it was to be converted."""
    chance: int
    roll: int
    converted: bool


@facts
class ConversionSuffered(Event):
    """Somebody tried to convert a church, as the owner of its city is told."""

    city: int
    deity: str
    converted: bool


# ---------------------------------------------------------------- what both need


def _choice(state: State, city: City) -> Choice:
    province = state.world.find(Province, city.province)
    return Choice.of(city, label(state, province) if province else city.name)


def _enemy_cities(state: State, given: Given) -> Iterator[Choice]:
    """The cities of enemies, and those of which it is not known whose they are."""
    for city in state.world.all(City):
        if not city.knows("baron") or _at_war(state, city):
            yield _choice(state, city)


def _cities_here(state: State, given: Given) -> Iterator[Choice]:
    """The city where the character named before is."""
    for city in state.world.by(City, "province", spot_named(state, given, "character")):
        yield _choice(state, city)


def _at_war(state: State, city: City) -> bool:
    return relation(state.world, state.me.faction, faction_of(state.world, city)) == "at_war"


class _AgainstChurch(CharacterAction):
    """What a character does to the church of a city by faith."""

    unforeseen: ClassVar = {"character": ("actions",)}

    city: Ref

    def _faith(self, state: State, sponsor: Character) -> int:
        return skill_level(state.world, state.module.content(Content), sponsor, "faith")

    def _away(self, state: State, sponsor: Character, city: City) -> int:
        return distance(state.world, province_of(state.world, sponsor.place), city.province)

    def _church(self, state: State, city: City) -> Guild:
        """The church of the city.

        Raises:
            Refused: it has none.
            NotKnown: in a plan, whether it has one.
        """
        church = guild_of(state.world, city, "church")
        if church is None and state.planning and not city.knows("population"):
            raise NotKnown("which guilds the city has")
        if church is None:
            raise Refused(
                self._refusal("bad_target", f"{city.name} has no church.", "Choose another city.")
            )
        return church

    def _faithless(self, state: State, sponsor: Character) -> Iterator[Refusal]:
        if not self._faith(state, sponsor):
            yield self._refusal(
                "not_qualified",
                f"{sponsor.name} has no faith to do this with.",
                "Have a priest do it, or another who has learned faith.",
            )

    def _same_religion(self, sponsor: Character, church: Guild) -> Iterator[Refusal]:
        if not sponsor.deity:
            yield self._refusal(
                "religion", f"{sponsor.name} worships no deity.", "Have a believer do it."
            )
        elif church.deity == sponsor.deity:
            yield self._refusal(
                "religion",
                f"The church and {sponsor.name} are of the same religion.",
                "Choose a church of another one.",
            )

    def _refusal(self, code: Code, says: str, instead: str) -> Refusal:
        return self.refusal(code, says, instead)

    def _tell_owner(self, state: State, city: City, event: Event) -> None:
        owner = faction_of(state.world, city)
        if owner not in (0, state.me.faction):
            state.emit_to(event, own=(owner,))


# ---------------------------------------------------------------- the orders


class AttackChurch(_AgainstChurch):
    """Have a character weaken the church of an enemy's city by its faith; it cannot fail."""

    path = ("faith", "attack-church")
    rule = "cohorts.order.attack-church"

    city: Annotated[Ref, Asks("a city of an enemy", _enemy_cities, (City.kind,))] = Field(
        description="The city whose church it is"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor, city = acting(state, self), state.the(City, self.city)
        content = state.module.content(Content)
        if not _at_war(state, city):
            yield self._refusal(
                "relation",
                f"{city.name} belongs to no faction at war with yours.",
                "Only churches of enemies are attacked; declare war first.",
            )
        yield from held_back(state, sponsor, city)
        heroic = heroic_level(self._faith(state, sponsor))
        reach = content.acting.church_range_per_heroic_level * heroic
        if self._away(state, sponsor, city) > reach:
            yield self._refusal(
                "out_of_range",
                f"{city.name} is out of reach of the faith of {sponsor.name}, which reaches "
                f"{reach} province{'s' * (reach != 1)} far.",
                "Bring it nearer; faith reaches further as it grows.",
            )
        yield from self._faithless(state, sponsor)
        # Last what one can only know from near: who may not attack it learns nothing of it.
        church = self._church(state, city)
        yield from self._same_religion(sponsor, church)
        if church.level <= _LEAST:
            yield self._refusal(
                "not_allowed",
                f"The church of {city.name} is as weak as faith can make it.",
                "What is left of it can be converted.",
            )

    def perform(self, state: State) -> None:
        sponsor, city = acting(state, self), state.the(City, self.city)
        church = self._church(state, city)
        if not begin(state, sponsor, self):
            return
        levels = heroic_level(self._faith(state, sponsor))
        left = max(_LEAST, church.level - levels)
        most = most_mana(state.module.content(Content), church.type, left)
        state.world.put(church.replace(level=left, mana=min(church.mana, most)))
        state.emit(
            ChurchAttacked(character=sponsor.id, name=sponsor.name, city=city.id, levels=levels)
        )
        event = ChurchWeakened(city=city.id, deity=sponsor.deity, level=left)
        self._tell_owner(state, city, event)


class ConvertChurch(_AgainstChurch):
    """Have a character try to convert the church of the city where it is to its own deity."""

    path = ("faith", "convert-church")
    rule = "cohorts.order.convert-church"
    rating = "L2"

    city: Annotated[Ref, Asks("the city where it is", _cities_here, (City.kind,))] = Field(
        description="The city whose church it is"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor, city = acting(state, self), state.the(City, self.city)
        if faction_of(state.world, city) != state.me.faction:
            yield from no_attack(state, sponsor, city)
        if self._away(state, sponsor, city):
            yield self._refusal(
                "not_here",
                f"{sponsor.name} is not in the province of {city.name}.",
                "Bring it there first.",
            )
        yield from self._faithless(state, sponsor)
        yield from self._same_religion(sponsor, self._church(state, city))

    def perform(self, state: State) -> None:
        sponsor, city = acting(state, self), state.the(City, self.city)
        church = self._church(state, city)
        if not begin(state, sponsor, self):
            return
        base = state.module.content(Content).acting.conversion_percent
        chance = base + self._faith(state, sponsor) - church.level
        tried = attempt(state, sponsor.place, "conversion", chance)
        if tried.succeeds:
            state.world.put(church.replace(deity=sponsor.deity))
        state.emit(
            ConversionTried(
                character=sponsor.id,
                name=sponsor.name,
                city=city.id,
                deity=sponsor.deity,
                chance=tried.chance,
                roll=tried.roll,
                converted=tried.succeeds,
            )
        )
        event = ConversionSuffered(city=city.id, deity=sponsor.deity, converted=tried.succeeds)
        self._tell_owner(state, city, event)
