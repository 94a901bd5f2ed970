"""Lines about what characters do with their actions, and what renown buys."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
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

LINES = Lines()

_DRUNK = {
    "healed": "{}% of wounds heal",
    "mana": "{} mana comes back",
    "shell": "a shell of strength {} covers it",
    "wounds": "it takes {}% wounds",
    "action points": "it gains an action point",
    "at work": "it works until the month ends",
}


@LINES.of(ActionConfused)
def _(event: ActionConfused, names: CohortsNames) -> str:
    return f"{names.show(event.name)} means to act, but madness gets the better of it."


@LINES.of(SkillPractised)
def _(event: SkillPractised, names: CohortsNames) -> str:
    who, skill = names.show(event.name), word(event.skill)
    if not event.succeeded:
        return f"{who} practises {skill} in vain (the chance was {event.chance}%)."
    mastered = "; it counts as trained from now on" if event.mastered else ""
    return f"{who} practises {skill} and has {event.level} now{mastered}."


@LINES.of(BreakTaken)
def _(event: BreakTaken, names: CohortsNames) -> str:
    left = f"{event.wounds}% are left" if event.wounds else "none are left"
    return f"{names.show(event.name)} takes a break: {event.healed}% of wounds heal, {left}."


@LINES.of(FloraGathered)
def _(event: FloraGathered, names: CohortsNames) -> str:
    what = names.items({event.flora: event.number})
    return f"{names.show(event.name)} gathers {what} in {names.province(event.province)}."


@LINES.of(PotionsMade)
def _(event: PotionsMade, names: CohortsNames) -> str:
    made, used = names.items({event.item: event.number}), names.items(event.used)
    return f"{names.show(event.name)} brews {made} from {used}."


@LINES.of(ItemsCrafted)
def _(event: ItemsCrafted, names: CohortsNames) -> str:
    made = names.items({event.item: event.number})
    source = f" from {names.items(event.used)}" if event.used else ""
    return f"{names.show(event.name)} makes {made}{source}."


@LINES.of(ScrollWritten)
def _(event: ScrollWritten, names: CohortsNames) -> str:
    return f"{names.show(event.name)} writes {names.item(event.item)} with {event.mana} mana."


@LINES.of(ScrollUsed)
def _(event: ScrollUsed, names: CohortsNames) -> str:
    return f"{names.show(event.name)} reads {names.item(event.item)}, which crumbles to dust."


@LINES.of(RecipeResearched)
def _(event: RecipeResearched, names: CohortsNames) -> str:
    who, item = names.show(event.name), names.item(event.item)
    if event.found:
        return f"{who} finds out how to make: {item}."
    return f"{who} does not find out how to make: {item} (the chance was {event.chance}%)."


@LINES.of(PotionDrunk)
def _(event: PotionDrunk, names: CohortsNames) -> str:
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


@LINES.of(RenownTransferred)
def _(event: RenownTransferred, names: CohortsNames) -> str:
    to = names.player(event.target)
    return f"{names.player(event.player)} gives {event.amount:,} renown to {to}."


@LINES.of(OfferAborted)
def _(event: OfferAborted, names: CohortsNames) -> str:
    return (
        f"{names.show(event.sponsor)} offers {event.offer:,} of {event.renown:,} renown for "
        f"{names.show(event.wanted)} in vain: the price is higher. Nothing is spent."
    )


@LINES.of(PieceInfluenced)
def _(event: PieceInfluenced, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.province(event.province)
    if not event.knows("player"):
        return f"{who} at {where} has left its faction's service."
    told = f"{who} at {where} enters the service of {names.player(event.player)}"
    if event.cities:
        told += f" with {listed(names.city(city) for city in event.cities)}"
    return f"{told}, for {event.cost:,} renown." if event.knows("cost") else f"{told}."


@LINES.of(CharacterRecruited)
def _(event: CharacterRecruited, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)}, {word(event.race)} {word(event.job)} of level {event.level}, "
        f"is recruited at {names.city(event.city)} for {event.cost:,} renown."
    )


@LINES.of(TrainingCampHeld)
def _(event: TrainingCampHeld, names: CohortsNames) -> str:
    gains = listed(f"{names.thing(unit)} gains {number(xp, 'XP', 'XP')}" for unit, xp in event.xp)
    where = names.province(event.province)
    return f"{names.show(event.name)} holds a training camp at {where}: {gains}."
