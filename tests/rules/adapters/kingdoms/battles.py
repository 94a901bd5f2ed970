"""Battles of Kingdoms in lines: who fights together, duels, lines, events, losses and flight."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from engine.battle import Engagement
from engine.dice import Dice
from engine.numbers import exact
from engine.packs.kingdoms.battle import flight, losses
from engine.packs.kingdoms.battle.command import uniting_chance
from engine.packs.kingdoms.battle.duel import face
from engine.packs.kingdoms.battle.fight import (
    battle_winner,
    column_winner,
    event,
    fight,
)
from engine.packs.kingdoms.battle.happenings import (
    ColumnFought,
    DuelEnd,
    LeaderEnded,
    LineFormed,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.line import Half, contested, facing, post
from engine.packs.kingdoms.battle.nemesis import met
from engine.packs.kingdoms.battle.strength import (
    army_factors,
    base_strength,
    battle_quality,
    multiplied,
    side_factors,
    with_quality,
)
from engine.packs.kingdoms.battle.values import (
    SIDES,
    Champion,
    Contingent,
    Field,
    Fielded,
    Leader,
    Refuges,
    Setting,
    Side,
)
from engine.packs.kingdoms.crowns.mustering import field_of
from engine.packs.kingdoms.crowns.provinces import PARTED
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import Holding
from engine.world import Place
from tests.packs.kingdoms.ventures.court import Court
from tests.rules.adapters.kingdoms.armies import (
    CONTENT,
    FIGURES,
    TYPES,
    army,
    field,
    leader,
    race_of,
    side,
    unit,
)
from tests.rules.adapters.kingdoms.words import script
from tests.rules.harness import Given, Result, rule

BACK = 7
"""The one place of retreat of a case."""


@rule("kingdoms.battle.contingents")
def contingents(given: Given) -> Result:
    return {"chance": uniting_chance(FIGURES, given["levels"], given["distance"])}


def champion(given: Any, number: int) -> Leader | None:
    if not isinstance(given, Given):
        return None
    given.takes("temper", "refusal", "plan", "king")
    told = Champion(
        temper=given.get("temper", "Brave"),
        refusal=given.get("refusal", 0),
        plan=tuple(given.get("plan", ("ME",))),
    )
    return leader(piece=Place("ruler", number), champion=told, royal=given.get("king", False))


def no_effect(attacker: Leader, defender: Leader, dice: Dice) -> tuple[DuelEnd, DuelEnd]:
    """A duel that ends without effect, and without a draw."""
    return "", ""


@rule("kingdoms.battle.duel")
def duel(given: Given) -> Result:
    both = [champion(given[each], n) for n, each in enumerate(SIDES, start=1)]
    with script(given.get("draws", ())) as dice:
        found = face(both[0], both[1], no_effect, dice)
    return {
        "duel": found is not None and found.fought,
        "demoralized": list(found.demoralized) if found else [],
    }


@rule("kingdoms.battle.line")
def line(given: Given) -> Result:
    counts = [given["attackers"], given["defenders"]]
    (least, most), [length] = CONTENT.grounds[given["terrain"]].line, given["draws"]
    assert least <= length <= most
    both = [[unit(army("LE"), number=n) for n in range(1, count + 1)] for count in counts]
    columns = contested(length, *counts)
    for units in both:
        post(units, length, columns)
    found: dict[str, object] = {"columns": length, "contested": columns}
    flanks: list[int] = []
    for name, units in zip(SIDES, both, strict=True):
        rows = [units[at : at + length] for at in range(0, len(units), length)]
        found[f"{name}_rows"] = [[each.number for each in row] for row in rows]
        flanks += [each.number for each in units if each.row == "flank"]
    return {**found, "outflankers": flanks}


@rule("kingdoms.battle.flanks-and-rear")
def column(given: Given) -> Result:
    half = Half(unit(army("LE"), strength=exact(given["front"])), [], [])
    for each in given.get("behind", ()):
        half.behind.append(unit(army(each["army"]), strength=exact(each["strength"]), row="behind"))
    for strength in given.get("outflankers", ()):
        half.flank.append(unit(army("LE"), strength=exact(strength), row="flank"))
    return {"column": half.strength(FIGURES.behind)}


@rule("kingdoms.battle.nemesis")
def nemesis(given: Given) -> Result:
    code = given["unit"]
    own = unit(army(code), row="behind" if given.get("behind_line") else "front")
    if "facing" in given:
        faced = [TYPES[each] for each in given["facing"]]
    else:
        front = unit(army(given["enemy_front"]))
        flyers = [unit(army(each), row="behind") for each in given.get("enemy_flyers", ())]
        half = Half(unit(army("LE")), [own], [])
        faced = [each.type for each in facing(own, half, Half(front, flyers, []))]
    with script(given.get("draws", ())) as dice:
        found = met(own.type, faced, dice)
    return {"factor": str(FIGURES.nemesis if found is not None else 1), "draws_used": dice.used}


def parted_sea() -> Field:
    """A Sea province that is parted, as the world has it."""
    court = Court("Sea")
    caster = court.ruler(court.crown("Red"), 1)
    sea = court.world.get(Holding, 1)
    court.step(lambda state: lay(state, sea, PARTED, caster, 1, 1))
    return field_of(court.state(), sea)


@rule("kingdoms.battle.unit-strength")
@rule("kingdoms.battle.sea")
def unit_strength(given: Given) -> Result:
    place = field(given["terrain"], given.get("illusory", ""))
    if given.get("parted", False):
        place = parted_sea()
    head = leader(
        race=race_of(TYPES[given["army"]], given.get("race")),
        tactical=given.get("tactical", 0),
        naval=given.get("naval", 0),
        phantasm=given.get("phantasm", 0),
        oratory=given.get("oratory", False),
    )
    one = army(given["army"], given.get("race"), given["quality"], home=given.get("home", False))
    explored, other = given.get("exploration", (0, 0))
    own = side(one, led_by=head, explored=explored)
    defends = given.get("defending", False)
    base = base_strength(place, one, defends=defends)
    quality = battle_quality(
        place,
        own,
        head,
        one,
        fanatical=given.get("fanatical", False),
        thirsty=False,
    )
    common = side_factors(
        place,
        own,
        side(explored=other),
        defends=defends,
        demoralized=given.get("demoralized", False),
    )
    strength = multiplied(with_quality(FIGURES, base, quality), common)
    strength = multiplied(strength, army_factors(place, own, head, one))
    strength *= FIGURES.nemesis if given.get("nemesis") else 1
    return {"base": base, "quality": quality, "strength": strength}


@rule("kingdoms.battle.random-events")
def events(given: Given) -> Result:
    strengths = {name: exact(given[name]) for name in SIDES}
    for key, chance in (
        ("battle_event_draws", FIGURES.battle_event),
        ("column_event_draws", FIGURES.column_event),
    ):
        if key in given:
            with script(given[key]) as dice:
                found = event(FIGURES, chance, dice)
            if found:
                strengths[found.side] *= found.factor
    return {name: written(strength) for name, strength in strengths.items()}


def written(number: Fraction) -> int | Fraction:
    """A whole number as such."""
    return int(number) if number.denominator == 1 else number


@rule("kingdoms.battle.winner")
def winner(given: Given) -> Result:
    columns = [(exact(one), exact(other)) for one, other in given["columns"]]
    return {
        "winner": battle_winner(columns),
        "column_winners": [column_winner(*each) for each in columns],
    }


@rule("kingdoms.battle.casualties")
def casualties(given: Given) -> Result:
    found: dict[str, object] = {}
    if "winner" in given:
        both = exact(given["winner"]), exact(given["loser"])
        won, lost = losses.percents(FIGURES, *both)
        one = unit(army("LE"))
        dice = script([100])
        losses.suffer(FIGURES, one, won, dice)
        found = {
            "R": losses.ratio(FIGURES, *both),
            "winner_percent": won,
            "loser_percent": lost,
            "winner_draws": dice.used,
        }
    if "percent" in given:
        one = unit(army("LE", quality=given.get("quality", 2)))
        one.row = "behind" if given.get("behind") else "front"
        with script(given["draws"]) as dice:
            losses.suffer(FIGURES, one, given["percent"], dice)
        found.update(result=one.loss, quality=one.quality)
    return found


@rule("kingdoms.battle.gains")
def gains(given: Given) -> Result:
    one = unit(army("LE", quality=given["quality"]))
    with script(given["draws"]) as dice:
        list(losses.gains(FIGURES, [one], dice))
    return {"quality": one.quality}


@rule("kingdoms.battle.escape")
def escape(given: Given) -> Result:
    place = field(given.get("terrain", "Plain"))
    code = given["army"]
    one = army(
        code,
        given.get("race"),
        given.get("quality", 2),
        skeletal=given.get("skeletal", False),
    )
    to = 0 if given.get("retreat") == "none" else BACK
    chance = flight.escape_chance(place, TYPES[code], to)
    found: dict[str, object] = {"chance": chance}
    if "draws" in given or chance == 0:
        with script(given.get("draws", ())) as dice:
            fate, _ = flight.escape(place, unit(one), to, dice)
        found["result"] = fate
        if fate == "destroyed" and losses.risen(place, one, one.quality) is not None:
            found["then"] = "mercenary"
    return found


@rule("kingdoms.battle.leaders")
def leaders(given: Given) -> Result:
    head = leader(march=given.get("march", 0), naval=given.get("naval", 0))
    sea = field(given.get("terrain", "Plain")).sea
    alone = flight.leader_chance(FIGURES, head, sea=sea)
    return {"chance": 100 if given["units_escaped"] else alone}


@rule("kingdoms.battle.graves")
def graves(given: Given) -> Result:
    place = field(given["terrain"])
    one = army(
        given["army"],
        given.get("race"),
        given.get("quality", 2),
        skeletal=given.get("skeletal", False),
    )
    found = losses.remains(place, one, one.quality) if given["fate"] == "destroyed" else None
    return {"grave": found is not None, "quality": found.quality if found else None}


# ---------------------------------------------------------------- whole battles

SIDE = (
    "militia",
    "alignment",
    "exploration",
    "tactical",
    "naval",
    "march",
    "druid",
    "oratory",
    "phantasm",
    "leader_race",
    "leader_alignment",
    "king_race",
    "king_druid",
    "home",
    "units",
)


def army_of(told: Sequence[Any], number: int, *, home: bool) -> Fielded:
    code, race, quality, *marks = told
    bones = "skeletal" in marks
    return army(code, race, quality, piece=Place("army", number), home=home, skeletal=bones)


def side_of(given: Given, number: int, *, retreat: bool) -> Side:
    """A side of a worked battle: what its leader leads, and its garrison."""
    given.takes(*SIDE)
    home = given.get("home", False)
    armies = [
        (army_of(told, number * 100 + place, home=home), "garrison" in told[3:])
        for place, told in enumerate(given["units"], start=1)
    ]
    militia = given.get("militia", False)
    head = leader(
        piece=Place("ruler", number),
        race=given.get("leader_race", "human"),
        alignment=given.get("leader_alignment", given.get("alignment", "")),
        oratory=given.get("oratory", False),
        phantasm=given.get("phantasm", 0),
        tactical=given.get("tactical", 0),
        naval=given.get("naval", 0),
        march=given.get("march", 0),
        druid=given.get("druid", 0),
    )
    led = tuple(each for each, garrison in armies if not garrison and not militia)
    left = tuple(each for each, garrison in armies if garrison or militia)
    place = (BACK,) if retreat else ()
    found = [Contingent(leader=head, armies=led, origin=BACK if number == 1 else 0)] if led else []
    found += [Contingent(armies=left)] if left else []
    return Side(
        crown=number,
        alignment=given.get("alignment", ""),
        explored=given.get("exploration", 0),
        king_race=given.get("king_race", ""),
        king_druid=given.get("king_druid", 0),
        contingents=tuple(found),
        refuges=Refuges(land=place, sea=place, adjacent=place),
    )


def fates(fought: Engagement) -> Iterator[tuple[str, list[object]]]:
    """Each unit's casualty, what became of it, and its quality if it is still there."""
    hurt = {(e.side, e.number): e.loss for e in fought.events if isinstance(e, Suffered)}
    for each in fought.events:
        if isinstance(each, UnitEnded):
            loss = hurt[each.side, each.number]
            left = each.fate in {"stays", "escaped", "mercenary"}
            told = "ok" if loss == "unhurt" else loss
            yield named(each.side, each.number), [told, each.fate, each.quality if left else None]


