"""`/show pitched`: challenges and their answers, one's armies of points, the ladder of duels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.choices.asking import FROM_LIST, About, Asking, Offer, Unanswered, has
from bot.faces.cohorts.asking import planning
from bot.faces.leads import Beside, Entry, Lead, tab, tabs
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.warmaster.army.leads import drawn_up
from bot.faces.warmaster.pitched.card import army_card, duels_card, player_name
from bot.faces.warmaster.pitched.challenges import challenges, lead_to, ref_of
from bot.faces.warmaster.pitched.draft import build, change, mine, war_of
from bot.faces.warmaster.pitched.texts import (
    lacks,
    officer_words,
    orders_of,
    points,
    post_of,
    summary,
    unit_words,
)
from bot.faces.warmaster.pitched.trials import opponents, try_against
from bot.faces.words.rulebook import ruled
from bot.faces.words.tabs import Tab
from bot.faces.words.text import escaped, number, plain
from engine.campaign import Faction, Now
from engine.module.names import key_of
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.pitched.arranging import ArrangeUnit, DismissArmy, PostOfficer
from engine.packs.warmaster.pitched.buying import spent_on
from engine.packs.warmaster.pitched.challenging import (
    RULE,
    SendChallenge,
)
from engine.packs.warmaster.pitched.contest import army_of
from engine.packs.warmaster.pitched.records import BoughtArmy, rungs

_PARTS: Final = ("Attacking", "Defending")


# ---------------------------------------------------------------- what it is about


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    for army in mine(asking):
        label = f"{army.name} · {points(army.points)}"
        if has(label, typed):
            yield Offer(label, army.name)


def _meant(asking: Asking, text: str | None) -> str:
    if text is None:
        return ""
    for army in mine(asking):
        if key_of(text) == key_of(army.name):
            return str(army.id)
    raise Unanswered(f"You keep no army “{plain(text[:60])}” for pitched battles.", FROM_LIST, RULE)


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cards.picture import draw_card

    turn = look.view.get(Now, 1).turn
    if about:
        army = look.view.get(BoughtArmy, int(about))
        made, leads = tabs(_army_tabs(look, army))
        further = tuple(Further(part, _deployed, (army.id, n)) for n, part in enumerate(_PARTS))
        picture = draw_card(army_card(look, army), look.view)
        return PanelMade(army.name, turn, made, picture, further, leads=leads)
    made, leads = tabs(_tabs(look))
    picture = draw_card(duels_card(look), look.view)
    return PanelMade("Pitched battles", turn, made, picture, leads=leads)


def _tabs(look: Look) -> list[tuple[Tab, Beside]]:
    return [
        tab("Challenges", challenges(look), "Orders: /pitched challenge, accept, decline"),
        tab("Your armies", _armies(look), "Orders: /pitched buy, arrange, post, dismiss"),
        tab("Ladder of duels", _ladder(look), "Everybody may see it"),
    ]


# ---------------------------------------------------------------- armies and the ladder


def _armies(look: Look) -> Iterator[Entry]:
    war, armies = war_of(look), mine(look)
    most = war.warmaster.pitched.armies
    yield Entry(f"**{number(len(armies), 'army', 'armies')} kept**, of {most}.", (build(),))
    for army in armies:
        own = war.army_lists[army.list]
        yield Entry(
            f"**{escaped(army.name)}** · {escaped(own.name)}, {spent_on(war, army):,} of "
            f"{points(army.points)}\n-# {escaped(summary(war, army))}",
            (
                Lead(label=f"Look at {army.name}"[:100], emoji="👁️", panel=("pitched", army.name)),
                change(army),
                lead_to(SendChallenge, f"Challenge with {army.name}", "🤺", army=ref_of(army)),
            ),
        )


def _ladder(look: Look) -> Iterator[Entry]:
    yield Entry("Who beats somebody above takes that place; newcomers begin at the foot.")
    places = rungs(look.view)
    for rung in places:
        name = escaped(player_name(look.view, rung.player))
        mark = " ← you" if rung.player == look.player else ""
        yield Entry(f"**{rung.rank}.** {name}: {rung.won} won, {rung.lost} lost{mark}")
    if not places:
        yield Entry("Nobody has fought a pitched battle yet.")


# ---------------------------------------------------------------- one army


def _army_tabs(look: Look, army: BoughtArmy) -> list[tuple[Tab, Beside]]:
    return [
        tab("Army", _army(look, army), "Orders: /pitched arrange, post, challenge, dismiss"),
        tab("Try it", _trying(look, army), "/odds asks the same"),
    ]


def _army(look: Look, army: BoughtArmy) -> Iterator[Entry]:
    war = war_of(look)
    own = war.army_lists[army.list]
    yield Entry(
        f"**{spent_on(war, army):,} of {points(army.points)}**, {escaped(own.name)}",
        (
            change(army),
            lead_to(SendChallenge, f"Challenge with {army.name}", "🤺", army=ref_of(army)),
            lead_to(DismissArmy, f"Dismiss {army.name}", "✖️", army=ref_of(army)),
        ),
    )
    for says, rule in lacks(war, army):
        yield Entry(f"❌ {escaped(says)}{ruled(rule)}")
    ref = ref_of(army)
    yield Entry(
        "Brigades, places, directives and the leaders' posts and spells are chosen where it is "
        "changed, or told one by one.",
        (
            lead_to(ArrangeUnit, "Tell a unit", "📯", army=ref),
            lead_to(PostOfficer, "Post a leader", "🎖️", army=ref),
        ),
    )
    for number_, officer in enumerate(army.officers, start=1):
        told = post_of(war, army, officer)
        words = f"**{number_}. {escaped(officer_words(war, officer))}**"
        yield Entry(f"{words} · {escaped(told)}" if told else words)
    for place, unit in enumerate(army.units):
        told = orders_of(unit)
        words = f"{place + 1}. {escaped(unit_words(war, army, unit))}"
        yield Entry(f"{words} · {escaped(told)}" if told else words)


def _trying(look: Look, army: BoughtArmy) -> Iterator[Entry]:
    yield Entry(
        "A trial tells how often this army would win against another that you know in full: one "
        "of yours, or the ready-made one of a list. What others have bought is never known "
        "before the battle."
    )
    for foe in opponents(look, army):
        leads = tuple(try_against(army, foe, defending=each) for each in (False, True))
        yield Entry(f"• {escaped(foe)}", leads)


def _deployed(look: Look, army: int, side: int) -> Sight:
    """A bought army in its places, attacking (0) or defending (1)."""
    record, owner = look.view.get(BoughtArmy, army), look.view.get(Faction, look.faction)
    state = planning(look.rules, look.view, look.player)
    picture = drawn_up(
        record.name,
        army_of(state, SIDES[side], record),
        Side(record.name, owner.colour, owner.emblem, own=True),
        _PARTS[side].lower(),
        look.view.get(Now, 1).turn,
        look.faces.looks,
    )
    return Sight(picture)


PANEL: Final = Panel(
    name="pitched",
    help="Pitched battles: challenges and their answers, your armies of points, ladder of duels",
    make=_make,
    about=About("army", "An army that you keep; left out, all of it", _offers, _meant, False),
)
