"""The worked battle with spells: the opening phases and the first round, with every draw."""

from dataclasses import replace

from engine.dice import ScriptedDice
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.slots import DEFENDER, name_of
from tests.rules.adapters.battle_field import FIELD, hero, script, special, unit
from tests.rules.adapters.battle_spells import spell_of
from tests.rules.harness import Given, Result, rule


def worked() -> list[Combatant]:
    """The two armies of the ruling."""
    loaded = [LoadedSpell(spell_of(name), 6) for name in ("Flame Bolt", "Flaming Hail")]
    return [
        hero(
            1,
            slot=8,
            hp=150.0,
            level=6,
            dex=13.0,
            initiative=1,
            melee=Attack(1, power=4),
            res=4.0,
            df=5.0,
            duel_spell=loaded[0],
            battle_spell=loaded[1],
        ),
        unit(
            2,
            soldiers=40,
            hp=800.0,
            level=2,
            encounter_level=2,
            dex=12.0,
            initiative=1,
            melee=Attack(2, power=5),
            res=4.0,
            df=4.0,
            specials=(special("fire", 4),),
        ),
        hero(
            3,
            DEFENDER,
            hp=260.0,
            level=5,
            dex=14.0,
            initiative=2,
            melee=Attack(4, power=7),
            res=6.0,
            df=10.0,
            mar=2.0,
            sar=2.0,
            sar_against={"fire": 1.0},
        ),
        unit(
            4,
            DEFENDER,
            soldiers=60,
            hp=3000.0,
            level=3,
            encounter_level=3,
            melee=Attack(1, power=4),
            res=4.0,
            df=5.0,
        ),
    ]


@rule("cohorts.battle.worked-example-magic")
def worked_example(given: Given) -> Result:
    dice = ScriptedDice(script(given))
    last = given.get("after_round", FIELD.rules.rounds)
    short = FIELD.rules.model_copy(update={"rounds": last})
    fight = course.run(replace(FIELD, rules=short), worked(), dice)
    dice.finish()
    by_id = {str(one.unit.place.id): one for one in fight.roster}
    there = {n: one for n, one in by_id.items() if one.state == "fighting"}
    return {
        "wounds": {n: float(one.wounds) for n, one in by_id.items()},
        "states": {n: one.state for n, one in by_id.items()},
        "hexes": {n: name_of(one.hex) for n, one in there.items()},
        "battle_points": {n: int(one.points) for n, one in by_id.items() if one.points},
    }
