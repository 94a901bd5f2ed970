"""The campaign as a whole: points, its end, who is out, who leads, what all the world hears."""

from __future__ import annotations

from typing import Any

from engine.campaign import Faction, Now, Player
from engine.ending import CampaignEnded, Ending, Reckoning, Standing
from engine.module.schema import Victory
from engine.packs.cohorts.campaign.elimination import PlayerOut
from engine.packs.cohorts.campaign.leading import LeaderCame
from engine.packs.cohorts.campaign.points import standing
from engine.packs.cohorts.campaign.tidings import HeroMourned
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.content.winning import Points, Winning
from engine.packs.cohorts.diplomacy.decisions import RelationChanged
from engine.packs.cohorts.diplomacy.orders import DeclareWar
from engine.packs.cohorts.diplomacy.wars import Both, Prize, War
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.positions import note
from engine.packs.cohorts.pieces.records import Character, City
from engine.rulebook import Rulebook
from engine.world import Place
from tests.rules.adapters.battle_world import REALMS
from tests.rules.harness import Given, rule
from tests.rules.scene import Ran, Scene, ref

TABLE: Any = Rulebook.load().get("cohorts.campaign.points").table
_FIELDS = {"1000 people": "people", "quest or adventure completed": "task"}
POINTS = Points.model_validate(
    {_FIELDS.get(row["for"], row["for"].replace(" ", "_")): row["points"] for row in TABLE}
)


class Race(Scene):
    """Factions with a player each who has played, for a campaign that is won as said."""

    def __init__(self, winning: dict[str, Any], turns: int | None = None) -> None:
        super().__init__(content={"winning": Winning.model_validate(winning)})
        self.module = self.module.model_copy(update={"victory": Victory(turns=turns)})
        self.rules = type(self.rules).of(self.module)
        self.world.remove(self.me)  # who is in it is said
        self.sides: dict[str, Player] = {}

    def side(self, name: str) -> Player:
        """The player of a faction, with a hero who holds whatever cities it has."""
        if name not in self.sides:
            player = self.change(self.player(name, name), last_run=1)
            self.character(self.at(0, 11), player)
            self.sides[name] = player
        return self.sides[name]

    def heroes(self, player: Player) -> list[Character]:
        """The characters of a player."""
        return list(self.world.by(Character, "player", player.id))

    def hold(self, cities: list[City], held: dict[str, int]) -> None:
        """Have the factions hold that many of the cities, and nobody the rest."""
        barons = [self.heroes(self.side(name))[0] for name, n in held.items() for _ in range(n)]
        for number, city in enumerate(cities):
            self.change(city, baron=barons[number].id if number < len(barons) else 0)


def victors(scene: Race, ran: Ran) -> list[str]:
    """For whom the campaign ended well, by the names of their players."""
    found: list[Ending] = [each.ending for each in ran.events(CampaignEnded)]
    won = [place.id for ending in found for place in ending.victors]
    return [name for name, player in scene.sides.items() if player.faction in won]


@rule("cohorts.campaign.points")
def points(given: Given) -> dict[str, object]:
    scene = Scene(content={"winning": Winning(points=POINTS)})
    hero = scene.character(scene.at(0, 11), titles=("a",) * given.get("titles", 0))
    for column, city in enumerate(given["cities"]):
        made = scene.city(column, 1, None, baron=hero.id)
        scene.change(made, population={"human": city.get("people", 0)})
        for row, level in enumerate(city.get("guild_levels", ())):
            scene.guild(made, ("mage", "warrior", "merchant")[row], level)
        if city.get("territory_capital"):
            scene.change(scene.territory(), capital=made.id)
        if city.get("kingdom_capital"):
            scene.change(scene.kingdom(), capital=made.id)
        for row in range(city.get("castles", 0)):
            scene.province(column, 2 + row, barony=made.barony)
            scene.tower(column, 2 + row, "castle")
    note(scene.world, scene.me.id, tasks=given.get("quests", 0))
    return {"points": standing(scene.rules, scene.world)[0].points}


