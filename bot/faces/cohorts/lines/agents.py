"""Lines about agents: how they enter service, and the results of their orders."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import LOST, PLAIN, VAIN, News, headline, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.agents.detecting import AgentsSought, Detection
from engine.packs.cohorts.agents.hunting import AgentRobbed, AgentStruck
from engine.packs.cohorts.agents.stealing import SpellStealing
from engine.packs.cohorts.agents.summoning import AgentSummoned
from engine.packs.cohorts.agents.trading import TradeNegotiated

LINES = Lines()


@LINES.of(AgentSummoned)
def _(event: AgentSummoned, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)}, a {event.type} of level {event.level}, "
        f"{names.did('entered', 'enter')} the service of {names.show(event.summoner_name)} as an "
        f"agent at {names.province(event.province)}."
    )


@LINES.of(AgentsSought, unless_vain("detected"))
def _(event: AgentsSought, names: CohortsNames) -> str:
    around = f"{number(event.reach, 'province')} around {names.province(event.province)}"
    search = f"{names.show(event.name)} {names.did('looked', 'look')} for enemy agents up to"
    if not event.detected:
        return f"{search} {around} and {names.did('found', 'find')} none."
    found = [_found(each, names) for each in event.detected if each.agent]
    if eluded := [each for each in event.detected if not each.agent]:
        agents = number(len(eluded), "agent")
        rolls = names.all_rolled((each.roll, each.chance) for each in eluded)
        found.append(f"traces of {agents} that got away{rolls}")
    return f"{search} {around}: {listed(found)}."


def _found(found: Detection, names: CohortsNames) -> str:
    who = f"{names.show(found.name)}, a {found.type} of {names.faction(found.faction)}"
    return f"{who} at {found.location}{names.rolled(found.roll, found.chance)}"


def _stealing(event: SpellStealing, names: CohortsNames) -> News:
    return VAIN if event.knows("agent_name") and event.outcome != "learned" else PLAIN


@LINES.of(SpellStealing, _stealing)
def _(event: SpellStealing, names: CohortsNames) -> str:
    book = f"the spell book of {names.show(event.target_name)}"
    if not event.knows("agent_name"):
        return f"Somebody tried to steal a spell out of {book} and failed."
    thief = names.show(event.agent_name)
    wanted = names.spell(event.spell) if event.spell else "a spell"
    odds = names.rolled(event.roll, event.chance)
    match event.outcome:
        case "learned":
            stole = f"{thief} {names.did('stole', 'steal')} {wanted} out of {book}"
            return f"{stole} for {names.show(event.owner)}{odds}."
        case "failed":
            return f"{thief} {names.did('failed', 'fail')} to steal {wanted} out of {book}{odds}."
        case _:
            looked = f"{thief} {names.did('looked', 'look')} for {wanted} in {book}"
            return f"{looked} and {names.did('found', 'find')} nothing of use."


def _robbing(event: AgentRobbed, names: CohortsNames) -> News:
    return PLAIN if event.robbed or not event.knows("agent_name") else VAIN


@LINES.of(AgentRobbed, _robbing)
def _(event: AgentRobbed, names: CohortsNames) -> str:
    victim = names.show(event.target_name)
    goods = names.items(event.items) if event.items else "nothing, for they had nothing"
    if not event.knows("agent_name"):
        if event.robbed:
            return f"A thief robbed {victim} of {goods}."
        return f"A thief tried to rob {victim} and failed."
    thief, odds = names.show(event.agent_name), names.rolled(event.roll, event.chance)
    if event.robbed:
        return f"{thief} {names.did('robbed', 'rob')} {victim} of {goods}{odds}."
    return f"{thief} {names.did('failed', 'fail')} to rob {victim}{odds}."


def _struck(event: AgentStruck, names: CohortsNames) -> News:
    if event.knows("agent_name"):
        return PLAIN if event.killed else VAIN
    return headline(LOST, f"{names.show(event.target_name)} was killed") if event.killed else PLAIN


@LINES.of(AgentStruck, _struck)
def _(event: AgentStruck, names: CohortsNames) -> str:
    target = f"{names.show(event.target_name)} at {names.province(event.province)}"
    if not event.knows("agent_name"):
        if event.killed:
            return f"Another agent killed the agent {target}."
        end = ""
        if event.executed:
            end = f"; the killer, sent by {names.faction(event.owner)}, was caught and executed"
        return f"Somebody tried to kill the agent {target} and failed{end}."
    killer, odds = names.show(event.agent_name), names.rolled(event.roll, event.chance)
    if event.killed:
        return f"{killer} {names.did('killed', 'kill')} the agent {target}{odds}."
    executed = names.did("was", "be") + " caught and executed"
    end = executed if event.executed else names.did("escaped", "escape")
    eluding = names.rolled(event.elude_roll, event.elude_chance)
    failed = f"{killer} {names.did('failed', 'fail')} to kill the agent {target}{odds}"
    return f"{failed} and {end}{eluding}."


@LINES.of(TradeNegotiated, unless_vain("agreed"))
def _(event: TradeNegotiated, names: CohortsNames) -> str:
    offer = f"{word(event.offered)} of {names.show(event.city)} for {word(event.wanted)}"
    how = f"and {names.did('came', 'come')} to terms" if event.agreed else names.in_vain()
    return (
        f"{names.show(event.name)} {names.did('negotiated', 'negotiate')} with "
        f"{names.show(event.target)}, {offer}, {how}{names.rolled(event.roll, event.chance)}."
    )