def named(side: str, number: int) -> str:
    """A unit as cases name it: A1, D2."""
    return f"{side[0].upper()}{number}"


@rule("kingdoms.battle.example-plain")
@rule("kingdoms.battle.example-forest")
def whole(given: Given) -> Result:
    place = Field.of(
        CONTENT,
        Setting(province=1, ground=given["terrain"], illusion=given.get("illusory", "")),
    )
    retreat = given.get("retreat", True)
    sides = [
        side_of(given[name], number, retreat=retreat) for number, name in enumerate(SIDES, start=1)
    ]
    with script(given["draws"]) as dice:
        fought = fight(place, (sides[0], sides[1]), dice)
    events = fought.events
    columns = [list(e.strengths) for e in events if isinstance(e, ColumnFought)]
    [formed] = (each for each in events if isinstance(each, LineFormed))
    return {
        "line": formed.length,
        "strengths": {
            named(e.side, e.number): written(e.strength) for e in events if isinstance(e, Weighed)
        },
        "columns": [[written(each) for each in both] for both in columns],
        "totals": [written(sum((both[n] for both in columns), Fraction(0))) for n in (0, 1)],
        "column_winners": [e.winner for e in events if isinstance(e, ColumnFought)],
        "winner": fought.winner,
        "fates": dict(fates(fought)),
        "bitten": [
            named(e.side, e.number) for e in events if isinstance(e, UnitEnded) and e.bitten
        ],
        "leaders": {e.side: e.fate for e in events if isinstance(e, LeaderEnded)},
        "percents": {named(e.side, e.number): e.percent for e in events if isinstance(e, Suffered)},
    }
