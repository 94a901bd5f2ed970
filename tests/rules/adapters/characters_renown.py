"""Renown: how it is earned, what it buys, and from whom to whom it goes."""

from typing import Any

from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.characters.recruiting import CharacterRecruited, RecruitCharacter
from engine.packs.cohorts.characters.renown import OfferAborted, TransferRenown, influence_cost
from engine.packs.cohorts.pieces.positions import add_renown, renown_of
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.worth.experience import earn
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref


class Court(Scene):
    """A starting character of mine with renown, in a stack at (5, 5)."""

    def __init__(self, renown: int = 0, level: int = 35) -> None:
        super().__init__()
        self.party: Stack = self.stack(5, 5)
        self.main: Character = self.character(self.party, level=level, starting=True)
        add_renown(self.world, self.me.id, renown)

    @property
    def renown(self) -> int:
        """What is left of it."""
        return renown_of(self.world, self.me.id)

    def ranks(self, owner: Character, cities: list[str]) -> None:
        """Give a character cities that are capitals of these."""
        for row, rank in enumerate(cities):
            city = self.city(1, row + 1, None, baron=owner.id)
            kingdom = self.kingdom()
            territory = self.territory(kingdom)
            barony = self.world.get(Barony, city.barony)
            self.change(barony, territory=territory.id)
            if rank in ("territory", "kingdom"):
                self.change(territory, capital=city.id)
            if rank == "kingdom":
                self.change(kingdom, capital=city.id)

    def influence(self, target: Any, offer: int = 100_000) -> Ran:
        """Have the starting character make an offer."""
        order = InfluenceCharacter(sponsor=ref(self.main), target=ref(target), offer=offer)
        return self.run(order)


def ended(scene: Court, ran: Ran, before: int) -> dict[str, object]:
    """How an offer ended."""
    aborted = bool(ran.events(OfferAborted))
    return {
        "result": "aborted" if aborted else ran.result("success"),
        **({"reason": ran.code} if ran.refused else {}),
        "spent": before - scene.renown,
        "renown": scene.renown,
        "allowed": not ran.refused and not aborted,
    }


# ---------------------------------------------------------------- earning and handing on


@rule("cohorts.renown.gain")
def gain(given: Given) -> Result:
    scene = Scene()
    state = State(scene.rules, scene.world, ForeseeDice())
    stack = scene.stack(5, 5)
    for number, xp in enumerate(given["xp_shares"]):
        earn(state, scene.unit(stack) if number % 2 else scene.character(stack), xp)
    return {"renown": renown_of(scene.world, scene.me.id)}


@rule("cohorts.order.transfer-renown")
def transfer(given: Given) -> Result:
    scene = Scene()
    add_renown(scene.world, scene.me.id, given["renown"])
    target = scene.someone(given["target"])
    ran = scene.give(TransferRenown, target=str(ref(target)), amount=given["amount"])
    return {
        "result": ran.result(),
        "renown_left": renown_of(scene.world, scene.me.id),
        "received": renown_of(scene.world, target.id) if target != scene.me else 0,
    }


@rule("cohorts.renown.spend")
def spend(given: Given) -> Result:
    scene = Court(renown=1000)
    if "transfer_to" in given:
        mate = scene.someone(given["transfer_to"].removesuffix(" faction"))
        order = TransferRenown(target=ref(mate), amount=10)
        return {"allowed": not scene.run(order).refused}
    target = scene.character(scene.at(5, 5), scene.someone("neutral"))
    sponsor: Any = scene.main
    if given["sponsor"] == "influenced character":
        sponsor = scene.character(scene.party)
    elif given["sponsor"] == "agent":
        sponsor = scene.agent(scene.party, summoner=scene.main.place)
    order = InfluenceCharacter(sponsor=ref(sponsor), target=ref(target), offer=500)
    return ended(scene, scene.run(order), 1000)


# ---------------------------------------------------------------- prices


