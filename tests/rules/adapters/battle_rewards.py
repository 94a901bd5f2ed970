"""What a battle teaches, the worked battles with every draw, and the directive order."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.dice import ScriptedDice
from engine.packs.cohorts.battle import course, rewards
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.record import (
    BattleEnded,
    CombatSpellCast,
    Fell,
    MoraleChecked,
    Participant,
    UnitState,
)
from engine.packs.cohorts.battle.rewards import Sharer
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, name_of
from engine.packs.cohorts.battle.told import BattleRewarded
from engine.packs.cohorts.content.combat import Alter
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.world import Place
from tests.rules.adapters.battle_field import (
    CONTENT,
    FIELD,
    STEADFAST,
    Battle,
    going,
    hero,
    script,
    some,
    special,
    unit,
    whole,
)
from tests.rules.adapters.battle_spells import spell_of
from tests.rules.adapters.battle_world import REALMS, Field
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref

FIGURES = CONTENT.experience


@rule("cohorts.xp.conquest")
def conquest(given: Given) -> Result:
    return {"xp": rewards.conquest(FIGURES, given["enemy_el"])}


@rule("cohorts.xp.lost-battle")
def lost_battle(given: Given) -> Result:
    whole = rewards.conquest(FIGURES, given["enemy_el"])
    return {"xp": rewards.defeat(whole, given["enemy_soldiers"], given["killed"])}


@rule("cohorts.xp.distribution")
def distribution(given: Given) -> Result:
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


def taught(amount: int, enemy: Iterable[tuple[str, int, float, float]], soldiers: int) -> int:
    """The XP of the beaten if a victory over that enemy were worth so much.

    The enemy are that many soldiers, among whom these units, or characters, came with wounds and
    gained more.
    """
    # Whatever its level, the step to the next one is the same.
    chart = tuple(1 + 4 * amount * step for step in range(200))
    field = Field(Scene(20, 20, content={"realms": REALMS, "experience": {"chart": chart}}))
    scene = field.scene
    scene.unit(field.mine)
    fates: dict[Place, tuple[UnitState, float]] = {}
    rest = soldiers
    for kind, heads, before, gained in enemy:
        maker = scene.character if kind == "character" else scene.unit
        own = {} if kind == "character" else {"soldiers": heads}
        piece = maker(field.theirs, field.foe, wounds=before, **own)
        after = before + gained
        fates[piece.place] = ("dead" if after >= 100 else "fighting", after)
        rest -= heads
    assert rest >= 0, "more enemies than there were at the start"
    if rest:
        scene.unit(field.theirs, field.foe, soldiers=rest)
    state = field.end(DEFENDER, fates)
    told = [entry.event for entry in state.log.entries if isinstance(entry.event, BattleRewarded)]
    return sum(each.xp for event in told if not event.won for each in event.pieces)


@rule("cohorts.battle.soldier-count")
def soldier_count(given: Given) -> Result:
    """After a battle in which its wounds were got; out of action is as many as bring XP."""
    field = Field()
    scene, soldiers = field.scene, given["soldiers"]
    struck = scene.unit(field.mine, soldiers=soldiers)
    scene.unit(field.theirs, field.foe)
    field.end(ATTACKER, {struck.place: ("fighting", given["wounds"])})
    hurt = going(scene, scene.now(struck))
    return {
        "soldiers_after": scene.now(struck).soldiers,
        "share_weight": Battle([hurt])[hurt].soldiers,
        "out_of_action": taught(soldiers, [("mu", soldiers, 0, given["wounds"])], soldiers),
    }


@rule("cohorts.battle.experience")
def experience(given: Given) -> Result:
    """What the losers learn, or the HP that one blow takes from its target.

    The enemies had some wounds before the battle unless the case says how many.
    """
    if "enemy" in given:
        return _lesson(given)
    more = given.get("additional_wounds", 0)
    steady = -STEADFAST if more else STEADFAST
    foe = some(given["target"], 2, DEFENDER, usual="mu", df=1.0, morale=steady)
    points = given.get("attack_points", given.get("attack_wounds", 0) * foe.hp / 100)
    one = unit(1, hp=float(points))
    battle = Battle([one, foe])
    battle.strike(one, foe)
    added = sum(each.wounds for each in battle.events(MoraleChecked))
    assert whole(added) == whole(more)
    return {"damage_dealt": whole(battle[one].dealt)}


def _lesson(given: Given) -> Result:
    assert given.get("result", "lost") == "lost"
    enemy: list[tuple[str, int, float, float]] = []
    for each in given["enemy"]:
        if "character" in each:
            before, gained = 20, 80 if each["character"] == "dead" else 30
            enemy.append(("character", 1, before, gained))
        elif each.get("dead"):
            enemy.append(("mu", each["soldiers"], 0, 100))
        else:
            before = each.get("wounds_before", 15)
            enemy.append(("mu", each["soldiers"], before, each.get("wounds_gained", 0)))
    present = given["enemy_start_soldiers"]
    return {
        "soldiers_killed": taught(present, enemy, present),
        "loser_xp": taught(given["amount_for_enemy_el"], enemy, present),
    }


@rule("cohorts.morale.after-battle")
@rule("cohorts.battle.statuses-end")
def after_battle(given: Given) -> Result:
    """Archers of mine kill that many units from afar under a singer's song, and win or lose.

    If they are to lose, a rearguard that nothing can hurt holds out until time is up.
    """
    won = given["result"] == "won"
    field = Field()
    scene = field.scene
    archers = scene.unit(field.mine, morale=given["morale"])
    singer = scene.character(field.mine, slot=3)
    kills: int = given.get("kill_points", 0)
    victims = [scene.unit(field.theirs, field.foe) for _ in range(kills)]
    rear = scene.unit(field.theirs, field.foe, slot=10)
    ours, theirs = ("winning_hp", "losing_hp") if won else ("losing_hp", "winning_hp")
    mine = given.get(ours, 1000)
    ratio = given.get("hp_ratio", 1)
    hostile = given.get(theirs, mine * ratio if won else mine / ratio)
    song = CONTENT.combat_spells["song_of_courage"]
    assert isinstance(song.effect, Alter)
    level = given.get("song_of_courage", 0) // song.effect.amount
    loaded = {"battle_spell": LoadedSpell(song, level)} if level else {}
    harmless = Attack(0)
    foes = {"hp": hostile / (kills + 1), "melee": harmless, "morale": STEADFAST, "soldiers": 25}
    standing = {"df": 1e15} if not won else {"morale": -STEADFAST, "df": 1e15}
    record = field.finish(
        {
            archers.place: {"hp": mine / 2, "missile": Attack(1e6), "morale": given["morale"]},
            singer.place: {"hp": mine / 2, "melee": harmless, "slot": 3, **loaded},
            **{victim.place: foes for victim in victims},
            rear.place: {**foes, **standing},
        }
    )
    events = record.engagements[0].events
    fallen = [each for each in events if isinstance(each, Fell)]
    assert len(fallen) == kills
    casts = [each for each in events if isinstance(each, CombatSpellCast)]
    assert [each.level * song.effect.amount for each in casts] == (
        [given["song_of_courage"]] if level else []
    )
    assert record.engagements[0].winner == ("attacker" if won else "defender")
    after = scene.now(archers).morale
    return {"morale": after, "morale_after": after}


# ---------------------------------------------------------------- the worked battle


WORKED: Mapping[int, Mapping[str, Any]] = {
    1: {
        "slot": 2,
        "soldiers": 100,
        "hp": 4000.0,
        "level": 3,
        "encounter_level": 3,
        "dex": 11.0,
        "melee": Attack(1.5, power=5),
        "res": 3.0,
        "df": 6.0,
        "morale": 100.0,
    },
    2: {
        "slot": 2,
        "hp": 200.0,
        "level": 4,
        "encounter_level": 4,
        "dex": 12.0,
        "initiative": 1,
        "melee": Attack(5, power=6),
        "res": 6.0,
        "df": 8.0,
        "morale": 100.0,
    },
    3: {
        "slot": 3,
        "soldiers": 120,
        "hp": 3600.0,
        "level": 2,
        "encounter_level": 2,
        "dex": 10.0,
        "melee": Attack(1, power=4),
        "res": 5.0,
        "df": 5.0,
        "morale": 60.0,
    },
    4: {
        "slot": 4,
        "soldiers": 80,
        "hp": 2400.0,
        "level": 2,
        "encounter_level": 2,
        "dex": 13.0,
        "initiative": 1,
        "missile": Attack(1, power=4),
        "melee": Attack(0.5, power=2),
        "res": 2.0,
        "df": 4.0,
        "morale": 100.0,
    },
}
"""The two armies of the ruling, unit by unit; the second is a character."""
BARE: Mapping[str, Any] = {
    "initiative": 0,
    "missile": None,
    "df_percent": 0.0,
    "res_against": {},
    "wounds": 0.0,
    "specials": (),
    "keywords": (),
}


@rule("cohorts.battle.worked-example-weapons")
def worked_example(given: Given) -> Result:
    field = Field()
    scene = field.scene
    scene.character(scene.at(0, 0))  # so that of the first two the unit has the lower number
    pieces: dict[int, Character | Unit] = {}
    for number, figures in WORKED.items():
        holder, player = (field.mine, scene.me) if number < 3 else (field.theirs, field.foe)
        maker = scene.character if number == 2 else scene.unit
        pieces[number] = maker(holder, player, morale=int(figures["morale"]))
    dice = ScriptedDice(script(given))
    record = field.finish({pieces[n].place: {**BARE, **WORKED[n]} for n in WORKED}, dice)
    dice.finish()
    (fight,) = record.engagements
    ended = fight.events[-1]
    assert isinstance(ended, BattleEnded)
    places = [each.place for each in fight.participants if isinstance(each, Participant)]
    outcomes = {n: ended.outcomes[places.index(piece.place)] for n, piece in pieces.items()}
    now = {number: scene.now(piece) for number, piece in pieces.items()}
    return {
        "winner": "AD"[ended.winner],
        "round": ended.rounds,
        "wounds": {str(n): whole(each.wounds) for n, each in outcomes.items()},
        "states": {str(n): each.state for n, each in outcomes.items()},
        "morale_after": {str(n): piece.morale for n, piece in now.items()},
        "captured": [n for n, piece in now.items() if piece.captor],
        "displaced": [n for n, piece in now.items() if piece.holder.kind == Province.kind],
    }


@rule("cohorts.order.combat-directive")
def combat_directive(given: Given) -> Result:
    scene = Scene()
    unit_ = scene.unit(scene.stack(2, 2))
    ran = scene.run(SetDirective(piece=ref(unit_), directive=given["directive"]))
    return {
        "accepted": not ran.refused,
        "refused": ran.refused,
        "directive": scene.now(unit_).directive,
    }


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
def worked_with_magic(given: Given) -> Result:
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
