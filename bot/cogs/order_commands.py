"""The slash commands of the orders, made from the order classes: `/stack move` and all others.

They are commands of each guild, of the rule packs that its campaigns use; `refresh` brings them up
to date. What becomes of an order is in `bot.playing.ordering`, what is offered while typing in
`bot.playing.choosing`.
"""

import functools
import inspect
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.answers import Refused, acknowledge
from bot.client import HostBot
from bot.cogs.order_panels import AfterOrder
from bot.cogs.seats import CAMPAIGN, my_campaigns, seat_of
from bot.playing import choosing, ordering
from bot.playing.order_texts import accepted
from bot.store.errors import StoreError
from bot.store.records import CampaignState
from engine.forms import given_by_players
from engine.orders import Order, Parameter, parameters

DESCRIPTION = 100  # Discord: the longest description
PHASE = "phase"
"""The option for another phase than an order's own; shown as `in`, as on a sheet."""

Interaction = discord.Interaction[HostBot]
Offers = list[app_commands.Choice[str]]

_log = logging.getLogger(__name__)


class OrderCommands(commands.Cog):
    """Keeps every guild's order commands as its campaigns' rules want them."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self._built: set[int] = set()

    async def cog_load(self) -> None:
        # Before anyone is heard: Discord offers the commands of the last time from the start.
        for guild in self.bot.host.stores.guilds():
            try:
                await build(self.bot, guild)
            except StoreError as error:
                _log.error("guild=%d has no order commands: %s", guild, error)
            except Exception:  # noqa: BLE001 - one guild's trouble is not that of others
                _log.exception("guild=%d has no order commands", guild)
            else:
                self._built.add(guild)
        self.bot.find_again = self._find_again
        self.begin.start()

    async def cog_unload(self) -> None:
        self.bot.find_again = None
        self.begin.cancel()

    async def _find_again(self, guild: int) -> None:
        """Build what could not be built at the start. Raises StoreError while it still cannot."""
        if guild not in self._built:
            await build(self.bot, guild)
            self._built.add(guild)
            await tell(self.bot, guild)

    @tasks.loop(count=1)
    async def begin(self) -> None:
        """Once, after the start: tell Discord the commands of every guild whose are known.

        A guild whose file cannot be read keeps on Discord what it has.
        """
        for guild in sorted(self._built):
            if self.bot.get_guild(guild):
                await tell(self.bot, guild)

    @begin.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Give a server that has invited the bot back the commands that Discord took with it."""
        if guild.id not in self.bot.host.stores.guilds():
            return
        try:
            await refresh(self.bot, guild.id)
        except Exception:  # noqa: BLE001 - discord.py would log it without saying which server
            _log.exception("guild=%d has no order commands", guild.id)


async def refresh(bot: HostBot, guild: int) -> None:
    """Give a guild the order commands of its campaigns; call it when one is made or ends."""
    await build(bot, guild)
    await tell(bot, guild)


async def build(bot: HostBot, guild: int) -> None:
    """Have the bot know the order commands of a guild's campaigns."""
    orders: dict[tuple[str, str], type[Order]] = {}
    async with bot.host.stores.use(guild) as store:
        campaigns = await store.campaigns.all()
    for campaign in campaigns:
        if campaign.state is not CampaignState.ENDED:
            orders.update(given_by_players(await bot.host.rules(guild, campaign)))
    place = discord.Object(guild)
    bot.tree.clear_commands(guild=place)
    for group in groups(tuple(orders[path] for path in sorted(orders))):
        bot.tree.add_command(group, guild=place)


async def tell(bot: HostBot, guild: int) -> None:
    """Tell Discord the commands that the bot knows for a guild, if they are not the last ones."""
    try:
        await bot.sync_commands(discord.Object(guild))
    except (discord.HTTPException, StoreError):
        _log.exception("guild=%d Discord was not told the order commands", guild)


@functools.lru_cache(maxsize=16)
def groups(orders: tuple[type[Order], ...]) -> tuple[app_commands.Group, ...]:
    """The commands of these orders; guilds with the same orders share them."""
    made: dict[str, app_commands.Group] = {}
    for cls in orders:
        name = cls.path[0]
        if name not in made:
            names = ", ".join(each.path[1] for each in orders if each.path[0] == name)
            made[name] = app_commands.Group(name=name, description=_short(f"Orders: {names}"))
        made[name].add_command(_command(cls))
    return tuple(made.values())


