"""Votes, majorities and counters, and the land of territories and kingdoms."""

from collections.abc import Callable, Sequence

from engine.campaign import Player
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    RescindVotes,
    SueForPeace,
)
from engine.packs.cohorts.diplomacy.votes import Matter, counter, decided, vote_of, votes
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import access
from tests.rules.adapters.military import REALMS, town
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Scene, ref
from tests.rules.words import key

Vote = type[DeclareWar | SueForPeace | DeclareAlliance | BreakAlliance]
BEGINS: dict[Vote, Relationship] = {
    DeclareWar: "neutral",
    SueForPeace: "at_war",
    DeclareAlliance: "neutral",
    BreakAlliance: "allied",
}
ORDERS: dict[str, Vote] = {key(cls.path[1]): cls for cls in BEGINS}


def order_called(name: str) -> Vote:
    """The order that a case calls so, in whatever spelling."""
    return ORDERS[key(name)]


class Council:
    """Two factions with that many players each, who all run their turns every week."""

    def __init__(
        self, stands: Relationship, one: int, other: int, *, by_voters: bool = False
    ) -> None:
        self.scene = Scene(content={"diplomacy": {"war_by_voters": by_voters}})
        self.sides = {"A": self.scene.ours, "B": self.scene.faction("b")}
        self.scene.relation(self.scene.ours, self.sides["B"], stands)
        self.players = {
            "A": [self.scene.me, *(self.scene.player(f"A{n}", "ours") for n in range(1, one))],
            "B": [self.scene.player(f"B{n}", "b") for n in range(other)],
        }

    @property
    def relation(self) -> Relationship:
        return relation(self.scene.world, self.sides["A"].id, self.sides["B"].id)

    def target(self, side: str) -> int:
        return self.sides["B" if side == "A" else "A"].id

    def voters(self, side: str, *, voted: bool) -> list[Player]:
        world, target = self.scene.world, self.target(side)
        return [
            player
            for player in self.players[side]
            if (vote_of(world, player.id, target) is not None) == voted
        ]

    def happen(self, what: str, vote: Vote) -> None:
        if what == "production":
            self.week()
            return
        side, verb = what.split()
        player = self.voters(side, voted=verb == "rescinds")[0]
        faction = ref(self.sides["B" if side == "A" else "A"])
        order = RescindVotes(faction=faction) if verb == "rescinds" else vote(faction=faction)
        assert not self.scene.run(order, player=player).refused

    def week(self, absent: Sequence[Player] = ()) -> None:
        """A week in which everybody runs a turn but the absent, and its production."""
        for player in (*self.players["A"], *self.players["B"]):
            if player not in absent:
                self.scene.run(player=player)
        self.scene.produce()

    def counted(self, side: str, matter: Matter) -> int:
        held = counter(self.scene.world, self.sides[side].id, self.target(side), matter)
        return held.productions if held else 0


def courses(vote: Vote | None) -> Callable[[Given], Result]:
    """Plays a timeline of votes and productions."""

    def run(given: Given) -> Result:
        if "A_suing" in given:
            return bound_to_peace(given)
        if "votes_held" in given:
            council = Council("neutral", 1, 1)
            for _ in range(given["votes_held"]):
                council.happen("A votes", DeclareWar)
            order = RescindVotes(faction=ref(council.sides["B"]))
            return {"result": council.scene.run(order).result()}
        cls = vote or order_called(given["order"])
        council = Council(BEGINS[cls], given["members_A"], given["members_B"])
        after: list[str] = []
        for what in given["timeline"]:
            council.happen(what, cls)
            if what == "production":
                after.append(council.relation)
        return {
            "relation": council.relation,
            "after_productions": after,
            "counter_A": council.counted("A", cls.matter),
        }

    return run


counting = rule("cohorts.diplomacy.counters")(courses(None))
war = rule("cohorts.order.declare-war")(courses(DeclareWar))
peace = rule("cohorts.order.sue-for-peace")(courses(SueForPeace))
alliance = rule("cohorts.order.declare-alliance")(courses(DeclareAlliance))
breaking = rule("cohorts.order.break-alliance")(courses(BreakAlliance))
rescinding = rule("cohorts.order.rescind-votes")(courses(None))


def bound_to_peace(given: Given) -> Result:
    """A side's mage casts a hostile spell on one of the other side in the same province."""
    council = Council("at_war", 1, 1)
    scene, foe = council.scene, council.players["B"][0]
    places = {"barony of A": (2, 2), "barony of B": (6, 6), "no barony": (9, 9)}
    scene.city(2, 2, scene.me)
    scene.city(6, 6, foe)
    if given["A_suing"]:
        council.happen("A votes", SueForPeace)
    spot = places[given["target_in"]]
    owners = (scene.me, foe) if given["attacker"] == "A" else (foe, scene.me)
    skills = {"spell_craft": 20, "magic_user": 20}
    mage = scene.character(
        scene.stack(*spot, owners[0]), owners[0], job="mage", level=20, skills=skills
    )
    scene.change(mage, spells=("mind_flay",))
    target = scene.character(scene.stack(*spot, owners[1]), owners[1])
    order = CharacterCastSpell(character=ref(mage), spell="mind_flay", target=ref(target), mana=0)
    ran = scene.run(order, player=owners[0])
    assert ran.code in ("", "relation"), ran.failures
    return {"allowed": not ran.refused}