@rule("cohorts.renown.influence-cost")
def cost(given: Given) -> Result:
    own, enemy = given.flag("own_faction"), given.flag("enemy_faction")
    other = given.flag("other_player")
    if own and enemy:
        raise UnknownKeyError(f"{given.where}: nobody is of the own faction and of an enemy one")
    if own or (enemy and not other):
        # Of the own faction only those of players who have left can be had.
        stands = "own" if own else "enemy"
        found = influence_cost(
            CONTENT, given["level"], given.get("cities", ()), stands, other_player=other
        )
        return {"cost": found}
    scene = Court(renown=1_000_000, level=200)
    owner = scene.someone("at_war" if enemy else "neutral") if other else None
    target = scene.character(scene.at(5, 5), owner, level=given["level"])
    if owner is None:
        scene.change(target, player=0)
    scene.ranks(target, given.get("cities", []))
    before = scene.renown
    assert not scene.influence(target, 1_000_000).refused
    return {"cost": before - scene.renown}


@rule("cohorts.renown.military-units")
def units(given: Given) -> Result:
    scene = Court(renown=1_000_000)
    owner = scene.someone("teammate") if given.get("own_faction") else None
    if owner:  # one who has left the campaign, whose units a teammate may win over
        scene.change(owner, active=False)
    target = scene.unit(scene.at(5, 5), owner, level=given["mu_level"], soldiers=given["soldiers"])
    if owner is None:
        target = scene.change(target, player=0)
    before = scene.renown
    assert not scene.influence(target, 1_000_000).refused
    return {"el": encounter_level(target), "cost": before - scene.renown}


@rule("cohorts.action.renown-level-cap")
def cap(given: Given) -> Result:
    scene = Court(renown=1_000_000, level=given["mains"][0])
    for level in given["mains"][1:]:
        scene.character(scene.party, level=level, starting=True)
    for level in given.get("dead", ()):
        fallen = next(
            each
            for each in scene.world.all(Character)
            if each.level == level and each.starting and not each.dead
        )
        scene.change(fallen, dead=True)
    target = scene.change(scene.character(scene.at(5, 5), level=given["level"]), player=0)
    return {"allowed": not scene.influence(target, 1_000_000).refused}


# ---------------------------------------------------------------- influence and recruit


def of_cost(cost: int) -> int:
    """The level of a character of nobody's that costs so much."""
    levels = range(1, 60)
    return next(level for level in levels if influence_cost(CONTENT, level) >= cost)


@rule("cohorts.order.influence-character")
def influence(given: Given) -> Result:
    scene = Court(renown=given.get("renown", 1000))
    owner: Player | None = None
    if "target_controlled_by" in given:
        owner = scene.someone(given["target_controlled_by"])
    values: dict[str, Any] = {"level": 1}
    if given.get("target") == "main character":
        owner = scene.someone("neutral")
        values["starting"] = True
    if given.get("target_race") == "monster":
        values["race"] = "wyrm"
    target = scene.character(scene.at(5, 5), owner, **values)
    if owner is None:
        scene.change(target, player=0)
    if "cost" in given:
        price(scene, target, given["cost"])
    return ended(scene, scene.influence(target, given.get("offer", 500)), given.get("renown", 1000))


def price(scene: Court, target: Character, cost: int) -> None:
    """Let a character cost so much, by its level or by the cities that it owns."""
    level = of_cost(cost)
    if influence_cost(CONTENT, level) == cost:
        scene.change(target, level=level)
        return
    for level in range(1, 60):
        for ranks in (["barony"], ["territory"], ["kingdom"], ["barony", "kingdom"]):
            if influence_cost(CONTENT, level, ranks) == cost:  # type: ignore[arg-type]
                scene.change(target, level=level)
                scene.ranks(target, ranks)
                return
    raise AssertionError(f"nobody costs {cost}")


@rule("cohorts.order.recruit-character")
def recruit(given: Given) -> Result:
    renown = given.get("renown", 1_000_000)
    scene = Court(renown=renown, level=given.get("highest_main", 35))
    owner = scene.someone("self" if given["guild"] == "own" else given["guild"])
    type = given.get("guild_type", "warrior")
    people = {"human": given.get("population", 1000)} if given.get("population", 1) else {}
    city: City = scene.city(5, 5, owner, population=people)
    scene.guild(city, type, 5)
    ran = scene.run(
        RecruitCharacter(sponsor=ref(scene.main), city=ref(city), guild=type, offer=given["offer"])
    )
    made = next(iter(ran.events(CharacterRecruited)), None)
    return {
        **ended(scene, ran, renown),
        "level": made.level if made else None,
        "cost": made.cost if made else None,
        "class": made.job if made else None,
    }
