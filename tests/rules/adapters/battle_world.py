"""Battles in a real world: who comes, and what is left afterwards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.battle import REPEL, BattleRecord, Clash, Trigger
from engine.campaign import Player
from engine.dice import Dice, ScriptedDice, SeededDice, Streams
from engine.packs.cohorts.battle.combatant import Attack, BattleSide
from engine.packs.cohorts.battle.muster import hosts, muster
from engine.packs.cohorts.battle.record import (
    Fell,
    Participant,
    SpecialAttacked,
    UnitOutcome,
    UnitState,
)
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, SIDES
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.marching.conquest import garrison_beaten
from engine.packs.cohorts.marching.encounters import opposition
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack
from engine.state import State
from engine.world import Place
from tests.rules.adapters.battle_field import CONTENT, STEADFAST, key, script, special
from tests.rules.adapters.marching import see
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import SEED, Scene, clash_at, ref
from tests.rules.words import statuses

REALMS = {"ours": CONTENT.realms["ashmark"]}
TRIGGERS = {"Repel Intruders": "repel", "Siege Barony": "siege", "Conquer City": "conquer"}
FATES = {"A": ATTACKER, "D": DEFENDER}


@dataclass
class Field:
    """Two stacks of players at war in one province: mine attacks, theirs defends."""

    scene: Scene = field(default_factory=lambda: Scene(20, 20, content={"realms": REALMS}))
    trigger: str = "movement"
    at: tuple[int, int] = (10, 10)
    origin: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        self.foe = self.scene.someone("at_war")
        self.mine = self.scene.stack(*self.at)
        self.theirs = self.scene.stack(*self.at, self.foe)
        self.city: City | None = None

    def side(self, side: int) -> tuple[Stack, Player]:
        """The stack and player of a side."""
        return (self.theirs, self.foe) if side else (self.mine, self.scene.me)

    @property
    def clash(self) -> Clash:
        """The two as they fight; mine are the defenders if a garrison comes out against them."""
        garrison = [self.city] if self.city else []
        theirs: list[Stack | City] = [self.theirs, *garrison]
        sides = (theirs, [self.mine]) if self.trigger == REPEL else ([self.mine], theirs)
        origin = self.scene.at(*self.origin) if self.origin else None
        return clash_at(self.scene.at(*self.at), *sides, Trigger(self.trigger), origin)

    def end(
        self,
        winner: int,
        fates: Mapping[Place, tuple[UnitState, float]] | None = None,
        dice: Streams | None = None,
    ) -> State:
        """The battle is over and won; these units in such a state with such wounds, others whole.

        It is fought, and its record then changed to end like this.
        """
        state, record = self.fight({}, dice)
        (fight,) = record.engagements
        units = [each for each in fight.participants if isinstance(each, Participant)]
        found = [(fates or {}).get(each.place, ("fighting", each.wounds)) for each in units]
        outcomes = tuple(
            UnitOutcome(wounds=float(wounds), state=fate, hex=each.hex, dealt=0.0)
            for each, (fate, wounds) in zip(units, found, strict=True)
        )
        *course, last = fight.events
        events = [each for each in course if not isinstance(each, Fell)]
        events += [Fell(unit=n) for n, (fate, _) in enumerate(found) if fate == "dead"]
        events.append(last.replace(winner=winner, outcomes=outcomes))
        fight = fight.replace(events=tuple(events), winner=SIDES[winner])
        CohortsBattles().aftermath(state, record.replace(engagements=(fight,)))
        if winner == ATTACKER:
            garrison_beaten(state, self.clash, CohortsBattles().took_part(record))
        return state

    def fight(
        self,
        figures: Mapping[Place, Mapping[str, Any]],
        dice: Streams | None = None,
        chance: Dice | None = None,
    ) -> tuple[State, BattleRecord]:
        """The two fight it out, with these figures in place of those that they have."""
        system, clash = CohortsBattles(), self.clash
        state = State(self.scene.rules, self.scene.world, dice) if dice else state_of(self.scene)
        ground, sides = system.muster(state, clash)

        def retold(side: BattleSide) -> BattleSide:
            return replace(
                side,
                contingents=tuple(
                    replace(
                        each,
                        units=tuple(replace(u, **figures.get(u.place, {})) for u in each.units),
                    )
                    for each in side.contingents
                ),
            )

        chance = chance or SeededDice(SEED, 1).stream("test", "battle")
        return state, system.fight(ground, tuple(map(retold, sides)), chance, clash)

    def finish(
        self, figures: Mapping[Place, Mapping[str, Any]], chance: Dice | None = None
    ) -> BattleRecord:
        """They fight so, and their world takes the consequences."""
        state, record = self.fight(figures, chance=chance)
        CohortsBattles().aftermath(state, record)
        return record


def spot(text: str) -> tuple[int, int]:
    """The province of a text such as (4,7)."""
    x, y = re.findall(r"\d+", text)
    return int(x), int(y)


def where(scene: Scene, thing: Stack) -> str:
    """Where a stack is, as a case writes it."""
    here = scene.grid.at(scene.now(thing).province - 1)
    return f"({here.x},{here.y})"


# ---------------------------------------------------------------- who comes


@rule("cohorts.battle.participants")
@rule("cohorts.status.no-combat")
def participants(given: Given) -> Result:
    """Of my stack, whom the army has in it that it sends."""
    field_ = Field()
    scene = field_.scene
    maker = scene.unit if key(given.get("kind", "character")) == "mu" else scene.character
    own = {"slot": given["slot"]} if given.get("slot") is not None else {}
    told = given.get("lasting_status", given.get("status"))
    state = {"prisoner": {"captor": field_.foe.id}, "dead": {"dead": True}}
    own |= state.get(key(given.get("state", "none")), {})
    someone = maker(field_.mine, statuses=statuses(told), **own)
    _, attackers, _ = muster(scene.world, scene.content, field_.clash)
    slots = [each.slot for each in attackers.units if each.place == someone.place]
    return {"takes_part": bool(slots), "fights": bool(slots), "slot": slots[0] if slots else 0}


@rule("cohorts.battle.initiation")
def initiation(given: Given) -> Result:
    field_ = Field()
    scene = field_.scene
    scene.unit(field_.mine)
    field_.city = scene.city(10, 10, field_.foe)
    scene.unit(field_.city, field_.foe, level=9)
    if given["event"] == "Repel Intruders":
        field_.trigger = "repel"
        clash = field_.clash
        words = {field_.mine.place: "enemy stacks", field_.city.place: "garrison"}
        words |= {field_.theirs.place: "allied stacks"}
    else:
        see(scene, field_.foe.faction, field_.mine)
        against = opposition(state_of(scene), field_.mine)
        assert against
        assert against.garrison
        clash = field_.clash
        clash = clash.replace(sides=(clash.attackers, (field_.city.place,)))
        words = {field_.mine.place: "moving stack", field_.city.place: "garrison"}
    found = [
        " and ".join(sorted((words[host.place] for host in side), reverse=True))
        for side in hosts(scene.world, clash)
    ]
    return {"attacker": found[ATTACKER], "defender": found[DEFENDER]}


@rule("cohorts.battle.place-bonuses")
def place_bonuses(given: Given) -> Result:
    field_ = Field(trigger=TRIGGERS[given["order"]])
    scene = field_.scene
    city = field_.city = scene.city(10, 10, field_.foe)
    scene.province(10, 10, fortification=given["fortifications"])
    inside = "garrison" in given["unit"]
    unit = scene.unit(city, field_.foe, level=0) if inside else scene.unit(field_.mine, level=0)
    _, *sides = muster(scene.world, scene.content, field_.clash)
    (found,) = [one for side in sides for one in side.units if one.place == unit.place]
    return {"df_percent": round(found.df_percent)}


@rule("cohorts.turn.battle-report")
def battle_report(given: Given) -> Result:
    scene = Scene()
    first, second = given["factions_in_battle"]
    players = {name: scene.player(name, name) for name in (first, second, given["onlooker"])}
    scene.relation(first, second, "at_war")
    stacks = {
        name: scene.stack(4 + n, 5, player) for n, (name, player) in enumerate(players.items())
    }
    for name, stack in stacks.items():
        scene.unit(stack, players[name])
    scene.change(stacks[given["onlooker"]], province=scene.at(5, 5).id)
    ran = scene.run(MoveAlong(stack=ref(stacks[first]), steps=("e",)), player=players[first])
    (told,) = [entry for entry in ran.entries if isinstance(entry.event, BattleFought)]
    names = {player.faction: name for name, player in players.items()}
    return {"report_to": [names[faction] for faction in told.audience]}


# ---------------------------------------------------------------- where the beaten go


@rule("cohorts.battle.attacker-defeated")
def attacker_defeated(given: Given) -> Result:
    spots = [spot(each) for each in re.findall(r"\(\d+,\d+\)", given["attack"])]
    moved = len(spots) == 2
    trigger = "movement" if moved else "quest"
    field_ = Field(trigger=trigger, at=spots[-1], origin=spots[0] if moved else None)
    scene = field_.scene
    scene.unit(field_.mine)
    scene.unit(field_.theirs, field_.foe)
    bystander = scene.stack(*spots[0], field_.foe)
    scene.unit(bystander, field_.foe)
    state = field_.end(DEFENDER if given["result"] == "lost" else ATTACKER)
    fought = [each for each in state.log.entries if isinstance(each.event, BattleFought)]
    return {"stack_at": where(scene, field_.mine), "new_battle": len(fought) > 1}


@rule("cohorts.battle.defender-defeated")
def defender_defeated(given: Given) -> Result:
    field_ = Field(at=spot(given["battle_at"]))
    scene = field_.scene
    open_ = {spot(each) for each in given["candidates"]}
    for x, y in (hex_.spot for hex_ in scene.grid):
        if (x, y) not in {*open_, field_.at}:
            scene.province(x, y, terrain="sea")
    scene.unit(field_.mine)
    unit = scene.unit(field_.theirs, field_.foe)
    field_.end(ATTACKER, dice=ScriptedDice(script(given)))
    holder = scene.now(unit).holder
    here = scene.grid.at(holder.id - 1)
    return {"units_at": f"({here.x},{here.y})", "in_stack": holder.kind == "stack"}


@rule("cohorts.battle.garrison-defeated")
def garrison_defeated(given: Given) -> Result:
    field_ = Field(origin=(9, 10))
    scene = field_.scene
    home = (15, 10)
    scene.barony(field_.at, home)
    city = field_.city = scene.city(*home, field_.foe)
    scene.change(city, population={})
    garrison = scene.unit(city, field_.foe)
    unit, hero = scene.unit(field_.mine), scene.character(field_.mine)
    battle = given["battle"]
    if "castle" in battle:
        scene.tower(*field_.at, "castle")
    winner = FATES[given["winner"]]
    field_.trigger = "repel" if "Repel" in battle else "siege" if "siege" in battle else "garrison"
    field_.end(winner)
    now = scene.now(city)
    fallen = now.baron != city.baron
    stack = scene.now(field_.mine)
    assert fallen == (scene.now(garrison).holder != city.place)
    return {
        "city": "conquered" if fallen else "not conquered",
        "barony": "under siege" if now.besieged else "free",
        "attacking_stack_at": "city province"
        if stack.province == city.province
        else "where it was",
        "mus": "garrison" if scene.now(unit).holder == city.place else "stack",
        "characters": "stack" if scene.now(hero).holder == stack.place else "elsewhere",
    }


# ---------------------------------------------------------------- prisoners, spoils, the dead


@rule("cohorts.battle.capture")
@rule("cohorts.battle-status.stoned")
def capture(given: Given) -> Result:
    """A unit of one side comes out so; "Stoned" is what it became in this battle."""
    field_ = Field()
    scene = field_.scene
    lost = given["side"] == "loser"
    lasting = statuses(given.get("lasting_status"))
    scene.unit(field_.mine)
    unit = scene.unit(field_.theirs, field_.foe, statuses=lasting)
    struck = CONTENT.battle_statuses.get(key(given.get("status", "none")))
    state: UnitState = (
        struck.becomes if struck and struck.becomes else given.get("state", "fighting")
    )
    field_.end(ATTACKER if lost else DEFENDER, {unit.place: (state, given["wounds"])})
    now = scene.now(unit)
    captured = now.captor == scene.me.id and now.holder == field_.mine.place
    left = [name for name in now.statuses if name not in lasting]
    after = {"status": left[0] if left else "none", "wounds": now.wounds}
    return {"captured": captured, "after_battle": after}


@rule("cohorts.battle-status.scope")
def scope(given: Given) -> Result:
    """A character of mine is struck by an attack of the type that gives the status, and wins."""
    field_ = Field()
    scene = field_.scene
    someone, archers = scene.character(field_.mine), scene.unit(field_.mine)
    foe = scene.character(field_.theirs, field_.foe)
    status = key(given["status"])
    type_ = next(each.key for each in CONTENT.damage_types.values() if each.status == status)
    at_once = CONTENT.battle_statuses[status].at_once
    assert given["battle"] == "ended"
    record = field_.finish(
        {
            someone.place: {
                "wounds": given["wounds_after_battle"] - at_once,
                "morale": STEADFAST,
            },
            archers.place: {"missile": Attack(1e9), "initiative": 99.0},
            foe.place: {"specials": (special(type_, 0, 1e9),)},
        }
    )
    blows = [each for each in record.engagements[0].events if isinstance(each, SpecialAttacked)]
    assert [hit.status for each in blows for hit in each.hits] == [status]
    now = scene.now(someone)
    return {"status": next(iter(now.statuses), "none"), "wounds": now.wounds}


@rule("cohorts.battle.possessions-lost")
def possessions_lost(given: Given) -> Result:
    field_ = Field()
    scene = field_.scene
    scene.unit(field_.mine)
    hero = scene.character(field_.theirs, field_.foe)
    scene.items(field_.theirs, **given["loser_stack"])
    scene.items(hero, **given["loser_character_carries"])
    field_.end(ATTACKER)
    cache = scene.held(scene.at(*field_.at))
    return {"cache": named(cache), "character_keeps": named(scene.held(hero))}


def named(counts: Mapping[str, int]) -> dict[Name, int]:
    return {Name(item): count for item, count in counts.items()}


@rule("cohorts.battle.dead-units")
def dead_units(given: Given) -> Result:
    """On water it dies aboard a ship that sinks."""
    water = key(given.get("province", "land")) in {"water", "sea", "lake"}
    field_ = Field(Scene(20, 20, terrain="sea" if water else "grassland"))
    scene = field_.scene
    side = ATTACKER if given["side"] == "winner" else DEFENDER
    holder, player = field_.side(side)
    lost: list[Place] = []
    ship = 0
    for stack, owner in (field_.side(ATTACKER), field_.side(DEFENDER)):
        if water:
            scene.unit(stack, owner, arm="ship", type="barge")
        else:
            scene.unit(stack, owner)
    if water:
        vessel = scene.unit(holder, player, arm="ship", type="barge")
        ship, lost = vessel.id, [vessel.place]
    character = "character" in given["unit"]
    worn = {"main_hand": "spear"}
    maker = scene.character if character else scene.unit
    victim = maker(holder, player, equipment=worn, ship=ship)
    field_.end(ATTACKER, dict.fromkeys((*lost, victim.place), ("dead", 100.0)))
    if not character:
        armed = scene.held(scene.at(*field_.at)) == {"spear": victim.soldiers}
        gone = scene.gone(victim)
        return {
            "unit": "removed" if gone else "there",
            "equipment": "province cache" if armed else "kept",
        }
    now = scene.now(victim)
    assert isinstance(now, Character)
    captor = "victor" if now.captor == field_.side(ATTACKER)[1].id and now.captor else None
    lies = {Stack.kind: "stack", Province.kind: "province"}.get(now.holder.kind, now.holder.kind)
    return {
        "prisoner_of": captor,
        "dead": now.dead,
        "lies_in": lies,
        "equipment": "kept" if now.equipment == worn else "province cache",
    }
