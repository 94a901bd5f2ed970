"""The campaign of a module of one's own: handed in as on a server, and played as it comes."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot import faces
from bot.faces.stories import Company, Story
from bot.modules.zipped import pack
from bot.practice.guild import PLAYERS
from bot.settings_form.making import LONGEST_NAME
from engine.module import load
from engine.packs import Rules

_READ: Final = (".toml", ".map")
"""What a module is read from; what else lies beside it stays at home."""


def story_of(folder: Path, roots: Sequence[Path]) -> Story:
    """The campaign of the module in a folder, one player for each of its sides.

    What is in one of the `roots`, where the bot finds it, is not handed in.

    Raises:
        ModuleError: it has faults.
    """
    module = load(folder.name, [folder.parent, *roots])
    found = {root.resolve() for root in roots}
    built_on = (folder.parent / each for each in reversed(module.lineage))
    own = [] if folder.resolve().parent in found else [*built_on, folder]
    return Story(
        name=" ".join(module.meta.title.split())[:LONGEST_NAME],
        module=folder.name,
        size={},
        seats=dict(_seats(Rules.of(module))),
        script=_two_weeks,
        scripted=(),
        turns="two",
        pictured=False,
        uploads={each.name: _zipped(each) for each in own if each.is_dir()},
    )


def _seats(rules: Rules) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Who plays for which side, each with another ready-made start, as far as there are any."""
    seat, taken = faces.of(rules).seat, set[str]()
    for name, faction in zip(PLAYERS, rules.module.factions, strict=False):
        if seat is None or seat.formless:
            yield name, {"faction": faction}
            continue
        offered = seat.ready.offered(rules, faction) if seat.ready else ()
        start = next((each.value for each in offered if each.value not in taken), None)
        if start is not None:
            taken.add(start)
            yield name, {"faction": faction, "start": start}


def _zipped(folder: Path) -> bytes:
    files = (each for each in folder.iterdir() if each.suffix.lower() in _READ)
    return pack({each.name: each.read_bytes() for each in files}, folder.name)


async def _two_weeks(company: Company) -> None:
    """Nobody is told what to do: the computer plays whom nobody plays."""
    first = await company.seated(PLAYERS[0])
    await first.pass_the_week()
    await first.pass_the_week()
