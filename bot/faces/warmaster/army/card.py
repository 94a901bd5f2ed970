"""An army as a sheet: who leads it, its units one by one, what it is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.army.facts import ArmyFacts, LeaderFacts, UnitFacts
from bot.faces.warmaster.army.lacks import Lack
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.looks import ROLES as ICONS
from bot.faces.warmaster.looks import unit_icon
from bot.faces.warmaster.terms import STANCES, directive
from bot.faces.words.text import listed, number


def card_of(
    looks: Looks, facts: ArmyFacts, lacking: Sequence[Lack], turn: int, faction: int
) -> PanelCard:
    """The sheet of an army."""
    boxes: list[Box] = []
    if lacking:
        rows = tuple(Row(each.about, text=f"{_capital(each.says)}.") for each in lacking)
        boxes.append(Box("To see to", rows, wide=True))
    boxes.append(Box("Leaders", tuple(_leaders(facts)), wide=True))
    units = tuple(_unit(looks, each) for each in facts.units)
    if units:
        stands = sum(each.troop.stands for each in facts.units)
        note = f"{number(len(units), 'unit')}, {number(stands, 'stand')}"
        boxes.append(Box("Units", units, note, wide=True, columns=2 if len(units) > 12 else 1))
    return PanelCard(
        "army",
        facts.name,
        facts.list or "army",
        turn,
        faction,
        icon="crossed-swords",
        head=tuple(_head(facts)),
        boxes=tuple(boxes),
    )


def _head(facts: ArmyFacts) -> Iterator[Row]:
    general = facts.general
    yield Row("Points", f"{facts.points:,}")
    leads = f"{general.name}, Command {general.command}" if general else "a captain, Command 7"
    yield Row("General", leads)
    yield Row("Boldness", str(facts.doctrine.boldness), "orders below it are not given")
    yield Row("Line", "kept" if facts.doctrine.keep_line else "not kept")
    if facts.brigades:
        yield Row("Brigades", listed(each.name for each in facts.brigades))


def _leaders(facts: ArmyFacts) -> Iterator[Row]:
    if facts.general is None:
        yield Row("An unnamed captain", "Command 7", "General, with the middle unit")
    for each in facts.leaders:
        yield _leader(each)


def _leader(each: LeaderFacts) -> Row:
    if each.role is None:
        return Row(each.name, "", f"takes no part: {each.why}", tone="faint")
    attack, defence = each.units
    where = f"with {attack}" if attack == defence else f"with {attack}, in defence {defence}"
    said = [where, STANCES[each.stance]]
    said += [f"carries {each.item}"] if each.item else []
    said += [f"tries {', '.join(each.spells)}"] if each.spells else []
    text = "; ".join(said)
    return Row(
        each.name,
        f"Command {each.command}",
        f"{ROLES[each.role]}, bonus +{each.bonus}",
        icon=ICONS[each.role],
        text=f"{_capital(text)}.",
    )


def _unit(looks: Looks, unit: UnitFacts) -> Row:
    troop = unit.troop
    attack, defence = (directive(each) for each in unit.directives)
    does = attack if attack == defence else f"{attack}, {defence} in defence"
    said = [does.capitalize()]
    said += [f"with {listed(unit.leaders)}"] if unit.leaders else []
    said += [f"in {unit.brigade}"] if unit.brigade else []
    said += [f"carries {unit.item}"] if unit.item else []
    kind = unit.type if unit.type != troop.name else ""
    return Row(
        f"{unit.number}. {troop.name}",
        f"{troop.stands}/{troop.full_stands} stands",
        ", ".join(filter(None, (kind, f"{troop.points} points"))),
        icon=unit_icon(looks, unit.list, troop.type, troop.kind),
        tone="bad" if troop.stands < troop.full_stands else "",
        text=f"{'; '.join(said)}.",
    )


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
