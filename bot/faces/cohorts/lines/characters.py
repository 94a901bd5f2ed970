"""Lines about what characters do with their actions, and what renown buys."""

from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import GAINED, LOST, PLAIN, VAIN, News, headline, routine, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import experience, listed, percent, word
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

_DRUNK: Final = {
    "healed": "{}% of wounds healed",
    "mana": "{} mana back",
    "shell": "a shell of strength {}",
    "wounds": "{}% wounds",
    "action points": "an action point more",
    "at work": "at work until the end of the month",
}


@LINES.of(ActionConfused, VAIN)
def _(event: ActionConfused, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.did('wanted', 'want')} to act, but madness "
        f"{names.did('got', 'get')} in the way."
    )


@LINES.of(SkillPractised, unless_vain("succeeded", routine("practice")))
def _(event: SkillPractised, names: CohortsNames) -> str:
    who, skill = names.show(event.name), word(event.skill)
    practised = f"{who} {names.did('practised', 'practise')} {skill}"
    if not event.succeeded:
        return f"{practised} {names.in_vain()}{_chance(event.chance, names)}."
    mastered = ", which counts as trained from then on" if event.mastered else ""
    return f"{practised} and {names.did('reached', 'reach')} {event.level}{mastered}."


@LINES.of(BreakTaken, routine("break"))
def _(event: BreakTaken, names: CohortsNames) -> str:
    left = f"{percent(event.wounds)} left" if event.wounds else "none left"
    took = f"{names.show(event.name)} {names.did('took', 'take')} a break"
    if not event.healed and not event.wounds:
        return f"{took}, with no wounds to heal."
    return f"{took}: {percent(event.healed)} of wounds healed, {left}."


@LINES.of(FloraGathered, routine("harvest"))
def _(event: FloraGathered, names: CohortsNames) -> str:
    what = names.items({event.flora: event.number})
    where = names.province(event.province)
    return f"{names.show(event.name)} {names.did('gathered', 'gather')} {what} at {where}."


@LINES.of(PotionsMade, routine("brew"))
def _(event: PotionsMade, names: CohortsNames) -> str:
    made, used = names.items({event.item: event.number}), names.items(event.used)
    return f"{names.show(event.name)} {names.did('brewed', 'brew')} {made} from {used}."


@LINES.of(ItemsCrafted, routine("piece of work", "pieces of work"))
def _(event: ItemsCrafted, names: CohortsNames) -> str:
    made = names.items({event.item: event.number})
    source = f" from {names.items(event.used)}" if event.used else ""
    return f"{names.show(event.name)} {names.did('made', 'make')} {made}{source}."


@LINES.of(ScrollWritten, routine("scroll"))
def _(event: ScrollWritten, names: CohortsNames) -> str:
    wrote = f"{names.show(event.name)} {names.did('wrote', 'write')} {names.item(event.item)}"
    return f"{wrote} with {event.mana} mana."


@LINES.of(ScrollUsed, routine("scroll read", "scrolls read"))
def _(event: ScrollUsed, names: CohortsNames) -> str:
    read = f"{names.show(event.name)} {names.did('read', 'read')} {names.item(event.item)}"
    return f"{read}, which {names.did('crumbled', 'crumble')} to dust."


@LINES.of(RecipeResearched, unless_vain("found"))
def _(event: RecipeResearched, names: CohortsNames) -> str:
    who, item = names.show(event.name), names.item(event.item)
    if event.found:
        return f"{who} {names.did('found', 'find')} out how to make {item}."
    looked = f"{who} {names.did('looked', 'look')} {names.in_vain()} for a way to make"
    return f"{looked} {item}{_chance(event.chance, names)}."


@LINES.of(PotionDrunk, routine("drink"))
def _(event: PotionDrunk, names: CohortsNames) -> str:
    told = [_DRUNK.get(key, f"{key} {{}}").format(count) for key, count in event.effects.items()]
    if event.cured:
        told.append(f"no longer {listed(event.cured)}")
    if event.status:
        told.append(f"{event.status} from then on")
    if event.died:
        told.append(names.did("died of it", "die of it"))
    drank = f"{names.show(event.name)} {names.did('drank', 'drink')}: {names.item(event.item)}"
    return f"{drank}; {', '.join(told) or 'nothing came of it'}."


@LINES.of(RenownTransferred)
def _(event: RenownTransferred, names: CohortsNames) -> str:
    gave = f"{names.player(event.player)} {names.did('gave', 'give')} {event.amount:,} renown"
    return f"{gave} to {names.player(event.target)}."


@LINES.of(OfferAborted, VAIN)
def _(event: OfferAborted, names: CohortsNames) -> str:
    return (
        f"{names.show(event.sponsor)} {names.did('offered', 'offer')} {event.offer:,} of "
        f"{event.renown:,} renown for {names.show(event.wanted)} in vain: the price "
        f"{names.was()} higher. Nothing {names.was()} spent."
    )


def _influenced(event: PieceInfluenced, names: CohortsNames) -> News:
    who = names.show(event.name)
    if names.own(event.piece):
        return headline(GAINED, f"{who} joined you")
    if not event.knows("player") or event.knows("cost"):
        return PLAIN
    cities = f" with {listed(map(names.city, event.cities))}" if event.cities else ""
    return headline(LOST, f"{who} left you{cities}")


@LINES.of(PieceInfluenced, _influenced)
def _(event: PieceInfluenced, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.province(event.province)
    if not event.knows("player"):
        return f"{who} at {where} left its faction's service."
    entered = names.did("entered", "enter")
    told = f"{who} at {where} {entered} the service of {names.player(event.player)}"
    if event.cities:
        told += f" with {listed(names.city(city) for city in event.cities)}"
    return f"{told}, for {event.cost:,} renown." if event.knows("cost") else f"{told}."


@LINES.of(CharacterRecruited)
def _(event: CharacterRecruited, names: CohortsNames) -> str:
    who = f"{names.show(event.name)}, {word(event.race)} {word(event.job)} of level {event.level},"
    if names.planned:
        who = f"Somebody of level {event.level}"  # chance decides who it is
    at = names.city(event.city)
    return f"{who} {names.was()} recruited at {at} for {event.cost:,} renown."


@LINES.of(TrainingCampHeld, routine("training camp"))
def _(event: TrainingCampHeld, names: CohortsNames) -> str:
    gains = listed(f"{names.thing(unit)} ({experience(xp)})" for unit, xp in event.xp)
    where = names.province(event.province)
    held = f"{names.show(event.name)} {names.did('held', 'hold')} a training camp at {where}"
    return f"{held}: {gains}."


def _chance(chance: int, names: CohortsNames) -> str:
    """The chance that there was; for a plan its chances are told as well."""
    return "" if names.planned else f" (the chance was {chance}%)"