@rule("cohorts.campaign.end")
def end(given: Given) -> dict[str, object]:
    if "held" in given:
        return {"victors": _by_share(given)}
    if "out" in given:
        return {"victors": _by_being_last(given)}
    scene = Race({"points": {"task": 1}}, given["turns"])
    scene.change(scene.world.get(Now, 1), turn=given["turn"])
    for row, (name, worth) in enumerate(given["points"].items()):
        player = scene.side(name)
        note(scene.world, player.id, tasks=worth)
        for column in range(given.get("cities", {}).get(name, 0)):
            city = scene.city(column, row, None, baron=scene.heroes(player)[0].id)
            if column == 0:
                scene.change(city, population={"human": given.get("people", {}).get(name, 0)})
    return {"victors": victors(scene, scene.produce())}


def _by_share(given: Given) -> list[str]:
    scene = Race({"share": dict(given["share"]), "allies_together": given.get("together", False)})
    cities = [scene.city(n % 12, n // 12, None) for n in range(given["cities_in_all"])]
    if given.get("allies"):
        for name in given["allies"]:
            scene.side(name)
        one, other = given["allies"]
        scene.relation(one, other, "allied")
    weeks = len(next(iter(given["held"].values())))
    won: list[str] = []
    for week in range(weeks):
        scene.hold(cities, {name: held[week] for name, held in given["held"].items()})
        won += victors(scene, scene.produce())
    return won


def _by_being_last(given: Given) -> list[str]:
    scene = Race({"last_standing": given["last_standing"]})
    for name in given["factions"]:
        scene.side(name)
    for name in given["out"]:
        for hero in scene.heroes(scene.side(name)):
            scene.change(hero, dead=True)
    return victors(scene, scene.produce())


@rule("cohorts.campaign.elimination")
def elimination(given: Given) -> dict[str, object]:
    scene = Scene(content={"winning": Winning(last_standing=True)})
    them = scene.someone("at_war")
    scene.change(scene.me, last_run=1)
    for number in range(given["living_characters"]):
        scene.character(scene.at(number, 1))
    for number in range(given["units"]):
        scene.unit(scene.at(number, 2))
    for number in range(given.get("lost_souls", 0)):
        scene.character(scene.at(number, 3), dead=True, nature="lost_soul")
    for number in range(given.get("agents", 0)):
        scene.agent(scene.stack(number, 4))
    jail = scene.city(0, 5, them)
    for _ in range(given.get("characters_held_by_others", 0)):
        scene.character(jail, captor=them.id)
    for number in range(given["cities"]):
        scene.city(number, 6, None, baron=scene.character(scene.at(9, 9), dead=True).id)
    out = scene.produce().events(PlayerOut)
    return {"out": scene.me.id in [each.player for each in out]}


@rule("cohorts.campaign.new-leader")
def new_leader(given: Given) -> dict[str, object]:
    scene = Scene()
    alive = [scene.character(scene.at(1, 1)) for _ in range(given["living_characters"])]
    fallen = alive[0] if alive else scene.character(scene.at(1, 1), dead=True)
    people = {given.get("most_numerous", "human"): 900, "dwarf": 300}
    for id in given["cities"]:
        city = scene.city(id, 2, None, baron=fallen.id)
        scene.world.remove(city)
        scene.world.put(city.replace(id=id, population=people))
    ran = scene.produce(monthly=True)
    came = next(iter(ran.events(LeaderCame)), None)
    if came is None:
        return {"newcomer": None}
    made = scene.world.get(Character, came.character)
    at_home = made.holder == Place(City.kind, came.city) and made.starting
    told = {"race": made.race, "level": made.level, "city": came.city}
    return {"newcomer": told if at_home and made.job == "warrior" else None}


@rule("cohorts.campaign.baron-death")
def baron_death(given: Given) -> dict[str, object]:
    scene = Scene()
    captor = scene.someone("at_war")
    dead = given["baron"] == "dead"
    baron = scene.character(scene.at(0, 11), dead=dead, captor=0 if dead else captor.id)
    city = scene.city(5, 5, None, baron=baron.id)
    ids: dict[int, Character] = {}
    for each in given["characters"]:
        hero = scene.character(scene.at(each["id"], 1), level=each["level"])
        ids[each["id"]] = hero
        for number in range(each["baronies"]):
            scene.city(each["id"], 7 + number, None, baron=hero.id)
    scene.produce()
    now = scene.now(city).baron
    if now == baron.id:
        return {"baron": None if dead else "captive"}
    return {"baron": next(id for id, hero in ids.items() if hero.id == now)}


@rule("cohorts.campaign.tidings")
def tidings(given: Given) -> dict[str, object]:
    set_so: dict[str, Any] = {given["of"]: given["from"]} if "from" in given else {}
    scene = Scene(content={"realms": REALMS, "tidings": Tidings(**set_so)})
    scene.someone("neutral")  # who is nowhere near
    if given["of"] == "battle":
        fight = _stormed if given.get("city") else _fought
        return {"told": by_all(scene, fight(scene, *given["soldiers"]), BattleHeard)}
    hero = scene.character(scene.stack(9, 5), level=given["level"], wounds=99)
    host = scene.stack(10, 5, scene.someone("at_war"))
    scene.unit(host, scene.someone("at_war"), soldiers=900)
    stack = ref(scene.world.at(hero.holder) or hero)
    ran = scene.run(MoveAlong(stack=stack, steps=("e",)))
    return {"told": by_all(scene, ran, HeroMourned)}


def _fought(scene: Scene, mine: int, theirs: int) -> Ran:
    foe = scene.someone("at_war")
    stack, host = scene.stack(9, 5), scene.stack(10, 5, foe)
    scene.unit(stack, soldiers=mine)
    scene.unit(host, foe, soldiers=theirs)
    return scene.run(MoveAlong(stack=ref(stack), steps=("e",)))


def _stormed(scene: Scene, mine: int, theirs: int) -> Ran:
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    city, stack = scene.city(6, 5, None, baron=lord.id), scene.stack(6, 5)
    scene.character(scene.at(2, 2))  # who can be its baron
    scene.unit(city, foe, soldiers=theirs)
    scene.unit(stack, soldiers=mine)
    return scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))