def _command(cls: type[Order]) -> app_commands.Command[Any, ..., Any]:
    """The command of one order: a function whose signature is that of the order."""

    async def give(interaction: Interaction, **values: Any) -> None:
        await _give(interaction, cls.path, values)

    own = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    options = {p.name: _annotation(p) for p in parameters(cls)}
    hints = {p.name: _short(p.help) for p in parameters(cls)}
    if len(cls.phases) > 1:
        options[PHASE] = str | None
        hints[PHASE] = f"The phase in which it runs, if not {cls.phases[0]}"
        give = app_commands.choices(phase=[_choice(phase) for phase in cls.phases])(give)
        give = app_commands.rename(phase="in")(give)
    options["campaign"] = str | None
    hints["campaign"] = CAMPAIGN
    give.__signature__ = inspect.Signature([own, *_options(options)])  # type: ignore[attr-defined]
    give = app_commands.describe(**hints)(give)
    give = app_commands.autocomplete(campaign=my_campaigns, **_completions(cls))(give)
    for parameter in parameters(cls):
        if parameter.options and not parameter.many:
            chosen = [_choice(option) for option in parameter.options]
            give = app_commands.choices(**{parameter.name: chosen})(give)
    help = " ".join((cls.__doc__ or "").split())
    return app_commands.Command(name=cls.path[1], description=_short(help), callback=give)


def _options(annotations: Mapping[str, Any]) -> list[inspect.Parameter]:
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(name, kind, annotation=each)
        if isinstance(each, type) or not _may_lack(each)
        else inspect.Parameter(name, kind, annotation=each, default=None)
        for name, each in annotations.items()
    ]


def _may_lack(annotation: Any) -> bool:
    return type(None) in getattr(annotation, "__args__", ())


def _annotation(parameter: Parameter) -> Any:
    """What Discord is to take for a parameter. Things, names and lists are text with offers."""
    plain: Any = str
    if parameter.kind == "flag" and not parameter.many:
        plain = bool
    elif parameter.kind == "number" and not parameter.many:
        plain = int
        if parameter.least is not None or parameter.most is not None:
            plain = app_commands.Range[int, parameter.least, parameter.most]
    elif parameter.kind == "text" and not parameter.many and (parameter.least or parameter.most):
        plain = app_commands.Range[str, parameter.least, parameter.most]
    return plain if parameter.required else plain | None


def _completions(cls: type[Order]) -> dict[str, Any]:
    def completion(name: str) -> Any:
        async def complete(interaction: Interaction, typed: str) -> Offers:
            return await _offers(interaction, cls.path, name)

        return complete

    return {p.name: completion(p.name) for p in parameters(cls) if p.asks}


async def _offers(interaction: Interaction, path: tuple[str, str], name: str) -> Offers:
    given = {key: _text(value) for key, value in interaction.namespace if value is not None}
    try:
        seat = await seat_of(interaction, given.pop("campaign", None))
        found = await choosing.offers(interaction.client.host, seat, path, name, given)
    except (Refused, StoreError):
        return []
    return [app_commands.Choice(name=each.label, value=each.value) for each in found]


async def _give(interaction: Interaction, path: tuple[str, str], values: dict[str, Any]) -> None:
    await acknowledge(interaction)
    host = interaction.client.host
    seat = await seat_of(interaction, values.pop("campaign"))
    cls = given_by_players(await host.rules(seat.guild, seat.campaign)).get(path)
    if cls is None:
        raise Refused(
            f"The rules of this campaign have no /{' '.join(path)}.",
            way_out="See its orders with /orders help.",
        )
    phase = values.pop(PHASE, None) or ""
    texts = {name: _text(value) for name, value in values.items() if value is not None}
    given = await ordering.give(host, seat, cls, texts, "" if phase == cls.phases[0] else phase)
    choosing.warm(host, seat, given.draft)
    await interaction.followup.send(
        embed=accepted(given), view=AfterOrder(seat, given.queued), ephemeral=True
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _choice(word: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=word, value=word)


def _short(text: str) -> str:
    return text if len(text) <= DESCRIPTION else text[: DESCRIPTION - 1].rstrip() + "…"


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(OrderCommands(bot))
