"""Lines about what characters do with their actions, and what renown buys."""

from bot.reports.names import Names, listed, number, word
from bot.reports.telling import line
from engine.packs.cohorts.characters.acting import ActionConfused
from engine.packs.cohorts.characters.brewing import ItemsCrafted, PotionsMade, RecipeResearched
from engine.packs.cohorts.characters.casting import ScrollUsed
from engine.packs.cohorts.characters.drinking import PotionDrunk
from engine.packs.cohorts.characters.gathering import FloraGathered
from engine.packs.cohorts.characters.influencing import PieceInfluenced
from engine.packs.cohorts.characters.practising import SkillPractised
from engine.packs.cohorts.characters.recruiting import CharacterRecruited
from engine.packs.cohorts.characters.renown import OfferAborted, RenownTransferred
from engine.packs.cohorts.characters.resting import BreakTaken
from engine.packs.cohorts.characters.scribing import ScrollWritten
from engine.packs.cohorts.stacks.training_camp import TrainingCampHeld

_DRUNK = {
    "healed": "{}% of wounds heal",
    "mana": "{} mana comes back",
    "shell": "a shell of strength {} covers it",
    "wounds": "it takes {}% wounds",
    "action points": "it gains an action point",
    "at work": "it works until the month ends",
}


@line(ActionConfused)
def _(event: ActionConfused, names: Names) -> str:
    return f"{names.show(event.name)} means to act, but madness gets the better of it."


@line(SkillPractised)
def _(event: SkillPractised, names: Names) -> str:
    who, skill = names.show(event.name), word(event.skill)
    if not event.succeeded:
        return f"{who} practises {skill} in vain (the chance was {event.chance}%)."
    mastered = "; it counts as trained from now on" if event.mastered else ""
    return f"{who} practises {skill} and has {event.level} now{mastered}."


@line(BreakTaken)
def _(event: BreakTaken, names: Names) -> str:
    left = f"{event.wounds}% are left" if event.wounds else "none are left"
    return f"{names.show(event.name)} takes a break: {event.healed}% of wounds heal, {left}."


@line(FloraGathered)
def _(event: FloraGathered, names: Names) -> str:
    what = names.items({event.flora: event.number})
    return f"{names.show(event.name)} gathers {what} in {names.province(event.province)}."


@line(PotionsMade)
def _(event: PotionsMade, names: Names) -> str:
    made, used = names.items({event.item: event.number}), names.items(event.used)
    return f"{names.show(event.name)} brews {made} from {used}."


@line(ItemsCrafted)
def _(event: ItemsCrafted, names: Names) -> str:
    made = names.items({event.item: event.number})
    source = f" from {names.items(event.used)}" if event.used else ""
    return f"{names.show(event.name)} makes {made}{source}."


@line(ScrollWritten)
def _(event: ScrollWritten, names: Names) -> str:
    return f"{names.show(event.name)} writes {names.item(event.item)} with {event.mana} mana."


@line(ScrollUsed)
def _(event: ScrollUsed, names: Names) -> str:
    return f"{names.show(event.name)} reads {names.item(event.item)}, which crumbles to dust."


@line(RecipeResearched)
def _(event: RecipeResearched, names: Names) -> str:
    who, item = names.show(event.name), names.item(event.item)
    if event.found:
        return f"{who} finds out how to make: {item}."
    return f"{who} does not find out how to make: {item} (the chance was {event.chance}%)."


@line(PotionDrunk)
def _(event: PotionDrunk, names: Names) -> str:
    told = [_DRUNK.get(key, f"{key} {{}}").format(count) for key, count in event.effects.items()]
    if event.cured:
        told.append(f"no longer {listed(event.cured)}")
    if event.status:
        told.append(f"it is {event.status} now")
    if event.died:
        told.append("and it dies of it")
    return f"{names.show(event.name)} drinks: {names.item(event.item)}; {_joined(told)}."


def _joined(parts: list[str]) -> str:
    return ", ".join(parts) or "nothing comes of it"


@line(RenownTransferred)
def _(event: RenownTransferred, names: Names) -> str:
    to = names.player(event.target)
    return f"{names.player(event.player)} gives {event.amount:,} renown to {to}."


@line(OfferAborted)
def _(event: OfferAborted, names: Names) -> str:
    return (
        f"{names.show(event.sponsor)} offers {event.offer:,} of {event.renown:,} renown for "
        f"{names.show(event.wanted)} in vain: the price is higher. Nothing is spent."
    )


@line(PieceInfluenced)
def _(event: PieceInfluenced, names: Names) -> str:
    who, where = names.show(event.name), names.province(event.province)
    if not event.knows("player"):
        return f"{who} at {where} has left its faction's service."
    told = f"{who} at {where} enters the service of {names.player(event.player)}"
    if event.cities:
        told += f" with {listed(names.city(city) for city in event.cities)}"
    return f"{told}, for {event.cost:,} renown." if event.knows("cost") else f"{told}."


@line(CharacterRecruited)
def _(event: CharacterRecruited, names: Names) -> str:
    return (
        f"{names.show(event.name)}, {word(event.race)} {word(event.job)} of level {event.level}, "
        f"is recruited at {names.city(event.city)} for {event.cost:,} renown."
    )


@line(TrainingCampHeld)
def _(event: TrainingCampHeld, names: Names) -> str:
    gains = listed(f"{names.thing(unit)} gains {number(xp, 'XP', 'XP')}" for unit, xp in event.xp)
    where = names.province(event.province)
    return f"{names.show(event.name)} holds a training camp at {where}: {gains}."
