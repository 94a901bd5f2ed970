"""Warmaster: the spells of the army lists and the magic items."""

from engine.packs.cohorts.content import Content
from engine.packs.warmaster.content.items import ROLES, MagicItem
from engine.packs.warmaster.content.spells import WarSpell
from tests.rules.adapters.warmaster.scene import LISTS, LORE
from tests.rules.tables import TABLES, Compared, Rows, table
from tests.rules.tables.warmaster import armour


def target(spell: WarSpell) -> str:
    """At whom a spell is aimed, in the rulebook's words."""
    if spell.aim in ("path", "self"):
        return {"path": "path", "self": "the Wizard"}[spell.aim]
    if spell.aim == "all own":
        return "all own engaged units in range"
    whose = "enemy unit" if spell.aim == "enemy" else "own unit"
    if spell.engaged:
        whose = f"engaged {whose}" if spell.aim == "enemy" else f"own engaged {whose[4:]}"
    said = [whose]
    if spell.engaged is False and "rush" not in [each.does for each in spell.effects]:
        said.append("not engaged")
    if spell.engaged is None and spell.aim == "enemy":
        said.append("engaged or not")
    if spell.sight:
        said.append("in sight")
    return ", ".join(said)


def cast(key: str) -> Compared:
    """What the rulebook and the module say of a spell."""
    spell = LORE.spells[key]
    (home,) = (each.key for each in LISTS.values() if key in each.spells)
    return TABLES[f"warmaster.spell.{key}"], {
        "list": home,
        "score": spell.score,
        "range": spell.range,
        "target": target(spell),
    }


for name in LORE.spells:
    table(f"warmaster.spell.{name}")(lambda rows, content, name=name: cast(name))


def carriers(item: MagicItem) -> str:
    """Who may carry an item, in the rulebook's words."""
    everyone = set(item.roles) == set(ROLES)
    return ", ".join([*item.units, *(["any character"] if everyone else item.roles)])


def carried(key: str) -> Compared:
    """What the rulebook and the module say of an item."""
    item = LORE.items[key]
    if item.ranks:
        rows = TABLES[f"warmaster.item.{key}"]
        sizes = "hits" in rows[0]
        return rows, [
            {
                "rank": rank.name,
                "cost": rank.cost,
                **(
                    {"hits": sorted(rank.hits, reverse=True)}
                    if sizes
                    else {"armour": [armour(each) for each in rank.armour]}
                ),
            }
            for rank in item.ranks
        ]
    made = {"cost": item.cost, "carriers": carriers(item), "kind": item.kind}
    return TABLES[f"warmaster.item.{key}"], made


for name in LORE.items:
    table(f"warmaster.item.{name}")(lambda rows, content, name=name: carried(name))


@table("warmaster.item.kinds")
def kinds(rows: Rows, content: Content) -> Compared:
    return {row["kind"]: row["items"] for row in rows}, {
        kind: [key for key, each in LORE.items.items() if each.kind == kind]
        for kind in ("standard", "weapon", "device")
    }
