"""Setting up players: the rules of parties, on the check of a module, and joining, on the order."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args

from pydantic import ValidationError

from engine.campaign import Faction, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Party
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.content.setup import StartingCharacter, party_faults
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Sketch
from engine.packs.cohorts.setup.joining import Join
from tests.rules.adapters.content import key, named
from tests.rules.adapters.turns import CALENDAR, local
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, Ran, Scene, module

SECTIONS = {name: getattr(CONTENT, name) for name in Content.model_fields}
OURS, OTHERS = list(module().factions)[:2]

# ---------------------------------------------------------------- the rules of a party


def character(job: str = "warrior", **values: Any) -> StartingCharacter:
    """A starting character; what is not named meets the rules."""
    trained = named(CONTENT.classes, job)
    usual = {"name": "Somebody", "race": "human", "class": trained.key}
    skills = [each for each in trained.trained if each != CONTENT.setup.spell_skill]
    skills = skills[: CONTENT.setup.skills]
    return StartingCharacter.model_validate({**usual, "skills": skills, **values})


def faults(*characters: StartingCharacter, about: Sequence[str], spells: Sequence[str] = ()) -> int:
    """How many faults a party of these characters has in the fields named."""
    found = party_faults(party(*characters, spells=spells), SECTIONS)
    return len([path for path, *_ in found if any(field in path for field in about)])


def party(*characters: StartingCharacter, spells: Sequence[str] = ()) -> Party:
    return Party(
        key="case", name="Case", description="", spells=tuple(spells), characters=characters
    )


def verdict(wrong: int) -> dict[str, object]:
    return {"result": "refused" if wrong else "accepted"}


@rule("cohorts.setup.attribute-points")
def attribute_points(given: Given) -> Result:
    increases = given["increases"]
    raises = dict(zip(get_args(Attribute), increases, strict=False))
    setup = CONTENT.setup
    found: dict[str, object] = {"allowed": not faults(character(raises=raises), about=["raises"])}
    if max(increases) <= len(setup.attribute_prices):
        points = setup.price_of(increases)
        found |= {"points": points, "lost": setup.attribute_points - points}
    return found


@rule("cohorts.setup.skills")
def skills(given: Given) -> Result:
    chosen = [key(CONTENT.skills, skill) for skill in given["skills"]]
    deity = key(CONTENT.deities, given.get("deity"))
    one = character(given["class"], skills=chosen, deity=deity)
    return verdict(faults(one, about=["skills", "deity"]))


@rule("cohorts.setup.talents")
def talents(given: Given) -> Result:
    chosen = [key(CONTENT.talents, talent) for talent in given["talents"]]
    one = character(talents=chosen)
    slots = CONTENT.training.talents_at(CONTENT.experience.level_of(CONTENT.setup.xp))
    return {**verdict(faults(one, about=["talents"])), "open_slots": slots - len(one.talents)}


@rule("cohorts.talent.slots")
def talent_slots(given: Given) -> Result:
    return {"talents_allowed": CONTENT.training.talents_at(given["level"])}


@rule("cohorts.setup.equipment")
def equipment(given: Given) -> Result:
    tables = dict.fromkeys(("main_hand", "off_hand", "ranged"), CONTENT.weapons)
    worn: dict[str, Any] = {slot: key(table, given.get(slot)) for slot, table in tables.items()}
    worn["armor"] = key(CONTENT.armors, given.get("armor"))
    return verdict(faults(character(**worn), about=list(worn)))


@rule("cohorts.setup.names")
def names(given: Given) -> Result:
    others = [character(name=name) for name in given.get("existing", [])]
    try:
        one = character(name=given["name"])
    except ValidationError:
        return {"result": "refused"}
    return verdict(faults(*others, one, about=["name"]))


@rule("cohorts.setup.steps")
def steps(given: Given) -> Result:
    complete = int(given.get("characters_complete", CONTENT.setup.characters))
    whole = character(given.get("class", "warrior"), deity=key(CONTENT.deities, given.get("deity")))
    talents = [each.key for each in designing.start_up_talents(CONTENT)]
    outline = designing.blank(CONTENT)
    for number in range(complete):
        sketch = Sketch.model_validate(
            {
                **whole.model_dump(),
                "name": f"Somebody {number}",
                "skills": designing.trained_skills(_sketch(whole), CONTENT)[: CONTENT.setup.skills],
                "talents": talents[: designing.most_talents(CONTENT)],
            }
        )
        sketch = spent(sketch, given.get("unspent_attribute_points", 0))
        outline = outline.with_character(number, sketch, CONTENT)
    can_submit = not designing.faults(outline, CONTENT)
    return {"can_submit": can_submit, "warning": bool(designing.unspent(outline, CONTENT))}


def _sketch(whole: StartingCharacter) -> Sketch:
    return Sketch.model_validate(whole.model_dump())


def spent(sketch: Sketch, left: int) -> Sketch:
    """The character with that many attribute points left, the others spent from the dearest
    raise.
    """
    for attribute in get_args(Attribute):
        raises = sketch.raises
        for points in range(designing.most_raise(sketch, attribute, CONTENT), 0, -1):
            sketch = sketch.model_copy(update={"raises": {**raises, attribute: points}})
            if designing.points_left(sketch, CONTENT) >= left:
                break
        else:
            sketch = sketch.model_copy(update={"raises": raises})
    return sketch


@rule("cohorts.setup.spells")
def spells(given: Given) -> Result:
    level = CONTENT.setup.spell_level
    free = [spell.key for spell in CONTENT.spells.values() if spell.level == level]
    chosen = free[: given["chosen"]]
    assert len(chosen) == given["chosen"], f"the module has {len(free)} spells to choose from"
    characters = [described(text) for text in given["characters"]]
    if faults(*characters, about=["spells"], spells=chosen):
        return {"result": "refused"}
    scene = seats(parties={"case": party(*characters, spells=chosen)})
    assert not join(scene).refused
    known = [len(each.spells) for each in scene.world.all(Character) if each.starting]
    return {"result": "accepted", "spells_known": known}


def described(text: str) -> StartingCharacter:
    """A character such as `Bard with spell craft`."""
    job, how, _ = text.partition(" with")
    if not how:
        return character(job)
    plain = character(job)
    if text.endswith("without spell craft"):
        return plain
    if not text.endswith("with spell craft"):
        raise UnknownKeyError(f"a scene knows no {text!r}")
    skill = CONTENT.setup.spell_skill
    return character(job, skills=[skill, *plain.skills[: CONTENT.setup.skills - 1]])


# ---------------------------------------------------------------- joining


def seats(
    limit: int | None = None, seated: int = 0, parties: Mapping[str, Party] | None = None
) -> Scene:
    """A campaign of two factions of the module, one of them with a free starting city."""
    scene = Scene(content={"parties": parties or {}})
    ours = scene.module.factions[OURS].model_copy(update={"players": limit})
    factions = {**scene.module.factions, OURS: ours}
    scene.module = scene.module.model_copy(update={"factions": factions})
    scene.rules = Rules.of(scene.module)
    start(scene, 3, 3, OURS)
    for number in range(seated):
        scene.player(f"Player {number}", OURS)
    return scene


def start(scene: Scene, x: int, y: int, faction: str) -> int:
    """A free city in which players of a faction may start."""
    return scene.city(x, y, faction=scene.faction(faction).id).id


def join(scene: Scene, name: str = "Newcomer", city: int = 0) -> Ran:
    return scene.host(Join(faction=OURS, name=name, party=free_party(scene), city=city))


def free_party(scene: Scene) -> str:
    """A party that anyone may take: the case's own, else the first of the module."""
    parties = scene.content.parties
    return "case" if "case" in parties else next(p.key for p in parties.values() if not p.factions)


