"""Directives, brigades, orders and their value, moves, confusion; armies of points."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.packs.warmaster.battle import command, fight, orders
from engine.packs.warmaster.battle.blunders import blunder
from engine.packs.warmaster.battle.brigades import may_be_brigade
from engine.packs.warmaster.battle.confusion import confuse
from engine.packs.warmaster.battle.directives import army_line, default_directive, foremost, line_of
from engine.packs.warmaster.battle.fight import withdrawal
from engine.packs.warmaster.battle.grid import CELLS, cell_of, distances, on_field, spot_of
from engine.packs.warmaster.battle.items import dispels, helps, ready, rolls_again
from engine.packs.warmaster.battle.posts import post
from engine.packs.warmaster.battle.reach import UnitReach, charge_of
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, ItemUse, Spot
from engine.packs.warmaster.content.items import BetterCast, CancelSpell, SureCast
from engine.packs.warmaster.content.lists import ListContent, Role
from engine.packs.warmaster.content.points import BoughtCharacter, BoughtUnit, breaches, price
from engine.packs.warmaster.content.spells import WarSpell
from tests.rules.adapters.warmaster.casting import or_played, share
from tests.rules.adapters.warmaster.scene import (
    DATA,
    LORE,
    army,
    captain,
    field_of,
    fought_by,
    list_of,
    played,
    set_out,
    spot,
    troop_of,
    type_of,
)
from tests.rules.harness import Given, Result, rule

for name in (
    "warmaster.turn.sequence",
    "warmaster.shoot.sequence",
    "warmaster.command.initiative",
    "warmaster.command.choice",
    "warmaster.command.blunder",
    "warmaster.command.hero-moves",
    "warmaster.move.charge",
    "warmaster.move.approach",
    "warmaster.move.directive",
    "warmaster.move.back",
):
    rule(name)(played)

HERE: Spot = (4, 6)
"""Where the first unit of a small battle stands; the enemy is far away in the north-east."""
FAR: Spot = (17, 0)
FOOT = troop_of(type_of("Halberdiers"))


def small(*troops: Any, **leader: Any) -> Battle:
    """Units against one that is far away, with a General in the first."""
    general = captain("general", with_=1, **leader)
    return set_out(
        fought_by(
            army(ATTACKER, *troops, captains=(general,)),
            army(DEFENDER, FOOT.replace(at=FAR, directive="hold")),
        )
    )


# ---------------------------------------------------------------- standing orders


@rule("warmaster.army.brigades")
def brigades(given: Given) -> Result:
    found: dict[str, object] = {}
    if "units" in given:
        found["valid"] = may_be_brigade(given["units"])
    if "distances_from_first" in given:
        column, row = HERE
        members = [
            FOOT.replace(at=(column + apart, row), brigade=1)
            for apart in given["distances_from_first"]
        ]
        order = orders.choice(battle := small(*members), battle.characters[ATTACKER][0])
        found["covered"] = len(order.units) if order else 0
    if "member_values" in given:
        values = given["member_values"]
        members = [
            FOOT.replace(at=(HERE[0] + place, HERE[1]), brigade=1) for place in range(len(values))
        ]
        found["tested_at"] = tested(small(*members, command=10), values)
    return found


def tested(battle: Battle, values: list[int]) -> int | None:
    """At what an order for units of these values is tested."""
    general = battle.characters[ATTACKER][0]
    for unit, value in zip(battle.units[ATTACKER], values, strict=True):
        unit.obeyed = orders.value_for(battle, general, unit, general.command).value - value
    order = orders.choice(battle, general)
    return order.value if order else None


@rule("warmaster.directive.units")
def directive(given: Given) -> Result:
    told = {name: given.get(name, False) for name in ("missiles", "flies")}
    return {"default": default_directive(given["side"], given["kind"], **told)}


@rule("warmaster.directive.keep-line")
def keep_line(given: Given) -> Result:
    side = SIDES.index(given["side"])
    troops = [FOOT.replace(at=(2 * place, row)) for place, row in enumerate(given["rows"])]
    line = army_line(set_out(fought_by(army(side, *troops))), side)
    assert line == line_of(side, given["rows"])
    return {"line": line, "foremost_row": None if line is None else foremost(side, line)}


@rule("warmaster.directive.boldness")
def boldness(given: Given) -> Result:
    battle = set_out(
        fought_by(
            army(
                ATTACKER,
                FOOT.replace(at=HERE),
                captains=(captain("general", with_=1, command=given["value"]),),
                boldness=given["boldness"],
            ),
            army(DEFENDER, FOOT.replace(at=FAR)),
        )
    )
    return {"ordered": orders.choice(battle, battle.characters[ATTACKER][0]) is not None}


# ---------------------------------------------------------------- value and test


CORNERS: tuple[Spot, ...] = (FAR, (0, 0), (17, 13), (0, 13))


def between(one: Spot, other: Spot) -> int:
    """How far a hex is from another."""
    return distances(cell_of(one))[cell_of(other)]


def apart(spot: Spot, away: int) -> Spot:
    """A hex so far from one, east of it in its row if there is one. Raises ValueError if none."""
    east = spot[0] + away, spot[1]
    if on_field(east):
        return east
    cell = distances(cell_of(spot)).find(away)
    if cell < 0:
        raise ValueError(f"no hex of the field is {away} from {spot}")
    return spot_of(cell)


@rule("warmaster.command.value")
def value(given: Given) -> Result:
    away = given.get("distance", 0)
    # Farther than the field is wide, in lines from corner to corner.
    leads = HERE if away <= FAR[0] - HERE[0] else (0, 13)
    at = apart(leads, away)
    ordered = FOOT.replace(at=at, stands=3 - given.get("stands_lost", 0))
    own = (ordered,) if at == leads else (FOOT.replace(at=leads), ordered)
    close = given.flag("enemy_within_2")
    foe = apart(at, 2) if close else max(CORNERS, key=lambda spot: between(at, spot))
    enemy = FOOT.replace(at=foe)
    item = "helm-of-dominion" if given.get("helm", False) else ""
    general = captain("general", with_=1, command=given["command"], item=item)
    rough = {"woods": [at]} if given.get("in_woods_or_marsh", False) else {}
    battle = fought_by(
        army(ATTACKER, *own, captains=(general,)), army(DEFENDER, enemy), field=field_of(rough)
    )
    battle = set_out(battle)
    battle.round = 2  # when the Helm is worn unless its owner says otherwise
    leader, unit = battle.characters[ATTACKER][0], battle.units[ATTACKER][-1]
    unit.obeyed = given.get("orders", 0)
    return {
        "value": orders.value_for(battle, leader, unit, orders.command_of(battle, leader)).value
    }


@rule("warmaster.command.test")
def test(given: Given) -> Result:
    found: dict[str, object] = {
        "chance": share(partial(orders.succeeds, given["value"]), product(range(1, 7), repeat=2))
    }
    if "roll" in given:
        first, second = given["roll"]
        found["success"] = orders.succeeds(given["value"], (first, second))
        found["blunder"] = orders.is_blunder((first, second))
    return found


# ---------------------------------------------------------------- confusion


@rule("warmaster.command.confusion")
def confusion(given: Given) -> Result:
    if "confused_in" not in given:
        return played(given)
    when = given["confused_in"].split()
    own = when[0] == "own"
    start = int(when[-1]) if "round" in when else 1
    battle = set_out(
        fought_by(
            army(ATTACKER, FOOT.replace(at=HERE, directive="hold")),
            army(DEFENDER, FOOT.replace(at=FAR, directive="hold")),
        )
    )
    unit = battle.units[ATTACKER][0]
    # Nothing happens in these Command phases, so that no dice are thrown.
    for battle.round in range(1, start + 3):
        for battle.active in (ATTACKER, DEFENDER):
            mine = battle.active == ATTACKER
            if battle.round == start and mine and own:
                battle.commands[ATTACKER] += 1
                confuse(battle, unit)
                continue
            command.phase(battle)
            if battle.round == start and not mine and not own:
                confuse(battle, unit)
            if unit.confused or (battle.round, battle.active) <= (start, ATTACKER):
                continue
            whose = "own" if mine else "enemy"
            if own:
                return {"ends": f"end of {whose} Command phase of round {battle.round}"}
            return {"ends": f"end of {whose} next Command phase"}
    return {"ends": "never"}


# ---------------------------------------------------------------- items by standing rule


@rule("warmaster.directive.items")
def items_used(given: Given) -> Result:
    key = given["item"]
    use = ItemUse(
        item=key,
        forbidden=given.get("forbidden", False),
        general_only=given.get("general_only", False),
    )
    match key:
        case "banner-of-fortune":
            battle = fought_by(army(ATTACKER, FOOT.replace(item=key), uses=(use,)))
            unit = battle.units[ATTACKER][0]
            return {"used": rolls_again(battle, unit, "combat", given["dice"], given["hits"])}
        case "sceptre-of-sovereignty":
            return {"used": sceptre(given, use)}
        case _:
            return {"used": of_a_mage(given, use)}


def sceptre(given: Given, use: ItemUse) -> bool:
    """Whether a blunder of the General, or of a Hero whose die shows this, is set aside."""
    by_hero = given.get("by", "general") != "general"
    battle = fought_by(
        army(
            ATTACKER,
            FOOT.replace(at=HERE),
            captains=(captain("general", with_=1, item=use.item), captain("hero", with_=1)),
            uses=(use,),
        ),
        army(DEFENDER, FOOT.replace(at=FAR)),
        draws=str(given["blunder"]) if by_hero else "",
    )
    set_out(battle)
    return blunder(battle, battle.characters[ATTACKER][by_hero], battle.units[ATTACKER][0])


def of_a_mage(given: Given, use: ItemUse) -> bool:
    """Whether an item helps the own Wizard with a spell of that score, or stops it."""
    battle = fought_by(
        army(ATTACKER, FOOT, captains=(captain("wizard", with_=1, item=use.item),), uses=(use,))
    )
    battle.round = given.get("round", 1)
    spell = next(each.key for each in LORE.spells.values() if each.score == given["score"])
    post(battle, ATTACKER)
    (bearer,) = battle.characters[ATTACKER]
    if found := next(ready(battle, ATTACKER, CancelSpell), None):
        return dispels(battle, bearer, found[1], spell)
    helping = next(ready(battle, ATTACKER, SureCast), None) or next(
        ready(battle, ATTACKER, BetterCast), None
    )
    return helping is not None and helps(battle, bearer, helping[1], spell)


LISTS = (
    "crown-marches",
    "redtusk-horde",
    "silverleaf-courts",
    "hollow-dynasty",
    "ashen-host",
    "warren-clans",
    "deepdelve-holds",
)


def listed(given: Given) -> Result:
    kind = given["type"]
    one = next(
        each for each in map(list_of, LISTS) if any(kind == u.name for u in each.units.values())
    )
    units = [BoughtUnit(type_of(kind, one).key)] * given["number"]
    return {"points": price(one, {}, units, ())}


for name in LISTS:
    rule(f"warmaster.army.{name}")(listed)


COUNTED: tuple[tuple[Role, str], ...] = (
    ("general", "generals"),
    ("hero", "heroes"),
    ("wizard", "wizards"),
    ("runesmith", "runesmiths"),
)


@rule("warmaster.army.points")
def points(given: Given) -> Result:
    roles: dict[Role, int] = {role: given.get(key, 0) for role, key in COUNTED}
    one = list_of(given["list"]) if "list" in given else None
    bought: list[BoughtUnit] = []
    spent = given.get("spent", 0)
    if one:
        for kind, number in given["units"].items():
            bought += [BoughtUnit(type_of(kind, one).key)] * number
        leaders = [BoughtCharacter(role) for role, number in roles.items() for _ in range(number)]
        spent = price(one, {}, bought, leaders)
    counted = Counter(unit.type for unit in bought)
    wrong = list(breaches(given["points"], spent, roles, one, counted))
    return {"spent": spent, "valid": not wrong}


# ---------------------------------------------------------------- validation of a module


def changed_list(**changes: Any) -> Mapping[str, Any]:
    """The lists of the module, in which the first unit type or the General is another."""
    tree = tomllib.loads((DATA / "lists.toml").read_text(encoding="utf-8"))
    first = tree["army_lists"]["crown-marches"]
    for key, value in changes.items():
        where, name = _PLACES.get(key, ("unit", key))
        if where == "unit":
            first["units"]["halberdiers"][name] = value
        else:
            first["characters"]["general"][name] = value
    return tree


_PLACES = {
    "command": ("general", "command"),
    "attack_bonus": ("general", "bonus"),
    "min": ("unit", "least"),
    "max": ("unit", "most"),
}
_ARMOUR = {"none": 7}
_UNIT = ("attacks", "hits", "armour", "stands", "pace", "shots", "range", "points", "min", "max")


@rule("warmaster.pack.validation")
def validation(given: Given) -> Result:
    given.takes(*_UNIT, "command", "attack_bonus", "score", "spell_range")
    figures = dict(given)
    spell = {key: figures.pop(key) for key in ("score", "spell_range") if key in figures}
    if "armour" in figures:
        text = figures["armour"]
        figures["armour"] = _ARMOUR.get(text) or int(text.removesuffix("+"))
    try:
        ListContent.model_validate(changed_list(**figures))
        if spell:
            tree = tomllib.loads((DATA / "spells.toml").read_text(encoding="utf-8"))
            figures = {"score": spell.get("score", 4), "range": spell.get("spell_range", 3)}
            any_spell = {**tree["war_spells"]["storm-lance"], **figures, "key": "storm-lance"}
            TypeAdapter(WarSpell).validate_python(any_spell)
    except ValidationError:
        return {"valid": False}
    return {"valid": True}


# ---------------------------------------------------------------- the end


@or_played("warmaster.end.withdrawal")
def withdraws(given: Given) -> Result:
    machines = given.get("machines", 0)
    foot = given.get("units", 8) - machines
    troops = [troop_of(type_of("Halberdiers"), at=(n % 18, n // 18)) for n in range(foot)]
    troops += [troop_of(type_of("Great Cannon"), at=(n, 4)) for n in range(machines)]
    both = given.get("both", False)
    armies = [
        army(
            side,
            *(
                each.replace(at=(x, y + 5 * side))
                for each in troops
                for x, y in [each.at or (0, 0)]
            ),
            captains=(captain("general", with_=1),),
        )
        for side in range(2)
    ]
    battle = set_out(fought_by(*armies))
    for side in (0, 1) if both else (SIDES.index(given.get("side", "attacker")),):
        for unit in battle.units[side][: given.get("lost", 0)]:
            battle.remove(unit)
        if given.get("general_slain", False) or both:
            battle.characters[side][0].unit = None
    ended = withdrawal(battle)
    return {"withdraws": ended is not None, "winner": ended.winner if ended else None}


@rule("warmaster.move.reach")
def reach(given: Given) -> Result:
    path = [spot(each) for each in given["path"]]
    enemies = [spot(each) for each in given.get("enemy_at", ())]
    friends = [spot(each) for each in given.get("friends_at", ())]
    # All but the path is water, so that there is no other way.
    dry = {*path, *enemies, *friends}
    water = [spot_of(cell) for cell in range(CELLS) if spot_of(cell) not in dry]
    battle = set_out(
        fought_by(
            army(ATTACKER, *(FOOT.replace(at=at) for at in (path[0], *friends))),
            army(DEFENDER, *(FOOT.replace(at=at) for at in enemies)),
            field=field_of({"water": water}),
        )
    )
    unit = battle.units[ATTACKER][0]
    found = UnitReach.of(battle, unit, given["pace"])
    end = cell_of(path[-1])
    legal = found.steps.get(end) == len(path) - 1 and tuple(map(cell_of, path)) == found.path(end)
    charge = charge_of(battle, unit, given["pace"])
    return {
        "legal": legal,
        "legal_end": list(path[-1]) if legal else None,
        "is_charge": charge is not None and charge.path[-1] == end,
    }


@rule("warmaster.end.time")
def time(given: Given) -> Result:
    idle = FOOT.replace(directive="hold")
    battle = set_out(
        fought_by(army(ATTACKER, idle.replace(at=(8, 13))), army(DEFENDER, idle.replace(at=(8, 0))))
    )
    battle.round = given["round"]
    battle.active = SIDES.index(given["turn"])
    ended = fight.play(battle)
    assert given["nobody_withdrew"] == (ended.reason == "time")
    assert ended.round == given["round"], "the battle goes on after that turn"
    return {"winner": ended.winner}
