"""The words of the panel of quests, as pages that fit into a Discord embed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.quests.facts import Kind, QuestFacts, QuestSite, TaskFacts
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped, listed, number

_TABS: Final[dict[Kind, tuple[str, str]]] = {
    "quest": ("Quests", "Orders: /stack quest"),
    "adventure": ("Adventures", "Orders: /character adventure"),
    "ritual": ("Rituals", "Orders: /character ritual"),
}


def quest_tabs(facts: QuestFacts) -> tuple[Tab, ...]:
    """What can be done now, the places of note, then every sort of task that is known."""
    tabs = [
        Tab("Open to you now", paged(_ready(facts))),
        Tab("Places of note", paged(_sites(facts.sites)), "They stand on /map too"),
    ]
    for kind, (title, hint) in _TABS.items():
        some = [each for each in facts.tasks if each.kind == kind]
        if some:
            tabs.append(Tab(title, paged(_tasks(some)), hint))
    return tuple(tabs)


def _ready(facts: QuestFacts) -> Iterator[str]:
    some = [each for each in facts.tasks if each.ready]
    for each in some:
        yield f"- **{escaped(each.name)}** ({each.kind}): {escaped(listed(each.ready))}"
    if not some:
        yield "Nothing that you know of can be done by anybody of yours where they are now."
    unread = sum(1 for each in facts.sites if each.tasks is None)
    if unread:
        places = number(unread, "place")
        yield f"-# You know {places} of note where nobody of yours is: go there to learn more."


def _sites(sites: tuple[QuestSite, ...]) -> Iterator[str]:
    if not sites:
        yield "You know of no place of note yet. Scouting, spells and quests find them."
    for site in sites:
        uses = f", {number(site.uses, 'use')} left" if site.uses else ""
        yield f"**{escaped(site.name)}**, {escaped(site.where)}{uses}: {escaped(site.text)}"
        if site.tasks is None:
            yield "-# Nobody of yours is there, so you do not know what it calls for."
        else:
            yield f"-# It calls for {escaped(listed(site.tasks))}."


def _tasks(tasks: list[TaskFacts]) -> Iterator[str]:
    for each in tasks:
        yield f"**{escaped(each.name)}** · {escaped(', '.join(each.where) or 'anywhere')}"
        yield f"*{escaped(each.text)}*"
        for title, words in (
            ("Asks for", each.asks),
            ("Uses up", each.takes),
            ("Foes", each.foes),
            ("Gives", each.gives),
        ):
            if words:
                yield f"-# {title}: {escaped(', '.join(words))}"
        if each.endings:
            yield f"-# It ends as you choose: {escaped(', '.join(each.endings))}"
        if each.ready:
            yield f"Could be done now by **{escaped(listed(each.ready))}**."
        else:
            yield f"-# Not now: {escaped(each.hindered)}"
        if each.others:
            yield f"-# Of your teammates {escaped(listed(each.others))} could do it now."
        if each.told:
            yield f"-# When it was done: {escaped(each.told)}"
