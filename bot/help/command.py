"""/help: what a person wants to do, and the orders, commands and rules that do it.

Without a word it offers the topics of the campaign's faces; with one it finds topic, orders and
rules by the rulebook's search. Orders are shown with a line of the caller's own pieces and lead on
to their forms. The primer's cards are in `bot.help.primer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import LIFETIME, Panel, Refused, SelectMenu, acknowledge
from bot.callers.embeds import card, clipped
from bot.callers.leading import LeadMenu
from bot.callers.pager import Pager
from bot.callers.seats import CHOICES, Choices, Interaction, campaign_around, seat_of
from bot.faces.choices.examples import Example
from bot.faces.face import Faces
from bot.faces.help_topics import Topic, topics_of
from bot.faces.leads import Lead
from bot.faces.rules_home import Guide
from bot.faces.words.rulebook import LABEL, cited, suggestion
from bot.faces.words.text import escaped, plain
from bot.help.examples import ways_to_give
from bot.help.primer import OPEN, open_primer
from bot.host import Host, Seat
from bot.lookup import Lookup, systems_of
from bot.rulebook.command import RulesPanel, read_menu
from bot.store.errors import StoreError
from engine.forms import given_by_players
from engine.module.names import closest, key_of
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules


def help_page(rules: Rules, cls: type[Order], way: str = "") -> discord.Embed:
    """The page of one order, made from its class; `way` is how the reader could give it."""
    group, name = cls.path
    params = parameters(cls)
    usage = " ".join(p.name if p.required else f"[{p.name}]" for p in params)
    lines = [" ".join((cls.__doc__ or "").split()), "", f"`/{group} {name} {usage}`".rstrip()]
    lines += [
        f"• **{p.name}**{'' if p.required else ' (optional)'}: {_explained(p)}" for p in params
    ]
    titles = [rules.phases[phase].title for phase in cls.phases if phase in rules.phases]
    if cls.at_once:
        lines.append("\nIt is carried out at once, whatever stands in your list of orders.")
    else:
        lines.append(f"\nIt runs in: {titles[0]}.")
    if len(titles) > 1:
        later = " or ".join(rules.when(phase) for phase in cls.phases[1:])
        lines.append(f"If it is refused there, it runs {later}; `when` chooses it beforehand.")
    if cls.makes:
        lines.append(
            f"Later orders can use this {cls.makes}: choose it from the suggestions, or write "
            "`new:` and this order's key, such as `new:k3`."
        )
    if way:
        lines.append(f"\n**With your pieces**\n{way}")
    return card(
        f"/{group} {name}", clipped("\n".join(lines)), f"{cited(cls.rule)} · /rules shows it"
    )


def _explained(parameter: Parameter) -> str:
    """What a parameter asks for, and what its own words leave unsaid."""
    help, parts = parameter.help, [parameter.help]
    if not all(option in help.lower() for option in parameter.options):
        parts.append(f"one of {', '.join(parameter.options)}")
    span = f"{parameter.least} to {parameter.most}"
    if parameter.kind == "number" and "None" not in span and span not in help:
        parts.append(span)
    if parameter.many:
        parts.append("several with commas")
    return "; ".join(parts)


ON_PAGE: Final = 6
"""Orders with their lines that a phone shows at once."""
FOUND: Final = 8
"""Orders, and rules, that a search shows."""
_LINE: Final = 160  # characters of an example
_WANT: Final = "What do you want to do?"


@dataclass(frozen=True, slots=True)
class Around:
    """Where help is asked for: the campaign's faces, and the caller's seat in it, if any."""

    shown: Faces
    guide: Guide
    seat: Seat | None

    @property
    def rules(self) -> Rules:
        """The rules of the campaign."""
        return self.shown.rules

    @property
    def orders(self) -> dict[tuple[str, str], type[Order]]:
        """The orders that players give there, by path."""
        return given_by_players(self.rules)


class HelpCog(commands.Cog):
    """The command."""

    @app_commands.command(description="How to do what you want to do")
    @app_commands.describe(how="What you want to do, such as: attack; left out, all there is")
    async def help(
        self, interaction: Interaction, how: app_commands.Range[str, 1, 200] | None = None
    ) -> None:
        await acknowledge(interaction)
        await show_help(interaction, await around(interaction), how)

    @help.autocomplete("how")
    async def offered(self, interaction: Interaction, typed: str) -> Choices:
        """The topics, orders and rules that the words mean."""
        where = await around(interaction)
        return suggested(interaction.client.lookup, where, typed) if where else []


async def around(interaction: Interaction, campaign: str | None = None) -> Around | None:
    """What the caller most likely asks about; None where there is no campaign to ask about."""
    host, seat = interaction.client.host, None
    with suppress(Refused, StoreError):
        seat = await seat_of(interaction, campaign)
    with suppress(StoreError, LookupError):
        meant = seat.campaign if seat else await campaign_around(interaction)
        if meant and interaction.guild_id:
            shown = faces.of(await host.rules(interaction.guild_id, meant))
            return Around(shown, shown.guide or faces.guide(), seat if seat_made(seat) else None)
    return None


def seat_made(seat: Seat | None) -> bool:
    """Whether a seat has a player in the world, who has pieces."""
    return seat is not None and bool(seat.player)


async def show_help(interaction: Interaction, where: Around | None, how: str | None) -> None:
    """Answer with all topics, or with what is found for the words; it is deferred."""
    if where is None:
        await _without_campaign(interaction, how)
        return
    if how is not None:
        wanted = " ".join(how.lower().lstrip("/").split())
        orders = {" ".join(path): path for path in where.orders}
        if wanted in orders:
            await show_order(interaction, where, orders[wanted])
            return
        if wanted in interaction.client.lookup.book:
            await _read_rule(interaction, where, wanted)
            return
    topic = found_topic(interaction.client.lookup, where, how) if how else None
    await HelpPanel(where, topic).show(interaction)


async def show_order(interaction: Interaction, where: Around, path: tuple[str, str]) -> None:
    """Answer with the page of one order, and a menu that leads to its form; it is deferred."""
    told = await ways(interaction.client.host, where, (path,))
    page = help_page(where.rules, where.orders[path], _way(told.get(path)))
    view = discord.utils.MISSING
    if where.seat and not _lacks(told, path):
        view = Panel(timeout=LIFETIME)
        view.add_item(LeadMenu(where.seat, (_lead(where, path),), placeholder="Give this order"))
    await interaction.followup.send(embed=page, view=view, ephemeral=True)


async def ways(
    host: Host, where: Around, paths: tuple[tuple[str, str], ...]
) -> dict[tuple[str, str], Example]:
    """How the caller could give each order with the own pieces; none for who has no seat."""
    if where.seat is None or not paths:
        return {}
    seat = where.seat
    return await host.workers.run(
        ways_to_give,
        host.path(seat.guild),
        seat.campaign.id,
        seat.campaign.tick,
        seat.member.faction,
        seat.player,
        paths,
    )


class HelpPanel(Pager):
    """The topics, and the one that is open: page by page its orders, and what to read."""

    def __init__(self, where: Around, topic: Topic | None = None) -> None:
        super().__init__(row=3)
        self.where = where
        self.topics = list(topics_of(where.shown).values())
        self.topic = topic

    @property
    def paths(self) -> list[tuple[str, str]]:
        """The orders of the topic that the campaign has."""
        return (
            [path for path in self.topic.orders if path in self.where.orders] if self.topic else []
        )

    def count(self) -> int:
        return max(-(-len(self.paths) // ON_PAGE), 1)

    async def show(self, interaction: Interaction) -> None:
        page = tuple(self.paths[self.at * ON_PAGE : (self.at + 1) * ON_PAGE])
        told = await ways(interaction.client.host, self.where, page)
        self._set(interaction, [path for path in page if not _lacks(told, path)])
        self._last = interaction
        await interaction.edit_original_response(
            content=None, embed=self._embed(interaction, page, told), view=self
        )

    def _embed(
        self,
        interaction: Interaction,
        page: Sequence[tuple[str, str]],
        told: dict[tuple[str, str], Example],
    ) -> discord.Embed:
        if self.topic is None:
            listed = (_headed(topic) for topic in self.topics)
            return card(_WANT, "\n".join(listed), "Or type it: /help how: attack")
        blocks = [self.topic.says] if self.topic.says and not self.at else []
        blocks += [_told(self.where.orders[path], path, _way(told.get(path))) for path in page]
        others = _commands(interaction, self.topic) if not self.at else []
        if others:
            blocks.append("\n".join(["**Beside these**", *others]))
        title = f"{self.topic.emoji} {self.topic.name}".strip()
        return card(title, "\n\n".join(blocks), self.place())

    def _set(self, interaction: Interaction, given: Sequence[tuple[str, str]]) -> None:
        """Put together what can be pressed beside the page; `given` can be given now."""
        self.clear_items()
        self.topics_menu.options = [
            discord.SelectOption(
                label=topic.name[:LABEL],
                value=str(number),
                description=topic.about or None,
                emoji=topic.emoji or None,
                default=self.topic is not None and topic.name == self.topic.name,
            )
            for number, topic in enumerate(self.topics[:CHOICES])
        ]
        self.add_item(self.topics_menu)
        leads = [_lead(self.where, path) for path in given]
        leads += [lead for lead in (self.topic.leads if self.topic else ()) if self._has(lead)]
        if self.where.seat and leads:
            self.add_item(LeadMenu(self.where.seat, leads, placeholder="Give an order", row=1))
        rules = self.topic.rules if self.topic else ()
        if menu := read_menu(interaction, self.where.shown, rules, row=2):
            self.add_item(menu)
        self.add_turns()
        if self.where.shown.primer:
            self.add_item(self.primer)

    def _has(self, lead: Lead) -> bool:
        return lead.panel is None or lead.panel[0] in self.where.shown.panels

    @discord.ui.select(cls=SelectMenu[Any], placeholder=_WANT, row=0)
    async def topics_menu(self, interaction: Interaction, select: SelectMenu[HelpPanel]) -> None:
        self.topic = self.topics[int(select.values[0])]
        await self.go(interaction, 0)

    @discord.ui.button(label=OPEN, emoji="🃏", row=3)
    async def primer(self, interaction: Interaction, _: discord.ui.Button[HelpPanel]) -> None:
        await acknowledge(interaction)
        await open_primer(interaction, self.where.shown)


# ------------------------------------------------------------------------ finding


def found_topic(index: Lookup, where: Around, how: str) -> Topic:
    """The topic of that name; else what the words find: a topic's words, orders and rules."""
    topics = topics_of(where.shown)
    for topic in topics.values():
        if key_of(topic.name) == key_of(how):
            return topic
    words = index.words_of(how)
    meant = _meant(topics.values(), words)
    if meant and all(word in meant.words for word in words):
        return meant
    systems = systems_of(where.rules)
    rules = index.rules(how, systems, FOUND)
    orders = found_orders(index, where, how)
    if meant and not orders:
        orders = list(meant.orders)[:FOUND]
    title = f"“{plain(how[:60])}”"
    if not (meant or orders or rules):
        says = f"Nothing was found. {where.guide.hint}"
        return Topic(name=title, says=says)
    commands = meant.commands if meant else ()
    says = f"See also **{meant.name}** above." if meant else ""
    return Topic(name=title, says=says, orders=tuple(orders), commands=commands, rules=tuple(rules))


