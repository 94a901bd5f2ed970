"""Territories and kingdoms: what their capitals have access to, and what is won with one."""

from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import access
from tests.rules.adapters.cities import CONTENT
from tests.rules.adapters.military import REALMS, town
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene, ref

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
