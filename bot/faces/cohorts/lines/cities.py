"""Lines about cities, their villages, people and units."""

from bot.faces.cohorts.lines.outfit import EACH, left_out
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed, number, word
from engine.packs.cohorts.cities.acting import PeopleAttracted, RecruitsConscripted
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.cities.training import UnitTrained
from engine.packs.cohorts.cities.villages import VillageBuilt, VillageImproved
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised

LINES = Lines()


@LINES.of(RecruitsConscripted, routine("conscription"))
def _(event: RecruitsConscripted, names: CohortsNames) -> str:
    conscripted = f"{names.city(event.city)} {names.did('conscripted', 'conscript')}"
    return f"{conscripted} {_people(event.recruits, 'recruit')}."


@LINES.of(PeopleAttracted, routine("call for settlers", "calls for settlers"))
def _(event: PeopleAttracted, names: CohortsNames) -> str:
    foods = listed(word(food) for food in event.foods)
    attracted = names.did("attracted", "attract")
    drawn = f"{names.city(event.city)} {attracted} {_people(event.growth, 'newcomer')}"
    return f"{drawn} with {foods}." if event.foods else f"{drawn}."


@LINES.of(PopulationGrew, routine("city grew", "cities grew"))
def _(event: PopulationGrew, names: CohortsNames) -> str:
    grew = f"{names.city(event.city)} {names.did('grew', 'grow')}"
    return f"{grew} by {_people(event.growth, 'person', 'people')}."


@LINES.of(RecruitsRaised, routine("levy", "levies"))
def _(event: RecruitsRaised, names: CohortsNames) -> str:
    raised = f"{names.city(event.city)} {names.did('raised', 'raise')}"
    return f"{raised} {_people(event.recruits, 'recruit')}."


@LINES.of(UnitTrained, routine("training"))
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
    trained = f"{names.city(event.city)} {names.did('trained', 'train')}"
    return (
        f"{trained} {names.show(event.name)}: {what} from {number(event.recruits, 'recruit')}, "
        f"battle slot {event.slot}{outfit}.{left_out(event.left_out, names)}"
    )


@LINES.of(VillageBuilt, routine("new village"))
def _(event: VillageBuilt, names: CohortsNames) -> str:
    settlers, where = _people(event.settlers, "settler"), names.province(event.province)
    built = f"{names.city(event.city)} {names.did('built', 'build')} a village at {where}"
    return f"{built} with {settlers}.{opened(event.opened)}"


@LINES.of(VillageImproved, routine("better village"))
def _(event: VillageImproved, names: CohortsNames) -> str:
    where, improved = names.province(event.province), names.did("raised", "raise")
    return (
        f"{names.city(event.city)} {improved} the village at {where} to level {event.level}."
        f"{opened(event.opened)}"
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