def found_orders(index: Lookup, where: Around, how: str) -> list[tuple[str, str]]:
    """The orders that words mean: those named so, then those whose rules they find."""
    by_rule: dict[str, list[tuple[str, str]]] = {}
    for path, cls in where.orders.items():
        by_rule.setdefault(cls.rule, []).append(path)
    words = set(index.words_of(how))
    like = closest(how.lower()[:LABEL], [" ".join(path) for path in where.orders])
    near = [path for path in where.orders if " ".join(path) == like]
    named = [path for path in where.orders if words & set(" ".join(path).replace("-", " ").split())]
    ruled = [
        path
        for rule in index.rules(how, systems_of(where.rules), 2 * CHOICES)
        for path in by_rule.get(rule, ())
    ]
    both = [path for path in ruled if path in named]
    return list(dict.fromkeys([*near, *both, *ruled[:FOUND], *named]))[:FOUND]


def suggested(index: Lookup, where: Around, typed: str) -> Choices:
    """What is offered for what was typed: topics, then orders, then rules."""
    topics = topics_of(where.shown)
    if not typed.strip():
        return [_choice(_headed(topic, bare=True), topic.name) for topic in topics.values()]
    meant = _meant(topics.values(), index.words_of(typed))
    begun = [topic for topic in topics.values() if topic.name.lower().startswith(typed.lower())]
    found: dict[str, str] = {}
    for topic in [*begun, *filter(None, [meant])]:
        found[topic.name] = _headed(topic, bare=True)
    for path in found_orders(index, where, typed):
        found[" ".join(path)] = f"/{' '.join(path)} – {_sentence(where.orders[path])}"
    for rule in index.rules(typed, systems_of(where.rules), FOUND):
        found[rule] = f"Rule: {suggestion(index.book, rule)}"
    return [_choice(label, value) for value, label in found.items()][:CHOICES]


