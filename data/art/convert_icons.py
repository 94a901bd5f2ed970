"""Turns the icons we use from the Game-icons collection into `icons.json`, a table of outlines.

A development tool: the bot never runs it and does not need `svgelements`. Fetch the collection
with `npm pack @iconify-json/game-icons@1.2.4`, unpack it, and run
`python data/art/convert_icons.py package/icons.json`.
"""

import json
import sys
from pathlib import Path

from svgelements import Arc, Close, CubicBezier, Line, Move, QuadraticBezier
from svgelements import Path as SvgPath

# Authors are those of the upstream project's folders; ICONS.md must name every icon.
ICONS = {
    "Lorc": (
        "lion raven anchor sun bull-horns crown moon sea-dragon crossed-swords "
        "skull-crossed-bones run spears broadsword battle-axe high-shot horse-head barbute "
        "wheat metal-bar oak magic-gate anvil castle dragon-head wolf-head ghost minotaur "
        "hydra harpy wyvern imp werewolf scorpion crab hound sea-serpent angel-wings evil-tree "
        "compass tombstone crystal-ball fountain shark-jaws breastplate spyglass fire-bottle "
        "scalpel curly-wing feathered-wing gem-pendant winged-sword crossed-sabres feather "
        "shining-sword energy-sword pointy-sword snake trident frozen-orb wizard-staff "
        "pocket-bow maze squid magic-lamp hunting-horn laurels spectre haunting halberd cannon "
        "bowman vulture horned-helm horned-skull flaming-arrow tesla-coil mountains cartwheel "
        "gears cowled mouse mining thorn-helix boar-tusks falling-boulder tattered-banner "
        "checked-shield crested-helmet tied-scroll crystal-wand crowned-skull lightning-storm "
        "lightning-arc wind-slap crossed-chains gluttonous-smile teleport small-fire wingfoot"
    ),
    "Delapouite": (
        "oak-leaf polar-star eagle-head fire-spell-cast orc-head stone-pile double-fish "
        "gold-nuggets sheep castle-ruins person dwarf-face elf-ear hobbit-door stone-wall "
        "harbor-dock spell-book church coins giant ogre centaur djinn bandit gorilla "
        "whale-tail gargoyle camel-head drakkar elephant cavalry trebuchet horseshoe bow-arrow "
        "sextant book-pile abacus plow road plague-doctor-profile air-balloon powder-bag "
        "trumpet-flag power-ring knight-banner health-potion gloves griffin-symbol "
        "vampire-dracula egyptian-sphinx metal-golem-head mermaid cave-entrance gold-mine "
        "oasis oyster-pearl nest-eggs tusks-flag scroll-quill devil-mask pendulum-swing "
        "saber-toothed-cat-head shambling-zombie old-wagon stone-wheel black-knight-helm sling "
        "pirate-cannon winged-scepter enrage"
    ),
    "Carl Olsen": "flame crossbow spider-face",
    "HeavenlyDog": "catapult",
    "Kier Heyl": "dwarf-helmet elf-helmet",
    "Skoll": "skeleton troll mounted-knight open-chest fist",
    "Sbed": "death-skull poison-cloud",
    "Cathelineau": "witch-face chariot",
    "Sparker": "bear-face",
    "Caro Asercion": "goblin boar cloaked-figure-on-horseback",
}
UNIT = 2000  # outlines are kept in whole 2000ths of the icon's longest side


def outline(data: str) -> tuple[str, list[tuple[float, float]]]:
    """The commands (M, L, Q, C, Z, one letter per segment) and points of an SVG path."""
    commands: list[str] = []
    points: list[tuple[float, float]] = []

    def add(command: str, *corners: complex) -> None:
        commands.append(command)
        points.extend((corner.real, corner.imag) for corner in map(complex, corners))

    for segment in SvgPath(data):
        match segment:
            case Move():
                add("M", segment.end)
            case Close():
                add("Z")
            case Line():
                add("L", segment.end)
            case QuadraticBezier():
                add("Q", segment.control, segment.end)
            case CubicBezier():
                add("C", segment.control1, segment.control2, segment.end)
            case Arc():
                for curve in segment.as_cubic_curves():
                    add("C", curve.control1, curve.control2, curve.end)
            case _:
                raise ValueError(f"a segment of an unknown kind: {segment!r}")
    return "".join(commands), points


def centred(points: list[tuple[float, float]]) -> list[int]:
    """The points about their middle with y upwards, the longest side one unit long."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    longest = max(max(xs) - min(xs), max(ys) - min(ys))
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    table: list[int] = []
    for x, y in points:
        table += (round((x - middle_x) / longest * UNIT), round((middle_y - y) / longest * UNIT))
    return table


def main(source: str) -> None:
    """Write the table beside this file from the collection's `icons.json`."""
    icons = json.loads(Path(source).read_text(encoding="utf-8"))["icons"]
    lines: list[str] = []
    for name in sorted(" ".join(ICONS.values()).split()):
        (data,) = [part.split('"')[0] for part in icons[name]["body"].split(' d="')[1:]]
        commands, points = outline(data)
        entry = {"commands": commands, "points": centred(points)}
        lines.append(f'"{name}": {json.dumps(entry, separators=(",", ":"))}')
    table = ",\n".join([f'"unit": {UNIT}', *lines])
    target = Path(__file__).with_name("icons.json")
    target.write_text("{\n" + table + "\n}\n", encoding="utf-8")
    sys.stdout.write(f"{target.name}: {len(lines)} icons\n")


if __name__ == "__main__":
    main(sys.argv[1])
