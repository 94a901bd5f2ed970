"""What all newcomers read, in any system: where they read and act from now on."""

from dataclasses import replace

from bot.faces.arms.coat import Arms
from bot.faces.embeds import Card, Field


def welcomed(card: Card, channel: str, admitted: bool, arms: Arms, *, mapped: bool) -> Card:
    """The face's welcome with where the reports are, and what comes next.

    `admitted` is whether the person can already read the faction's channel, `mapped` whether the
    world has a map.
    """
    door = "" if admitted else " A moderator has still to let you in."
    seen = " `/map` shows what you know." if mapped else ""
    following = Field(
        "What comes next",
        "Press **Your turn** below, or give `/turn` at any time: it shows your first steps, and "
        "what there is to decide. Submit your orders before the cut-off. Your reports and your "
        f"allies are in {channel}.{door}{seen} `/help` shows what you can do and how; `/rules` is "
        "the rulebook.",
    )
    own = Field("Your arms", f"{arms.words}. `/arms` changes them.", beside=True)
    return replace(card, fields=(*card.fields, following, own))