def offered_orders(index: Lookup, where: Around, typed: str) -> Choices:
    """The orders whose names hold what was typed, then those that it means; else all."""
    wanted = key_of(typed)
    named = [path for path in where.orders if wanted in key_of(" ".join(path))]
    found = dict.fromkeys([*named, *(found_orders(index, where, typed) if wanted else ())])
    names = [" ".join(path) for path in found]
    return [_choice(name, name) for name in names[:CHOICES]]


def _meant(topics: Iterable[Topic], words: Sequence[str]) -> Topic | None:
    """The topic that most of the words are said for; the first of several."""
    counts = [(sum(word in topic.words for word in words), topic) for topic in topics]
    best = max((count for count, _ in counts), default=0)
    return next((topic for count, topic in counts if count == best), None) if best else None


# ------------------------------------------------------------------------ words


def _headed(topic: Topic, *, bare: bool = False) -> str:
    name = topic.name if bare else f"**{plain(topic.name)}**"
    mark = "" if bare or not topic.emoji else f"{topic.emoji} "
    return f"{mark}{name}{' – ' if topic.about else ''}{plain(topic.about)}"


def _told(cls: type[Order], path: tuple[str, str], way: str) -> str:
    """An order: its name, what it does, and how it would look."""
    told = f"**/{' '.join(path)}** {plain(_sentence(cls))}"
    return f"{told}\n{way}" if way else told


