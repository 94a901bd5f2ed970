"""Lines about what assassins and saboteurs do, and about bodyguards against them."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import CAPTURED, NEEDS, PLAIN, News, headline, routine, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import number, percent
from engine.packs.cohorts.covert.assassins import CharacterKidnapped, CharacterStabbed
from engine.packs.cohorts.covert.bodyguards import BodyguardAssigned, PostLeft
from engine.packs.cohorts.covert.poisoning import WeaponsPoisoned
from engine.packs.cohorts.covert.sabotage import (
    FortificationsSabotaged,
    MoraleSabotaged,
    StrifeCaused,
    TroopsDisheartened,
)
from engine.packs.cohorts.pieces.records import City
from engine.world import Place

LINES = Lines()


@LINES.of(BodyguardAssigned, routine("bodyguard"))
def _(event: BodyguardAssigned, names: CohortsNames) -> str:
    who, client = names.show(event.name), names.show(event.client_name)
    if event.client:
        return f"{who} {names.did('became', 'become')} the bodyguard of {client}."
    ended = names.did("stopped", "stop")
    return (
        f"{who} {ended} guarding {client}." if event.client_name else f"{who} had nobody to guard."
    )


@LINES.of(PostLeft)
def _(event: PostLeft, names: CohortsNames) -> str:
    post = f"the post at the side of {names.show(event.client_name)}" if event.client_name else ""
    return (
        f"{names.show(event.name)} {names.did('lost', 'lose')} {post or 'the post of bodyguard'}."
    )


@LINES.of(WeaponsPoisoned, routine("weapon poisoned", "weapons poisoned"))
def _(event: WeaponsPoisoned, names: CohortsNames) -> str:
    made, used = names.items({event.item: event.number}), names.items({event.poison: event.vials})
    return f"{names.show(event.name)} {names.did('made', 'make')} {made} with {used}."


@LINES.of(CharacterStabbed)
def _(event: CharacterStabbed, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.province(event.province)
    dies = f" and {names.did('died', 'die')}" if event.died else ""
    found = names.did("found", "find")
    took = names.did("took", "take")
    return f"An assassin {found} {who} at {where}, who {took} {percent(event.wounds)} wounds{dies}."


def _kidnapped(event: CharacterKidnapped, names: CohortsNames) -> News:
    if names.own(Place("character", event.character)):
        return headline(CAPTURED, f"{names.show(event.name)} was kidnapped")
    return PLAIN


@LINES.of(CharacterKidnapped, _kidnapped)
def _(event: CharacterKidnapped, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} {names.was()} kidnapped at {names.province(event.province)}"
    if event.knows("to"):
        return f"{told} and {names.did('was', 'be')} held by {names.thing(event.to)}."
    return f"{told}."


@LINES.of(TroopsDisheartened, unless_vain("units"))
def _(event: TroopsDisheartened, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.units:
        return f"No enemy troops {names.was(2)} to be found at {where}."
    units, lost = number(event.units, "enemy unit"), names.did("lost", "lose")
    return f"{units} at {where} {lost} {event.percent}% of morale."


@LINES.of(MoraleSabotaged, NEEDS)
def _(event: MoraleSabotaged, names: CohortsNames) -> str:
    who, where = names.things(event.units), names.province(event.province)
    return f"Somebody spread fear at {where}: {who} lost {event.percent}% of morale."


def _strife(event: StrifeCaused, names: CohortsNames) -> News:
    """It asks something of who rules there; who caused it is told by the deed."""
    return NEEDS if names.own(Place(City.kind, event.city)) else PLAIN


@LINES.of(StrifeCaused, _strife)
def _(event: StrifeCaused, names: CohortsNames) -> str:
    return (
        f"Strife {names.did('broke', 'break')} out in {names.city(event.city)}, which "
        f"{names.did('had', 'have')} an action less every turn until the end of the month."
    )


@LINES.of(FortificationsSabotaged, unless_vain("levels"))
def _(event: FortificationsSabotaged, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.levels:
        return f"There {names.did('were', 'be')} no fortifications to be found at {where}."
    levels = number(event.levels, "level")
    return f"The walls at {where} {names.did('were', 'be')} damaged: {levels} weaker for the month."
