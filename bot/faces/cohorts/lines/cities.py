"""Lines about cities, their villages, people and units."""

from bot.faces.cohorts.lines.outfit import EACH, left_out
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed, number, word
from engine.packs.cohorts.cities.acting import PeopleAttracted, RecruitsConscripted
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.cities.training import UnitTrained
from engine.packs.cohorts.cities.villages import VillageBuilt, VillageImproved
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised

LINES = Lines()


@LINES.of(RecruitsConscripted)
def _(event: RecruitsConscripted, names: CohortsNames) -> str:
    return f"{names.city(event.city)} conscripts {_people(event.recruits, 'recruit')}."


@LINES.of(PeopleAttracted)
def _(event: PeopleAttracted, names: CohortsNames) -> str:
    foods = listed(word(food) for food in event.foods)
    drawn = f"{names.city(event.city)} attracts {_people(event.growth, 'newcomer')}"
    return f"{drawn} with {foods}." if event.foods else f"{drawn}."


@LINES.of(PopulationGrew)
def _(event: PopulationGrew, names: CohortsNames) -> str:
    return f"{names.city(event.city)} grows by {_people(event.growth, 'person', 'people')}."


@LINES.of(RecruitsRaised)
def _(event: RecruitsRaised, names: CohortsNames) -> str:
    return f"{names.city(event.city)} raises {_people(event.recruits, 'recruit')}."


@LINES.of(UnitTrained)
def _(event: UnitTrained, names: CohortsNames) -> str:
    race, many = word(event.race), len(event.units)
    if event.type == SOLDIERS:
        what = number(event.soldiers, f"{race} soldier")
    else:
        what = f"{number(many, word(event.type))} with {event.soldiers:,} {race} crew"
        what += " each" if many > 1 else ""
    worn = [names.item(item) for item in event.equipment]
    worn += [f"the talent {word(talent)}" for talent in event.talents]
    outfit = f", with {listed(worn, most=EACH)}" if worn else ""
    return (
        f"{names.city(event.city)} trains {names.show(event.name)}: {what} from "
        f"{number(event.recruits, 'recruit')}, battle slot {event.slot}{outfit}."
        f"{left_out(event.left_out, names)}"
    )


@LINES.of(VillageBuilt)
def _(event: VillageBuilt, names: CohortsNames) -> str:
    settlers = _people(event.settlers, "settler")
    return (
        f"{names.city(event.city)} builds a village at {names.province(event.province)} "
        f"with {settlers}.{opened(event.opened)}"
    )


@LINES.of(VillageImproved)
def _(event: VillageImproved, names: CohortsNames) -> str:
    return (
        f"{names.city(event.city)} improves the village at {names.province(event.province)} "
        f"to level {event.level}.{opened(event.opened)}"
    )


def _people(counts: dict[str, int], noun: str, plural: str = "") -> str:
    """People by race: "20 elf settlers", "1,250 settlers (1,000 human and 250 elf)"."""
    every = sum(counts.values())
    if len(counts) == 1:
        (race,) = (word(race) for race in counts)
        return number(every, f"{race} {noun}", plural and f"{race} {plural}")
    return f"{number(every, noun, plural)} ({counted(counts)})"


def opened(resources: tuple[str, ...]) -> str:
    """What a village opened to its city, as a further sentence; empty for nothing."""
    if not resources:
        return ""
    return f" New there: {listed(word(resource) for resource in resources)}."