def _lacks(told: Mapping[tuple[str, str], Example], path: tuple[str, str]) -> bool:
    """Whether the caller has none of what an order takes."""
    way = told.get(path)
    return way is not None and bool(way.lacks)


def _way(way: Example | None) -> str:
    """How an order could be given, on a line; empty for who could give none."""
    if way is None or not (way.line or way.lacks):
        return ""
    if way.lacks:
        return f"-# You have none yet of what it takes: {escaped(way.lacks)}."
    shown = way.line if len(way.line) <= _LINE else f"{way.line[: _LINE - 1]}…"
    return f"> {escaped(shown)}"


def _sentence(cls: type[Order]) -> str:
    return " ".join((cls.__doc__ or "").split())


def _commands(interaction: Interaction, topic: Topic) -> list[str]:
    """The commands of a topic that there are here, each with what it is good for."""
    tree, guild = interaction.client.tree, interaction.guild
    found: list[str] = []
    for name, use in topic.commands:
        first, _, rest = name.partition(" ")
        known: Any = tree.get_command(first) or (tree.get_command(first, guild=guild))
        if known and rest and isinstance(known, app_commands.Group):
            known = known.get_command(rest)
        if known:
            found.append(f"`/{name}` {use}")
    return found


def _lead(where: Around, path: tuple[str, str]) -> Lead:
    note = _sentence(where.orders[path])
    name = " ".join(path).replace("-", " ").capitalize()
    return Lead(
        label=name, note=note if len(note) <= LABEL else f"{note[: LABEL - 1]}…", order=path
    )


def _choice(label: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=label[:LABEL], value=value[:LABEL])


# ------------------------------------------------------------------------ elsewhere


async def _read_rule(interaction: Interaction, where: Around, rule: str) -> None:
    """Answer with a rule to read on from; it is deferred."""
    panel = RulesPanel(interaction.client.lookup, systems_of(where.rules), where.guide)
    await panel.follow_up(interaction, rule)


async def _without_campaign(interaction: Interaction, how: str | None) -> None:
    """Answer who is in no campaign: how to come into one, or what the rules say."""
    if how:
        panel = RulesPanel(interaction.client.lookup, (), faces.guide())
        await panel.follow_up(interaction, how)
        return
    text = (
        "Here you can join a campaign with `/join`, read the rules with `/rules`, and see with "
        "`/about` which campaigns there are. Whoever may manage this server makes a campaign with "
        "`/campaign create`. In a campaign `/help` shows what you can do."
    )
    await interaction.followup.send(embed=card("No campaign yet", text), ephemeral=True)