def by_all(scene: Scene, ran: Ran, cls: type[Any]) -> bool:
    """Whether every faction learned of such an event."""
    everyone = {each.id for each in scene.world.all(Faction)}
    return any(
        isinstance(entry.event, cls) and everyone <= entry.audience.keys() for entry in ran.entries
    )


@rule("cohorts.campaign.wars")
def wars(given: Given) -> dict[str, object]:
    scene = Scene()
    target, ally = scene.someone("neutral"), scene.someone("allied")
    us, them, friend = scene.ours.id, target.faction, ally.faction
    low, high = sorted((us, them))
    if "allies_until" in given:
        stands = next(each for each in scene.world.by(Relation, "one", low) if each.other == high)
        scene.change(stands, was="allied", since=given["allies_until"])
    if "lost_city" in given:
        prize = Prize(city=given["lost_city"], winner=them, loser=us, turn=9)
        nothing = {"won": Both(), "fallen": Both(), "heroes": Both()}
        scene.world.add(War, one=low, other=high, began=8, ended=10, prizes=(prize,), **nothing)
    if given.get("ally_at_war"):
        scene.relation(scene.world.get(Faction, friend), scene.world.get(Faction, them), "at_war")
    if "target_rank" in given:
        _reckon(scene, {them: given["target_rank"], us: 2, friend: 4 - given["target_rank"]})
    weeks = scene.content.diplomacy.war
    scene.change(scene.world.get(Now, 1), turn=given["turn"] - weeks + 1)
    scene.give(DeclareWar, faction=str(ref(scene.world.get(Faction, them))))
    *_, ran = [scene.produce() for _ in range(weeks)]
    (begun,) = [each for each in ran.events(RelationChanged) if each.relation == "at_war"]
    assert begun.cause
    assert begun.sought == (us,)
    return {"cause": begun.cause.why, "city": begun.cause.city}


def _reckon(scene: Scene, ranks: dict[int, int]) -> None:
    """Have the world been told so of how all stand; nothing tells it again."""
    standings = tuple(
        Standing(who=scene.world.get(Faction, id).place, rank=rank, points=10 - rank, made_of=())
        for id, rank in ranks.items()
    )
    scene.world.add(Reckoning, turn=1_000, standings=standings)
