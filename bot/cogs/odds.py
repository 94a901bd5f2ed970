"""/odds: what a person may expect of a battle that he only thinks of, told to him alone.

Battles are imagined in workers on what his faction knows; the answer is shown early and made better
once. Who would fight, and what comes of it, is the rules' business (`bot.faces`).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.cogs.seats import (
    CAMPAIGN,
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    my_campaigns,
)
from bot.cogs.show.naming import any_meant, at_hand, seat_and_view, shown
from bot.faces.cohorts.odds.facts import Question, clash_of, fighters, sides
from bot.faces.words.text import escaped
from bot.jobs.odds import Forecast, TooLittleKnown, forecast
from bot.playing.order_texts import card
from engine.battle import BATTLE
from engine.forms import Unfit, items
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, of_player, relation
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.sheet import item_of
from engine.world import World

KINDS: Final = (Stack.kind, City.kind)
LOOKS: Final = ((0.5, True), (2.5, False))
"""Seconds of each look, together 3, and whether a longer one may follow."""
MOST: Final = 8
"""Stacks that may fight together."""

Thing = Stack | City


class OddsCog(commands.Cog):
    """The command."""

    @app_commands.command(name="odds", description="What a fight would bring, by what you know")
    @app_commands.describe(
        mine="Your stack; or your city, if it is attacked",
        enemy="The stack or city against which it would fight",
        more="More stacks of yours that fight beside it, with commas between",
        defending="Whether they attack you, not you them",
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(campaign=my_campaigns)
    async def odds(
        self,
        interaction: Interaction,
        mine: str,
        enemy: str,
        more: str | None = None,
        defending: bool = False,
        campaign: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        host, faction = interaction.client.host, seat.member.faction
        question = asked(view, faction, [mine, *_listed(more or "")], enemy, defending=defending)
        if BATTLE not in (await host.rules(seat.guild, seat.campaign)).contests:
            raise Refused("In this campaign no battles are fought.")
        for seconds, again in LOOKS:
            try:
                made: Forecast = await host.workers.run(
                    forecast,
                    host.path(seat.guild),
                    seat.campaign.id,
                    seat.campaign.tick,
                    faction,
                    seat.player,
                    question,
                    seconds,
                    again,
                )
            except TooLittleKnown:
                raise Refused(
                    "You know too little of them: by the rules of this campaign a forecast needs "
                    "every fighter of both sides fully read.",
                    way_out="Read the enemy first, as with the spell Read Legion or, for a "
                    "garrison, Read City.",
                    rule="warlords.forecast",
                ) from None
            picture = made.picture
            file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
            embed = card(
                escaped(made.title)[:256], made.text, f"Turn {made.turn} · /show stack tells more"
            )
            await interaction.edit_original_response(embed=embed, attachments=[file])
            if not made.counting:
                return

    @odds.autocomplete("mine")
    async def own(self, interaction: Interaction, typed: str) -> Choices:
        """The stacks and cities of the caller, then of his faction."""
        known = await at_hand(interaction)
        if known is None:
            return []
        seat, view = known
        return _offered(view, _own(view, seat.member.faction, seat.player), typed)

    @odds.autocomplete("more")
    async def others(self, interaction: Interaction, typed: str) -> Choices:
        """The list so far, with one more stack at its end."""
        known = await at_hand(interaction)
        if known is None:
            return []
        seat, view = known
        try:
            *before, last = _listed(typed) or [""]
        except Refused:  # a quotation mark is open still
            return []
        head = "".join(f"{item_of(each)}, " for each in before)
        stacks = (s for s in _own(view, seat.member.faction, seat.player) if isinstance(s, Stack))
        found = (f"{head}{item_of(each.value)}" for each in _offered(view, stacks, last))
        return [app_commands.Choice(name=v, value=v) for v in found if len(v) <= CHOICE_NAME]

    @odds.autocomplete("enemy")
    async def foes(self, interaction: Interaction, typed: str) -> Choices:
        """Stacks and cities of others that the faction knows of, the nearest first."""
        known = await at_hand(interaction)
        if known is None:
            return []
        seat, view = known
        named = getattr(interaction.namespace, "mine", None)
        return _offered(view, _foes(view, seat.member.faction, named or ""), typed)


# ---------------------------------------------------------------- what is asked


def asked(
    view: World, faction: int, mine: Iterable[str], enemy: str, *, defending: bool
) -> Question:
    """The question that is meant. Raises `Refused` for what makes no sense or is not known."""
    names = list(mine)
    own = [_meant(view, text) for text in names[:MOST]]
    foe = _meant(view, enemy)
    for each in own:
        _refuse_own(faction, view, each, defending=defending)
    if len(names) > MOST or len({each.place for each in own}) < len(own):
        raise Refused(
            f"At most {MOST} stacks can fight together, each once.",
            way_out="Name every stack once.",
        )
    _refuse_enemy(view, faction, foe)
    if defending and isinstance(foe, City) and any(isinstance(each, City) for each in own):
        raise Refused("Cities do not attack one another.", way_out="Name a stack of yours.")
    question = Question(tuple(each.place for each in own), foe.place, defending)
    attackers, defenders = sides(view, clash_of(view, question))
    ours, theirs = (defenders, attackers) if defending else (attackers, defenders)
    if next(fighters(view, ours), None) is None:
        raise Refused(
            f"Nobody in {escaped(own[0].name)} can fight.",
            way_out="Name a stack with characters or military units in it.",
            rule="cohorts.battle.participants",
        )
    if next(fighters(view, theirs), None) is None:
        raise Refused(
            f"You know of nobody who would fight for {escaped(foe.name)}, so there is nothing to "
            "reckon with.",
            way_out="Look closer first: a stack beside it or a spell such as Read City may tell.",
            rule="cohorts.knowledge.view",
        )
    return question


def _meant(view: World, text: str) -> Thing:
    found = any_meant(view, KINDS, text)
    assert isinstance(found, Stack | City)
    return found


def _refuse_own(faction: int, view: World, thing: Thing, *, defending: bool) -> None:
    name = escaped(thing.name)
    if not of_faction(view, thing, faction):
        raise Refused(
            f"{name} is not of your faction.",
            way_out="Name a stack of yours first; the enemy goes into `enemy`.",
        )
    if isinstance(thing, City) and not defending:
        raise Refused(
            f"{name} is a city, and cities attack nobody.",
            way_out="Name a stack, or set `defending` to ask what an attack on the city brings.",
        )


def _refuse_enemy(view: World, faction: int, foe: Thing) -> None:
    name = escaped(foe.name)
    if not _hostile(view, faction, foe):
        raise Refused(
            f"{name} is on your side: you do not fight your own faction or its allies.",
            way_out="Name a stack or city of another faction.",
            rule="cohorts.diplomacy.relations",
        )
    if not foe.knows("province") or view.find(Province, foe.province) is None:
        raise Refused(
            f"You do not know where {name} is.",
            way_out="Name a stack that your faction has in sight or has sighted.",
            rule="cohorts.knowledge.view",
        )


def _hostile(view: World, faction: int, thing: Thing) -> bool:
    """Whether a thing is neither the faction's nor known to be an ally's."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return True
    return relation(view, faction, faction_of(view, thing)) != "allied"


