"""Challenges to pitched battles: how one is told, with the ways to answer it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.choices.asking import Asking
from bot.faces.leads import Entry, Lead, rule_of
from bot.faces.panels import Look
from bot.faces.warmaster.pitched.card import player_name
from bot.faces.warmaster.pitched.draft import build, mine, war_of
from bot.faces.warmaster.pitched.texts import (
    points,
)
from bot.faces.words.text import escaped, listed, number
from engine.campaign import Now
from engine.orders import Order, Ref
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.pitched.buying import unfit
from engine.packs.warmaster.pitched.challenging import (
    RULE,
    AcceptChallenge,
    DeclineChallenge,
    SendChallenge,
)
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, waiting
from engine.world import Record


def ref_of(thing: Record) -> str:
    """A record as an order names it."""
    return str(Ref(*thing.place))


def lead_to(order: type[Order], label: str, emoji: str, **given: str) -> Lead:
    """To the form of an order, with this filled in."""
    return Lead(label=label[:100], emoji=emoji, order=order.path, given=tuple(given.items()))


def challenges(look: Look) -> Iterator[Entry]:
    """What a pitched battle is, and the challenges that wait for an answer."""
    armies = mine(look)
    ways = [lead_to(SendChallenge, "Challenge somebody", "🤺")] if armies else []
    yield Entry(
        "Two players fight with armies of points, at any time, for honour alone: nothing is won "
        "or lost in the campaign. The challenger attacks. The battle is fought at once when the "
        "challenge is accepted, and both are told.",
        (*ways, build(), rule_of(RULE, "pitched battles")),
    )
    sent, got = _of(look, "challenger"), _of(look, "challenged")
    for each in got:
        yield received(look, each)
    for each in sent:
        yield _sent(look, each)
    if not (sent or got):
        yield Entry("**No challenge waits** for an answer, yours or another's.")


def _of(look: Look, index: str) -> list[Challenge]:
    return list(waiting(look.view, index, look.player))


def _terms(look: Asking, challenge: Challenge, who: str) -> str:
    terrain = look.rules.module.content(Content).terrains[challenge.terrain]
    told = f"all are told how it ends if {who} too" if challenge.open else "only you two are told"
    return f"{points(challenge.points)} on {escaped(terrain.name.lower())}; {told}"


def _waits(look: Asking, challenge: Challenge) -> str:
    last = challenge.turn + war_of(look).warmaster.pitched.waits
    return number(max(1, last - look.view.get(Now, 1).turn), "turn")


def received(look: Asking, challenge: Challenge) -> Entry:
    """A challenge to the reader, with the ways to answer it."""
    who, war = player_name(look.view, challenge.challenger), war_of(look)
    fitting = [each for each in mine(look) if not any(unfit(war, each, challenge.points))]
    ref = ref_of(challenge)
    ways = [
        lead_to(
            AcceptChallenge, f"Accept {who} with {each.name}", "⚔️", challenge=ref, army=ref_of(each)
        )
        for each in fitting
    ]
    ways += [] if fitting else [build(challenge.points)]
    ways.append(lead_to(DeclineChallenge, f"Decline {who}", "✖️", challenge=ref))
    fits = (
        f"{number(len(fitting), 'army', 'armies')} of yours may meet it."
        if fitting
        else "You keep no army within those points yet: build one."
    )
    line = (
        f"⚔️ **{escaped(who)} challenges you**: {_terms(look, challenge, 'you wish so')}. {fits}\n"
        f"-# It lapses in {_waits(look, challenge)}."
    )
    return Entry(line, tuple(ways))


def gathered(look: Asking, found: Sequence[Challenge]) -> Entry:
    """Several challenges to the reader in one line, which leads to where each is answered."""
    war, armies = war_of(look), mine(look)
    who = listed(
        f"{escaped(player_name(look.view, each.challenger))} ({points(each.points)})"
        for each in found
    )
    may = sum(not all(any(unfit(war, army, each.points)) for army in armies) for each in found)
    fits = f"{may} of them may be met with an army that you keep" if may else "You keep no army"
    line = (
        f"⚔️ **{len(found)} challenges wait for your answer**: {who}. "
        f"{fits if may else f'{fits} within their points yet: build one'}.\n"
        f"-# The first lapses in {_waits(look, min(found, key=lambda each: each.turn))}."
    )
    answer = Lead(label=f"Answer {len(found)} challenges", emoji="⚔️", panel=("pitched", ""))
    return Entry(line, (answer, *(() if may else (build(),))))


def _sent(look: Look, challenge: Challenge) -> Entry:
    who = player_name(look.view, challenge.challenged)
    army = look.view.find(BoughtArmy, challenge.army)
    with_ = f" with {escaped(army.name)}" if army else ""
    line = (
        f"📨 **You challenged {escaped(who)}**{with_}: {_terms(look, challenge, 'they wish so')}.\n"
        f"-# It lapses in {_waits(look, challenge)}."
    )
    label = f"Withdraw the challenge to {who}"
    return Entry(line, (lead_to(DeclineChallenge, label, "✖️", challenge=ref_of(challenge)),))
