"""/odds: what the caller may expect of a fight that is only imagined, told to the caller alone.

Fights are imagined in workers on what the caller's faction knows; the answer is shown early and
made better once. The face decides who would fight and tells the result (`bot.faces.forecasts`).
"""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot import faces
from bot.answers import Panel, Refused, acknowledge
from bot.callers.embeds import card
from bot.callers.leading import LeadMenu
from bot.callers.made_commands import Command, Option, made
from bot.callers.seats import CHOICE_NAME, Choices, Interaction
from bot.faces.choices.asking import Asking, Unanswered, by_label
from bot.faces.forecasts import Fight, Forecast, Forecasts, ForecastSide
from bot.faces.leads import Lead
from bot.faces.words.text import escaped
from bot.host import Seat
from bot.jobs.odds import forecast
from bot.orders.asking import asking_of, at_hand, choices
from bot.orders.ordering import draft_of
from engine.packs import Rules
from engine.sheet import item_of
from engine.written import Unfit, items

LOOKS: Final = ((0.5, True), (2.5, False))
"""Seconds of each look, together 3, and whether a longer one may follow."""
LIFETIME: Final = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes


def commands(played: Sequence[Rules]) -> tuple[Command, ...]:
    """The command of campaigns with these rules; none if their faces make no forecasts.

    Those of the latest campaign say what the command is like.
    """
    found = [made for rules in played if (made := faces.of(rules).forecasts)]
    return (command(found[-1]),) if found else ()


@functools.lru_cache(maxsize=16)
def command(forecasts: Forecasts) -> Command:
    """The command of such forecasts; guilds with the same ones share it."""
    return made("odds", forecasts.help, tuple(_options(forecasts)), _odds)


def _options(forecasts: Forecasts) -> Iterator[Option]:
    yield Option("mine", forecasts.mine.help, str, _mine)
    yield Option("enemy", forecasts.enemy.help, str, _enemy)
    if forecasts.more:
        yield Option("more", forecasts.more.help, str | None, _more)
    if forecasts.defending:
        yield Option("defending", forecasts.defending, bool | None)


async def _odds(interaction: Interaction, values: dict[str, Any]) -> None:
    await acknowledge(interaction)
    seat, asking = await asking_of(interaction)
    found, host = asking.faces.forecasts, interaction.client.host
    if found is None:
        raise Refused(
            "In this campaign no fight can be reckoned with beforehand.",
            way_out="/orders preview says what your orders would bring about.",
        )
    mine = (values["mine"], *_listed(values.get("more") or ""))
    orders = [(each.key, each.body) for each in (await draft_of(host, seat)).orders]
    question = _meant(asking, found, Fight(mine, values["enemy"], bool(values.get("defending"))))
    for look in LOOKS:
        told: Forecast = await host.workers.run(
            forecast,
            host.path(seat.guild),
            seat.campaign.id,
            seat.campaign.tick,
            seat.member.faction,
            seat.player,
            question,
            orders,
            look,
        )
        picture = told.picture
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        foot = " · ".join((f"Turn {told.turn}", *filter(None, [told.hint])))
        embed = card(escaped(told.title)[:256], told.text, foot)
        ready = told.leads and not told.counting
        panel = Surer(seat, told.leads, interaction) if ready else None
        await interaction.edit_original_response(embed=embed, attachments=[file], view=panel)
        if not told.counting:
            return


def _meant(asking: Asking, forecasts: Forecasts, fight: Fight) -> Any:
    """The question that is meant; what is typed as autocomplete shows it is taken for that."""
    try:
        return forecasts.asked(asking, fight)
    except Unanswered:
        first, *more = fight.mine
        sides = ((forecasts.mine, first), *((forecasts.more or forecasts.mine, e) for e in more))
        mine = tuple(by_label(side.offers(asking, e, ""), e) or e for side, e in sides)
        foes = forecasts.enemy.offers(asking, fight.enemy, mine[0])
        shown = replace(fight, mine=mine, enemy=by_label(foes, fight.enemy) or fight.enemy)
        if shown == fight:
            raise
        return forecasts.asked(asking, shown)


class Surer(Panel):
    """Below a forecast: a menu of orders that reveal more."""

    def __init__(self, seat: Seat, leads: Sequence[Lead], shown: Interaction) -> None:
        super().__init__(timeout=LIFETIME)
        self._shown = shown
        self.add_item(LeadMenu(seat, leads, placeholder="To be surer …"))

    async def on_timeout(self) -> None:
        with suppress(discord.HTTPException):
            await self._shown.edit_original_response(view=None)


def _listed(text: str) -> list[str]:
    """The names in a list. Raises `Refused` for one that cannot be read."""
    try:
        return [item.text for item in items(text) if item.text] if text.strip() else []
    except Unfit as error:
        raise Refused(
            f"I cannot read the list of names: {escaped(str(error))}.",
            way_out="Write names with commas between.",
        ) from None


# ---------------------------------------------------------------- while one types


async def _mine(interaction: Interaction, typed: str) -> Choices:
    return await _offers(interaction, "mine", typed)


async def _enemy(interaction: Interaction, typed: str) -> Choices:
    return await _offers(interaction, "enemy", typed)


async def _more(interaction: Interaction, typed: str) -> Choices:
    """The list so far, with one more name at its end."""
    try:
        *before, last = _listed(typed) or [""]
    except Refused:  # a quotation mark is open still
        return []
    head = "".join(f"{item_of(each)}, " for each in before)
    found = (f"{head}{item_of(each.value)}" for each in await _offers(interaction, "more", last))
    return [app_commands.Choice(name=v, value=v) for v in found if len(v) <= CHOICE_NAME]


async def _offers(interaction: Interaction, option: str, typed: str) -> Choices:
    """Who may be named in an option of the command in the caller's campaign."""
    asking = await at_hand(interaction)
    if asking is None or asking.faces.forecasts is None:
        return []
    side: ForecastSide | None = getattr(asking.faces.forecasts, option)
    mine = getattr(interaction.namespace, "mine", None) or ""
    return choices(side.offers(asking, typed, mine)) if side else []
