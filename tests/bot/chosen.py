"""Choosing from a menu in tests by what its options were made with, as code and people name them.

Menus stamp their values each time they are shown (`bot.answers.SelectMenu`); a client sends what it
was shown, and so does a test that names an option without the stamp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcord import actors

from bot.answers import unstamped


def meant(option: Mapping[str, Any]) -> str:
    """What an option of a menu, as it was sent, was made with."""
    return unstamped(str(option["value"]))


def by_meaning() -> None:
    """From now on, let tests choose by values without stamps."""
    inside: Any = actors
    choose = inside._component_select

    async def select(
        actor: Any, message: Any, values: Sequence[Any], *, custom_id: str | None
    ) -> Any:
        components = inside._visible_message(actor, message).components
        options = _options(components, custom_id)
        shown = {meant(option): option["value"] for option in options}
        chosen = [
            shown.get(each, shown.get(unstamped(each), each)) if isinstance(each, str) else each
            for each in values
        ]
        return await choose(actor, message, chosen, custom_id=custom_id)

    inside._component_select = select


def _options(
    components: Sequence[Mapping[str, Any]], menu: str | None
) -> Iterator[Mapping[str, Any]]:
    """The options of that menu, or of all."""
    for each in components:
        if menu in (None, each.get("custom_id")):
            yield from each.get("options") or ()
        yield from _options(each.get("components") or (), menu)
