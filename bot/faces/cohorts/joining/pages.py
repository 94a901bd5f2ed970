"""The pages on which a party is designed: the party, and each of its characters.

What may be chosen is in `steps`, how it reads in `texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.faces.cohorts.joining import texts
from bot.faces.cohorts.joining.beginning import Beginning
from bot.faces.cohorts.joining.steps import character_steps, spell_step
from bot.faces.embeds import Card
from bot.faces.join_forms import ARMS, PLACE, Progress
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option, Question
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.setup import PartyFault
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch

PARTY: Final = FormPosition("party")
CHARACTER: Final = "character"  # with the character's number from 0, and the step that is open

_LEADS_ON: Final = ("race", "class", "deity", "skills")
"""Steps after which one goes on to what is still missing."""


# ---------------------------------------------------------------- ready-made parties


def offered(rules: Rules, faction: str) -> Iterable[Option]:
    """The ready-made parties that ride for a faction, or for any (cohorts.setup.steps)."""
    for party in rules.module.content(Content).parties.values():
        if not faction or not party.factions or faction in party.factions:
            yield Option(party.key, party.name, texts.in_short(party))


def ready_card(rules: Rules, key: str) -> Card:
    """A ready-made party, whole."""
    content = rules.module.content(Content)
    party = content.parties[key]
    about = f"{party.description}\nThey are yours as they are, or a beginning for your own."
    return texts.ready_card(party.name, about, party, content)


def from_ready(rules: Rules, beginning: Beginning, key: str) -> Beginning:
    """Begin from a ready-made party, to change it."""
    party = rules.module.content(Content).parties[key]
    return beginning.but(outline=designing.outline_of(party))


# ---------------------------------------------------------------- the party


def party_page(at: Progress[Beginning]) -> Page[Beginning]:
    """All characters, the spells that they share, and the way into the campaign."""
    content, outline = at.rules.module.content(Content), at.draft.outline
    faults = designing.faults(outline, content)
    characters = [
        Option(str(number), texts.title_of(sketch, number, content))
        for number, sketch in enumerate(outline.characters)
    ]
    controls: list[Menu[Beginning] | Button[Beginning]] = [
        Menu("join:who", "Choose a character to design", characters, lambda v: _to(int(v[0])))
    ]
    if any(designing.casts(each, content) for each in outline.characters):
        controls.append(_spells(spell_step(content), outline))
    card = texts.party_card(
        content,
        at.rules.module.factions[at.draft.faction],
        outline,
        faults,
        arms=at.arms.words,
        shield=at.shield,
        warned=at.warned,
    )
    anew: Change[Beginning] = Change(lambda b: b.but(outline=designing.blank(content)))
    controls += [
        Menu(
            "join:ready",
            "Begin anew from a ready-made party",
            list(offered(at.rules, at.draft.faction)),
            lambda v: Change(lambda b: from_ready(at.rules, b, v[0]), PARTY),
        ),
        Button("join:join", "Join", Take(), main=True, disabled=bool(faults)),
        Button("join:arms", "Coat of arms", Turn(ARMS)),
        Button("join:place", "Faction and city", Turn(PLACE)),
        Button("join:discard", "Begin anew", anew),
    ]
    return Page(card, tuple(controls))


def _to(number: int, step: str = "") -> Turn:
    return Turn(_spot(number, step))


def _spot(number: int, step: str = "") -> FormPosition:
    return FormPosition(CHARACTER, (str(number), step))


def _spells(step: Question[Outline], outline: Outline) -> Menu[Beginning]:
    return Menu(
        "join:spells",
        f"{step.label}: up to {step.most(outline)}",
        step.options(outline),
        lambda v: Change(lambda b: b.but(outline=step.take(b.outline, v))),
        chosen=step.chosen(outline),
        least=0,
        most=step.most(outline),
    )


# ---------------------------------------------------------------- a character


def character_page(at: Progress[Beginning]) -> Page[Beginning]:
    """A character, and the step that is open: the first that must be made if none is named."""
    content, outline = at.rules.module.content(Content), at.draft.outline
    number, named = int(at.at.about[0]), at.at.about[1]
    sketch, faults = outline.characters[number], designing.faults(outline, content)
    steps = {step.key: step for step in character_steps(content)}
    step = steps.get(named) or steps[_next_step(list(steps), number, faults)]
    options = [Option(each.key, each.label, each.present(sketch)) for each in steps.values()]
    last = len(outline.characters) - 1
    called = Ask(
        f"Character {number + 1}",
        "Name",
        "A character's name",
        sketch.name,
        partial(_named, content, number),
    )
    return Page(
        texts.character_card(outline, number, faults, content),
        (
            Menu(
                "join:step",
                "What to choose",
                options,
                lambda v: _to(number, v[0]),
                chosen=(step.key,),
            ),
            _choice(content, number, step, sketch),
            Button("join:called", "Name …", called),
            Button("join:before", "◀ Before", _to(number - 1), disabled=number == 0),
            Button("join:after", "Next ▶", _to(number + 1), disabled=number == last),
            Button("join:party", "Back to the party", Turn(PARTY)),
        ),
    )


def _next_step(steps: Sequence[str], number: int, faults: Sequence[PartyFault]) -> str:
    """The first step that must still be made, else the first of all."""
    own = [str(each.path[2]) for each in faults if each.path[1:2] == (number,)]
    return next((step for step in steps if step in own), steps[0])


def _choice(
    content: Content, number: int, step: Question[Sketch], sketch: Sketch
) -> Menu[Beginning]:
    most = step.most(sketch)
    upto = f": choose {most}" if most > 1 else ""
    following = _spot(number, "" if step.key in _LEADS_ON else step.key)

    def edit(values: tuple[str, ...], present: Beginning) -> Beginning:
        changed = step.take(present.outline.characters[number], values)
        return present.but(outline=present.outline.with_character(number, changed, content))

    return Menu(
        "join:choice",
        f"{step.label}{upto}",
        step.options(sketch),
        lambda v: Change(partial(edit, v), following),
        chosen=step.chosen(sketch),
        least=step.least,
        most=most,
    )


def _named(content: Content, number: int, present: Beginning, name: str) -> Beginning:
    named = present.outline.characters[number].model_copy(update={"name": name})
    return present.but(outline=present.outline.with_character(number, named, content))
