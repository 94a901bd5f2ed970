"""Directives, brigades, orders and their value, confusion."""

from typing import Any

from engine.packs.warmaster.battle import command, orders
from engine.packs.warmaster.battle.blunders import blunder
from engine.packs.warmaster.battle.brigades import may_be_brigade
from engine.packs.warmaster.battle.confusion import confuse
from engine.packs.warmaster.battle.directives import (
    army_line,
    default_directive,
    foremost,
    line_of,
)
from engine.packs.warmaster.battle.grid import cell_of, distances, on_field, spot_of
from engine.packs.warmaster.battle.items import dispels, helps, ready, rolls_again
from engine.packs.warmaster.battle.posts import post
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, ItemUse, Spot
from engine.packs.warmaster.content.items import BetterCast, CancelSpell, SureCast
from tests.rules.adapters.warmaster.scene import (
    LORE,
    army,
    captain,
    field_of,
    fought_by,
    played,
    set_out,
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
    found: dict[str, object] = {"chance": orders.chance_of(given["value"])}
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
