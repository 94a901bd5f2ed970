"""The words of an item's panel, as pages that fit into a Discord embed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cohorts.item.facts import ItemFacts, Source, UniqueFacts
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped


def item_tabs(facts: ItemFacts) -> tuple[Tab, ...]:
    """Every tab of an item's panel."""
    tabs = [Tab("Overview", paged(_overview(facts)), facts.hint)]
    if facts.made:
        hint = "Orders: /city make, /guild make-potion"
        tabs.append(Tab("Making", paged(_making(facts)), hint))
    if facts.enchanting:
        tabs.append(Tab("Enchanting", paged(facts.enchanting), "Orders: /guild enchant"))
    tabs.append(Tab("Yours", paged(_stocks(facts)), "Orders: /transfer items"))
    return tuple(tabs)


def _overview(facts: ItemFacts) -> Iterator[str]:
    yield f"**{facts.what.capitalize()}**, weight {facts.weight}."
    if facts.gives:
        yield "**It gives**"
        yield from (f"- {escaped(each)}" for each in facts.gives)
    if facts.unique:
        yield from _unique(facts.unique)
    yield from (escaped(each) for each in facts.use)
    if facts.secret:
        yield f"How it is made is a secret of level {facts.secret}."
    yield f"Your faction has **{facts.owned:,}**."


def _unique(unique: UniqueFacts) -> Iterator[str]:
    yield f"**There is one of it.** It bears {len(unique.bestowed)} of {unique.slots} enchantments."
    for name, gives in unique.bestowed:
        yield f"- {escaped(name)}: {'; '.join(gives) or 'no bonus'}"
    if unique.spell:
        yield f"- grants the spell {escaped(unique.spell)}"


def _making(facts: ItemFacts) -> Iterator[str]:
    for title, words in facts.made:
        yield f"**{title}:** {escaped(words)}"
    if facts.secret:
        knowing = [each.city for each in facts.sources if each.knows]
        names = ", ".join(map(escaped, (*knowing, *facts.knowing))) or "nobody of yours"
        yield f"**Secret of level {facts.secret}**, known to {names}."
    yield from (_source(each) for each in facts.sources)


def _source(each: Source) -> str:
    if each.hindered:
        return f"- {escaped(each.city)}: {escaped(each.hindered)}"
    return f"- {escaped(each.city)} makes up to **{each.most:,}** with one action"


def _stocks(facts: ItemFacts) -> Iterator[str]:
    if not facts.stocks:
        yield "Your faction has none that it knows of."
    for each in facts.stocks:
        yield f"- {each.count:,} with {escaped(each.holder)}" + (", in use" if each.worn else "")
