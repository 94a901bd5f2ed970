"""Lines about what assassins and saboteurs do, and about bodyguards against them."""

from bot.faces.cohorts.naming import CohortsNames
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

LINES = Lines()


@LINES.of(BodyguardAssigned)
def _(event: BodyguardAssigned, names: CohortsNames) -> str:
    who, client = names.show(event.name), names.show(event.client_name)
    if event.client:
        return f"{who} guards {client} from now on."
    return f"{who} guards {client} no longer." if event.client_name else f"{who} guards nobody."


@LINES.of(PostLeft)
def _(event: PostLeft, names: CohortsNames) -> str:
    client = names.show(event.client_name) if event.client_name else "whom it guarded"
    return f"{names.show(event.name)} loses its post and no longer guards {client}."


@LINES.of(WeaponsPoisoned)
def _(event: WeaponsPoisoned, names: CohortsNames) -> str:
    made, used = names.items({event.item: event.number}), names.items({event.poison: event.vials})
    return f"{names.show(event.name)} uses {used} and has {made}."


@LINES.of(CharacterStabbed)
def _(event: CharacterStabbed, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.province(event.province)
    dies = " and dies" if event.died else ""
    return f"An assassin finds {who} at {where}, who takes {percent(event.wounds)} wounds{dies}."


@LINES.of(CharacterKidnapped)
def _(event: CharacterKidnapped, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} is kidnapped at {names.province(event.province)}"
    return f"{told} and held by {names.thing(event.to)}." if event.knows("to") else f"{told}."


@LINES.of(TroopsDisheartened)
def _(event: TroopsDisheartened, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.units:
        return f"No enemy troops are found at {where}."
    return f"{number(event.units, 'enemy unit')} at {where} lost {event.percent}% of morale."


@LINES.of(MoraleSabotaged)
def _(event: MoraleSabotaged, names: CohortsNames) -> str:
    who, where = names.things(event.units), names.province(event.province)
    return f"Somebody spreads fear at {where}: {event.percent}% of morale is lost by {who}."


@LINES.of(StrifeCaused)
def _(event: StrifeCaused, names: CohortsNames) -> str:
    return (
        f"Strife breaks out in {names.city(event.city)}: it has an action less every turn until "
        "the month ends."
    )


@LINES.of(FortificationsSabotaged)
def _(event: FortificationsSabotaged, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.levels:
        return f"No fortifications are found at {where}."
    levels = number(event.levels, "level")
    return f"The walls at {where} are damaged: they are {levels} weaker until the month ends."
