"""Lines about quests and adventures, and what they give."""

from collections.abc import Iterator, Sequence

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.cohorts.quests.terms import TaskNames
from bot.faces.words.news import DEED, VAIN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import experience, listed, several, word
from engine.packs.cohorts.content.quests import Task
from engine.packs.cohorts.quests.adventures import AdventureDone
from engine.packs.cohorts.quests.questing import QuestBegun, QuestDone, QuestFailed
from engine.packs.cohorts.quests.rewards import RewardGained

LINES = Lines()


def _adventure(event: AdventureDone, names: CohortsNames) -> News:
    return headline(DEED, f"{names.show(event.name)}: {names.task(event.adventure)}")


def _adventures(events: Sequence[AdventureDone], names: CohortsNames) -> Iterator[str]:
    """Those who completed one adventure in one way share a line, so that its end is told once."""
    alike: dict[tuple[str, str], list[AdventureDone]] = {}
    for event in events:
        alike.setdefault((event.adventure, event.option), []).append(event)
    yield from (_completed(each, names) for each in alike.values())


@LINES.of(AdventureDone, _adventure, together=_adventures)
def _(event: AdventureDone, names: CohortsNames) -> str:
    return _completed([event], names)


def _completed(events: Sequence[AdventureDone], names: CohortsNames) -> str:
    first = events[0]
    who = listed((names.show(each.name) for each in events), most=len(events))
    done = f"{who} {names.did('completed', 'complete')} “{names.task(first.adventure)}”"
    provinces = dict.fromkeys(names.province(each.province) for each in events)
    where = listed(provinces, most=len(provinces))
    return _ended(done, first.adventure, first.option, where, names)


def _quest(event: QuestDone, names: CohortsNames) -> News:
    return headline(DEED, f"{names.show(event.name)}: {names.task(event.quest)}")


@LINES.of(QuestDone, _quest)
def _(event: QuestDone, names: CohortsNames) -> str:
    completed = names.did("completed", "complete")
    done = f"{names.show(event.name)} {completed} the quest “{names.task(event.quest)}”"
    where = names.province(event.province)
    return _ended(done, event.quest, event.option, where, names)


@LINES.of(QuestBegun)
def _(event: QuestBegun, names: CohortsNames) -> str:
    foes = listed(names.show(foe) for foe in event.foes)
    known = _task(event.quest, names) if names.planned else None
    opening = f" {names.show(known.text)}" if known and known.text else ""
    gains: list[str] = []
    if known and names.content:
        gains += TaskNames(names.content, names.world).reward(known.reward)
    if gains:
        opening += f" It gives {names.show(listed(gains, most=len(gains)))}."
    return (
        f"{names.show(event.name)} {names.did('took', 'take')} on the quest "
        f"“{names.task(event.quest)}” at {names.province(event.province)} and "
        f"{names.did('met', 'meet')} {foes}.{opening}"
    )


@LINES.of(QuestFailed, VAIN)
def _(event: QuestFailed, names: CohortsNames) -> str:
    quest = names.task(event.quest)
    beaten = f"{names.show(event.name)} {names.did('lost', 'lose')}"
    return f"{beaten}; the quest “{quest}” {names.did('stayed', 'stay')} undone."


@LINES.of(RewardGained)
def _(event: RewardGained, names: CohortsNames) -> str:
    shared = " among them" if len(event.doers) > 1 else ""
    got = [f"{experience(event.xp)}{shared}"] if event.xp else []
    got += [f"{event.renown:,} renown"] if event.renown else []
    got += [names.items(event.items)] if event.items else []
    got += [f"{count} × {_named('tokens', key, names)}" for key, count in event.tokens.items()]
    got += [several(count, name) for name, count in event.each.items() if name != "heals"]
    got += [f"{event.each['heals']}% of wounds healed"] if "heals" in event.each else []
    got += [f"the recipe of {names.item(event.recipe)}"] if event.recipe else []
    got += [f"the spell {_named('spells', event.spell, names)}"] if event.spell else []
    got += [f"{names.show(event.companion)} as a companion"] if event.companion else []
    got += [f"{event.population:,} new people"] if event.population else []
    got += [f"an end of being {status}" for status in event.cured]
    if event.revealed:
        spot = ",".join(str(number) for number in event.revealed_at)
        got.append(f"word of a hidden place, {word(event.revealed)} at {spot}")
    if event.titled:
        one_of = f" ({names.things(event.titled)})" if event.titled != event.doers else ""
        got.append(f"the title {names.title(event.title)}{one_of}")
    told = (
        f"{names.things(event.doers)} {names.did('gained', 'gain')} {listed(got, most=len(got))}."
    )
    told += f" From then on each {names.was()} {event.status}." if event.status else ""
    if event.nature:
        became = names.did("became", "become")
        told += f" Each {became}: {_named('natures', event.nature, names)}."
    return told


def _ended(done: str, task: str, option: str, where: str, names: CohortsNames) -> str:
    """A deed with the way it ended and the words that the module has for it.

    What is only planned is told with how it begins: how it ends is for the report.
    """
    known = _task(task, names)
    way = f" ({_way(known, option)})" if option else ""
    words = (known.text if names.planned else known.told) if known else ""
    return " ".join((f"{done}{way} at {where}.", names.show(words))).rstrip()


def _way(task: Task | None, option: str) -> str:
    chosen = task.options.get(option) if task else None
    return (chosen.name if chosen else word(option)).lower()


def _task(key: str, names: CohortsNames) -> Task | None:
    content = names.content
    return (content.quests.get(key) or content.adventures.get(key)) if content else None


def _named(table: str, key: str, names: CohortsNames) -> str:
    """What the module calls a token, nature or spell."""
    found = getattr(names.content, table).get(key) if names.content else None
    return names.show(found.name if found else word(key))
