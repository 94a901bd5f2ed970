"""Lines about cities, their villages, people and units."""

from bot.reports.lines.outfit import EACH, left_out
from bot.reports.names import Names, counted, listed, number, word
from bot.reports.telling import line
from engine.packs.cohorts.cities.acting import PeopleAttracted, RecruitsConscripted
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.cities.training import UnitTrained
from engine.packs.cohorts.cities.villages import VillageBuilt, VillageImproved
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised


@line(RecruitsConscripted)
def _(event: RecruitsConscripted, names: Names) -> str:
    return f"{names.city(event.city)} conscripts {_people(event.recruits, 'recruit')}."


@line(PeopleAttracted)
def _(event: PeopleAttracted, names: Names) -> str:
    foods = listed(word(food) for food in event.foods)
    drawn = f"{names.city(event.city)} attracts {_people(event.growth, 'newcomer')}"
    return f"{drawn} with {foods}." if event.foods else f"{drawn}."


@line(PopulationGrew)
def _(event: PopulationGrew, names: Names) -> str:
    return f"{names.city(event.city)} grows by {_people(event.growth, 'person', 'people')}."


@line(RecruitsRaised)
def _(event: RecruitsRaised, names: Names) -> str:
    return f"{names.city(event.city)} raises {_people(event.recruits, 'recruit')}."


@line(UnitTrained)
def _(event: UnitTrained, names: Names) -> str:
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


@line(VillageBuilt)
def _(event: VillageBuilt, names: Names) -> str:
    settlers = _people(event.settlers, "settler")
    return (
        f"{names.city(event.city)} builds a village at {names.province(event.province)} "
        f"with {settlers}.{opened(event.opened)}"
    )


@line(VillageImproved)
def _(event: VillageImproved, names: Names) -> str:
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
