"""Lines about agents: how they enter service, and what comes of their orders."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.agents.detecting import AgentsSought, Detection
from engine.packs.cohorts.agents.hunting import AgentStruck
from engine.packs.cohorts.agents.robbing import AgentRobbed
from engine.packs.cohorts.agents.stealing import SpellStealing
from engine.packs.cohorts.agents.summoning import AgentSummoned
from engine.packs.cohorts.agents.trading import TradeNegotiated

LINES = Lines()


@LINES.of(AgentSummoned)
def _(event: AgentSummoned, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)}, a {event.type} of level {event.level}, enters the service of "
        f"{names.show(event.summoner_name)} as an agent at {names.province(event.province)}."
    )


@LINES.of(AgentsSought)
def _(event: AgentsSought, names: CohortsNames) -> str:
    around = f"{number(event.reach, 'province')} around {names.province(event.province)}"
    search = f"{names.show(event.name)} looks for enemy agents up to {around}"
    if not event.detected:
        return f"{search} and finds none."
    found = [_found(each, names) for each in event.detected if each.agent]
    eluded = [_odds(each.chance, each.roll) for each in event.detected if not each.agent]
    if eluded:
        found.append(f"traces of {number(len(eluded), 'agent')} that it loses {listed(eluded)}")
    return f"{search}: {listed(found)}."


def _found(found: Detection, names: CohortsNames) -> str:
    who = f"{names.show(found.name)}, a {found.type} of {names.faction(found.faction)}"
    return f"{who} at {found.location} {_odds(found.chance, found.roll)}"


@LINES.of(SpellStealing)
def _(event: SpellStealing, names: CohortsNames) -> str:
    book = f"the spell book of {names.show(event.target_name)}"
    if not event.knows("agent_name"):
        return f"Somebody tried to steal a spell out of {book} and failed."
    thief = names.show(event.agent_name)
    wanted = names.spell(event.spell) if event.spell else "a spell"
    odds = _odds(event.chance, event.roll)
    match event.outcome:
        case "learned":
            return f"{thief} steals {wanted} out of {book} for {names.show(event.owner)} {odds}."
        case "failed":
            return f"{thief} fails to steal {wanted} out of {book} {odds}."
        case _:
            return f"{thief} looks for {wanted} in {book} and finds nothing of use."


@LINES.of(AgentRobbed)
def _(event: AgentRobbed, names: CohortsNames) -> str:
    victim = names.show(event.target_name)
    goods = names.items(event.items) if event.items else "nothing, for they had nothing"
    if not event.knows("agent_name"):
        if event.robbed:
            return f"A thief robbed {victim} of {goods}."
        return f"A thief tried to rob {victim} and failed."
    odds = _odds(event.chance, event.roll)
    if event.robbed:
        return f"{names.show(event.agent_name)} robs {victim} of {goods} {odds}."
    return f"{names.show(event.agent_name)} fails to rob {victim} {odds}."


@LINES.of(AgentStruck)
def _(event: AgentStruck, names: CohortsNames) -> str:
    target = f"{names.show(event.target_name)} at {names.province(event.province)}"
    if not event.knows("agent_name"):
        if event.killed:
            return f"The agent {target} was killed by another agent."
        end = ""
        if event.executed:
            end = f"; the killer, sent by {names.faction(event.owner)}, was caught and executed"
        return f"Somebody tried to kill the agent {target} and failed{end}."
    killer, odds = names.show(event.agent_name), _odds(event.chance, event.roll)
    if event.killed:
        return f"{killer} kills the agent {target} {odds}."
    end = "is caught and executed" if event.executed else "escapes"
    eluding = _odds(event.elude_chance, event.elude_roll)
    return f"{killer} fails to kill the agent {target} {odds} and {end} {eluding}."


@LINES.of(TradeNegotiated)
def _(event: TradeNegotiated, names: CohortsNames) -> str:
    offer = f"{word(event.offered)} of {names.show(event.city)} for {word(event.wanted)}"
    how = "and comes to terms" if event.agreed else "in vain"
    return (
        f"{names.show(event.name)} negotiates with {names.show(event.target)}, {offer}, {how} "
        f"{_odds(event.chance, event.roll)}."
    )


def _odds(chance: int, roll: int) -> str:
    return f"(rolled {roll} against {chance}%)"