def _listed(text: str) -> list[str]:
    """The names in a list. Raises `Refused` for one that cannot be read."""
    try:
        return [item.text for item in items(text) if item.text] if text.strip() else []
    except Unfit as error:
        raise Refused(
            f"I cannot read the list of stacks: {escaped(str(error))}.",
            way_out="Write names with commas between.",
        ) from None


# ---------------------------------------------------------------- while one types


def _own(view: World, faction: int, player: int) -> Iterator[Thing]:
    things = [*view.all(Stack), *view.all(City)]
    own = [thing for thing in things if thing.knows("name") and of_faction(view, thing, faction)]
    yield from sorted(own, key=lambda each: not of_player(view, each, player))


def _foes(view: World, faction: int, near: str) -> Iterator[Thing]:
    """Everything that can be fought, by how far it is from the stack of that name."""
    grid = view.get(Map, 1).grid
    try:
        start = _meant(view, near).province
    except Refused:
        start = 0
    foes = [
        thing
        for thing in (*view.all(Stack), *view.all(City))
        if thing.knows("name") and thing.knows("province") and _hostile(view, faction, thing)
    ]

    def far(thing: Thing) -> int:
        return grid.distance(grid.at(start - 1), grid.at(thing.province - 1)) if start else 0

    yield from sorted(foes, key=far)


def _offered(view: World, things: Iterable[Thing], typed: str) -> Choices:
    """Those whose name holds what was typed, as suggestions."""
    labels, wanted = Labels(view), typed.strip().casefold()
    found = (
        app_commands.Choice(name=name[:CHOICE_NAME], value=value)
        for thing in things
        if wanted in (name := shown(view, thing)).casefold()
        and len(value := labels.of(Ref(*thing.place), KINDS)) <= CHOICE_NAME
    )
    return list(islice(found, CHOICES))