@rule("cohorts.diplomacy.relations")
def relations(given: Given) -> Result:
    council = Council(given["relation"], 1, 1)
    order = order_called(given["order"])(faction=ref(council.sides["B"]))
    return {"result": council.scene.run(order).result()}


@rule("cohorts.diplomacy.votes")
def casting(given: Given) -> Result:
    council = Council("neutral", 3, 3)
    for name in given["player_votes"]:
        order = order_called(name)(faction=ref(council.sides["B"]))
        assert not council.scene.run(order).refused
    world, one, other = council.scene.world, council.sides["A"].id, council.sides["B"].id
    return {
        "votes_for_war": votes(world, one, other, "war"),
        "votes_for_alliance": votes(world, one, other, "alliance"),
    }


@rule("cohorts.diplomacy.majority")
def majorities(given: Given) -> Result:
    """That many members of whom the last have been idle for weeks; the first ones vote."""
    by_voters = given.get("war_by_voters", False)

    def voted(number: int) -> bool:
        council = Council("neutral", given["members"], 1, by_voters=by_voters)
        quiet = given.get("idle", 0)
        absent = council.players["A"][given["members"] - quiet :]
        for _ in range(3 if quiet else 0):
            council.week(absent)
        for _ in range(given.get("votes_against", 0)):
            council.happen("A votes", DeclareAlliance)
        for _ in range(number):
            council.happen("A votes", DeclareWar)
        world, one, other = council.scene.world, council.sides["A"].id, council.sides["B"].id
        return decided(world, one, other, "war", by_voters=by_voters)

    free = given["members"] - given.get("votes_against", 0)
    enough = [number for number in range(1, free + 1) if voted(number)]
    return {
        "majority": enough[0] if enough else 0,
        "decided": voted(given["votes"]) if "votes" in given else None,
    }


SPOTS = [(x, y) for y in range(0, 10, 2) for x in range(1, 11, 3)]
"""Where cities stand; beside each is room for a stack."""


@rule("cohorts.world.territories")
@rule("cohorts.world.kingdoms")
def lands(given: Given) -> Result:
    if "event" in given:
        return conquered(given)
    parts = given["kingdom"] if "kingdom" in given else {"territory": given["territory"]}
    named = {r for baronies in parts.values() for held in baronies.values() for r in held}
    strange = {
        name: CONTENT.resources["oak"].model_copy(update={"key": name})
        for name in sorted(named - set(CONTENT.resources))
    }
    scene = Scene(content={"resources": strange})
    foe = scene.someone("at_war")
    kingdom = scene.kingdom()
    cities: dict[str, City] = {}
    capitals = [*given.get("territory_capitals", ())]
    capitals += [given["capital"]] if "capital" in given else []
    for baronies in parts.values():
        territory = scene.territory(kingdom)
        for name, resources in baronies.items():
            spot = SPOTS[len(cities)]
            barony = scene.change(scene.barony(spot), territory=territory.id)
            owner = foe if name in given.get("enemy_controlled", ()) else scene.me
            cities[name] = scene.city(*spot, owner, barony=barony.id)
            scene.province(*spot, deposits=tuple(resources))
            if name in capitals:
                scene.change(territory, capital=cities[name].id)
    if "kingdom_capital" in given:
        scene.change(kingdom, capital=cities[given["kingdom_capital"]].id)
    return {
        f"{name}_access": [Name(r) for r in access(scene.world, scene.content, city)]
        for name, city in cities.items()
    }


def conquered(given: Given) -> Result:
    """A stack of mine takes the capital from a foe to whom all the baronies belong."""
    scene = Scene(content={"realms": REALMS})
    foe = scene.someone("at_war")
    kingdom = scene.kingdom()
    territory = scene.territory(kingdom)
    match given["event"]:
        case "territory_capital_conquered":
            number, ruled = given["other_baronies_in_territory"] + 1, territory
        case "kingdom_capital_conquered":
            number, ruled = given["baronies_in_kingdom"], kingdom
        case other:
            raise AssertionError(f"nobody knows what happens when {other}")
    cities: list[City] = []
    for spot in SPOTS[:number]:
        barony = scene.change(scene.barony(spot), territory=territory.id)
        cities.append(town(scene, spot, foe))
        assert cities[-1].barony == barony.id
    assert len(cities) == number, "there is room for all of the case's baronies"
    scene.change(ruled, capital=cities[0].id)
    x, y = SPOTS[0]
    stack = scene.stack(x - 1, y)
    scene.unit(stack)
    scene.character(stack)
    before = _mine(scene, cities)
    ran = scene.run(ConquerCity(stack=ref(stack), city=ref(cities[0])))
    assert not ran.refused
    return {"baronies_gained": _mine(scene, cities) - before}


def _mine(scene: Scene, cities: list[City]) -> int:
    """How many of these cities' baronies my faction holds."""
    held = [faction_of(scene.world, scene.now(city)) for city in cities]
    return held.count(scene.ours.id)
