"""Challenges to pitched battles that wait for the player's answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import Desk, Entry, Line
from bot.faces.cohorts.agenda.own import content_of, ref, to_order
from bot.faces.warmaster.pitched.draft import build
from bot.faces.words.text import escaped, number
from engine.campaign import Now, Player
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.buying import unfit
from engine.packs.warmaster.pitched.challenging import AcceptChallenge, DeclineChallenge
from engine.packs.warmaster.pitched.records import Challenge, armies_of


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each challenge to the player."""
    for challenge in desk.state.world.by(Challenge, "challenged", desk.player):
        yield partial(_entry, desk, challenge)


def _entry(desk: Desk, challenge: Challenge) -> Entry:
    world = desk.state.world
    sender = world.find(Player, challenge.challenger)
    name = sender.name if sender else "somebody"
    terrain = content_of(desk).terrains.get(challenge.terrain)
    ground = f" on {terrain.name.lower()}" if terrain else ""
    war = desk.rules.module.content(WarmasterContent)
    left = challenge.turn + war.warmaster.pitched.waits - world.get(Now, 1).turn
    waits = f", open for {number(left, 'more turn')}" if left > 0 else ", open for this turn alone"
    given = {"challenge": ref(desk, challenge)}
    own = armies_of(world, desk.player)
    fits = any(next(unfit(war, army, challenge.points), None) is None for army in own)
    accept = (
        to_order(AcceptChallenge, f"Accept {name}'s challenge", **given)
        if fits
        else build(challenge.points)
    )
    decline = to_order(DeclineChallenge, f"Decline {name}'s challenge", **given)
    return Entry(
        text=(
            f"⚔️ **{escaped(name)}** challenges you to a pitched battle of {challenge.points:,} "
            f"points{ground}{waits}. Nothing but honour is at stake."
        ),
        leads=(accept, decline),
    )
