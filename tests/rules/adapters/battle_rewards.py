"""What a battle teaches, the worked battle, and the directive order."""

from collections.abc import Mapping

from engine.packs.cohorts.battle import course, rewards, turns
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.battle.record import Ended, Outcome
from engine.packs.cohorts.battle.rewards import Sharer
from engine.packs.cohorts.battle.slots import DEFENDER
from tests.rules.adapters.battle_field import CONTENT, FIELD, Battle, figures, hero, unit
from tests.rules.harness import Given, rule
from tests.rules.scene import Scene, ref

FIGURES = CONTENT.experience


@rule("cohorts.xp.conquest", "enemy_el")
def conquest(given: Given) -> Mapping[str, object]:
    return {"xp": rewards.conquest(FIGURES, given["enemy_el"])}


@rule("cohorts.xp.lost-battle", "enemy_el", "enemy_soldiers", "killed")
def lost_battle(given: Given) -> Mapping[str, object]:
    whole = rewards.conquest(FIGURES, given["enemy_el"])
    return {"xp": rewards.defeat(whole, given["enemy_soldiers"], given["killed"])}


@rule("cohorts.xp.distribution", "xp", "els", "characters", "military_units")
def distribution(given: Given) -> Mapping[str, object]:
    sharers = [Sharer(True, level, 1, 0) for level in given.get("els", [])]
    sharers += [Sharer(True, each["level"], 1, 0) for each in given.get("characters", [])]
    heroes = len(sharers)
    sharers += [
        Sharer(False, each["el"], each.get("soldiers", 100), each["damage"])
        for each in given.get("military_units", [])
    ]
    shares = rewards.shares(FIGURES, given["xp"], sharers)
    return {
        "shares": shares,
        "character_shares": shares[:heroes],
        "military_shares": shares[heroes:],
    }


@rule(
    "cohorts.battle.experience",
    *("amount_for_enemy_el", "enemy_start_soldiers", "enemy", "result"),
    *("target", "attack_points", "attack_wounds", "additional_wounds"),
)
def experience(given: Given) -> Mapping[str, object]:
    if "enemy" in given:
        dead = 0
        for each in given["enemy"]:
            character = "character" in each
            dead += rewards.killed(
                1 if character else each["soldiers"],
                each.get("wounds_gained", 0),
                dead=each.get("character") == "dead",
                character=character,
            )
        xp = rewards.defeat(given["amount_for_enemy_el"], given["enemy_start_soldiers"], dead)
        return {"soldiers_killed": dead, "loser_xp": xp}
    target = figures(given["target"])
    hp = target["hp"]
    points = given.get("attack_points", given.get("attack_wounds", 0) * hp / 100)
    failing = -1000.0 if given.get("additional_wounds") else 1000.0
    foe = unit(2, DEFENDER, **target, df=1.0, morale=failing)
    one = unit(1, hp=float(points))
    battle = Battle([one, foe])
    turns.strike(battle.fight, battle[one], [battle[foe]], missile=False)
    return {"damage_dealt": round(battle[one].dealt, 6)}


# ---------------------------------------------------------------- the worked battle


def worked() -> list[Combatant]:
    """The two armies of the ruling."""
    plain: dict[str, float] = {"level": 2, "encounter_level": 2}
    return [
        unit(
            1,
            slot=2,
            hp=4000.0,
            level=3,
            encounter_level=3,
            dex=11.0,
            melee=Attack(1.5, power=5),
            res=3.0,
            df=6.0,
        ),
        hero(
            2,
            slot=2,
            hp=200.0,
            level=4,
            encounter_level=4,
            dex=12.0,
            initiative=1,
            melee=Attack(5, power=6),
            res=6.0,
            df=8.0,
        ),
        unit(
            3,
            DEFENDER,
            slot=3,
            soldiers=120,
            hp=3600.0,
            melee=Attack(1, power=4),
            res=5.0,
            df=5.0,
            morale=60.0,
            **plain,
        ),
        unit(
            4,
            DEFENDER,
            slot=4,
            soldiers=80,
            hp=2400.0,
            dex=13.0,
            initiative=1,
            missile=Attack(1, power=4),
            melee=Attack(0.5, power=2),
            res=2.0,
            df=4.0,
            **plain,
        ),
    ]


@rule("cohorts.battle.worked-example-weapons", "stream")
def worked_example(given: Given) -> Mapping[str, object]:
    battle = Battle([], given)
    fight = course.run(FIELD, worked(), battle.dice, battle.log)
    battle.dice.finish()
    ended = battle.log[-1]
    assert isinstance(ended, Ended)
    outcomes: dict[str, Outcome] = {
        str(one.unit.place.id): outcome
        for one, outcome in zip(fight.roster, ended.outcomes, strict=True)
    }
    after = {
        str(one.unit.place.id): rewards.morale_after(
            CONTENT.battle,
            int(one.unit.morale),
            won=one.side == ended.winner,
            losing_hp=ended.armies[1 - ended.winner].hp,
            winning_hp=ended.armies[ended.winner].hp,
        )
        for one in fight.roster
    }
    beaten = [one for one in fight.roster if one.side != ended.winner and one.state != "dead"]
    above = CONTENT.battle.captured_above
    return {
        "winner": "AD"[ended.winner],
        "round": ended.rounds,
        "wounds": {n: float(each.wounds) or 0 for n, each in outcomes.items()},
        "states": {n: each.state for n, each in outcomes.items()},
        "morale_after": after,
        "captured": [one.unit.place.id for one in beaten if one.wounds > above],
        "displaced": [one.unit.place.id for one in beaten if one.wounds <= above],
    }


@rule("cohorts.order.combat-directive", "directive")
def combat_directive(given: Given) -> Mapping[str, object]:
    scene = Scene()
    unit_ = scene.unit(scene.stack(2, 2))
    ran = scene.run(SetDirective(piece=ref(unit_), directive=given["directive"]))
    assert ran.refused or scene.now(unit_).directive.casefold() in {
        given["directive"].casefold(),
        "",
    }
    return {"accepted": not ran.refused, "refused": ran.refused}