@rule("cohorts.setup.announce-and-join")
def announce_and_join(given: Given) -> Result:
    return {"result": join(seats(given["limit"], given["players"])).result("joined")}


@rule("cohorts.setup.starting-city")
def starting_city(given: Given) -> Result:
    scene = seats()
    side = OURS if given.get("city_of_faction", "own") == "own" else OTHERS
    city = start(scene, 7, 7, side)
    if given.get("city_taken"):
        assert not join(scene, "First", city).refused
    return {"result": join(scene, "Second", city).result("joined")}


@rule("cohorts.setup.starting-state")
def starting_state(given: Given) -> Result:
    assert given["new_character"]
    scene = seats()
    assert not join(scene).refused
    newcomer = next(player for player in scene.world.all(Player) if player.name == "Newcomer")
    one = next(scene.world.by(Character, "player", newcomer.id))
    assert scene.world.get(Faction, newcomer.faction).key == OURS
    return {
        "level": one.level,
        "xp": one.xp,
        "wounds_percent": one.wounds,
        "slot": one.slot,
        "actions": one.actions,
        "movement_used_percent": one.used * 100,
    }


# ---------------------------------------------------------------- days


@rule("cohorts.setup.deadline")
def deadline(given: Given) -> Result:
    return {"first_run": str(CALENDAR.next_run_day(date.fromisoformat(given["deadline"])))}


@rule("cohorts.setup.late-joining")
def late_joining(given: Given) -> Result:
    return {
        "first_possible_run": str(next(CALENDAR.open_run_days(local(given["setup_submitted"]))))
    }
