"""New military units, on the order that trains them."""

from collections.abc import Mapping

from pydantic import ValidationError

from engine.packs.cohorts.cities.people import recruits_item
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, most_soldiers
from engine.packs.cohorts.records import City, Unit
from tests.rules.harness import Given, Name, rule
from tests.rules.scene import Ran, Scene, ref


def barracks(level: int, recruits: Mapping[str, int]) -> tuple[Scene, City]:
    """My city with barracks and recruits."""
    scene = Scene()
    city = scene.city(5, 5, scene.me, actions=1, improvements={"barracks": level} if level else {})
    scene.items(city, **{recruits_item(race): number for race, number in recruits.items()})
    return scene, city


def train(scene: Scene, city: City, quantity: int, race: str = "human") -> tuple[Ran, Unit | None]:
    order = TrainMilitaryUnits(city=ref(city), race=race, quantity=quantity, name="Guards")
    ran = scene.run(order)
    return ran, next(scene.world.all(Unit), None)


@rule("cohorts.city.barracks", "barracks_level")
def most_of_an_order(given: Given) -> Mapping[str, object]:
    return {"max_soldiers_per_order": most_soldiers(Scene().content, given["barracks_level"])}


@rule("cohorts.city.train-military-units", "recruits", "barracks_level", "quantity")
def training(given: Given) -> Mapping[str, object]:
    scene, city = barracks(given["barracks_level"], given["recruits"])
    [race] = given["recruits"]
    _, unit = train(scene, city, given["quantity"], race)
    return {
        "recruits": {Name(race): scene.held(city).get(recruits_item(race), 0)},
        "unit_soldiers": unit.soldiers if unit else 0,
        "unit_in": "garrison" if unit and unit.holder == city.place else "nowhere",
    }


@rule("cohorts.unit.creation", "city_has_barracks", "class", "recruits_used")
def creation(given: Given) -> Mapping[str, object]:
    assert given["class"] == "soldier", "artillery and ships are not trained yet"
    level = 4 if given.get("city_has_barracks", True) else 0
    scene, city = barracks(level, {"human": given.get("recruits_used", 100)})
    ran, unit = train(scene, city, given.get("recruits_used", 100))
    made = {"soldiers": unit.soldiers, "level": unit.level, "xp": unit.xp} if unit else {}
    return {
        "result": ran.result("made"),
        **made,
        "wounds_percent": unit.wounds if unit else None,
    }


@rule("cohorts.unit.overview", "soldiers")
def size(given: Given) -> Mapping[str, object]:
    """Whether a unit of that size can be made where barracks and recruits suffice for any."""
    scene, city = barracks(4, {"human": 1000})
    try:
        _, unit = train(scene, city, given["soldiers"])
    except ValidationError:
        return {"valid": False}
    return {"valid": unit is not None and unit.soldiers == given["soldiers"]}
