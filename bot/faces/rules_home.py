"""Where reading the rules of a system begins: what `/rules` opens with, and what it says to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A way into the rulebook for who does not know yet what to look for."""

    opening: str
    """The id of the rule, or the name of the chapter, that is shown to who asks for nothing."""
    words: tuple[str, str]
    """Two plain questions or words that find something, such as "attack a city"."""

    @property
    def how(self) -> str:
        """How to ask, for who asked for nothing."""
        return f"Ask in your own words, such as *{self.words[0]}*, or choose a chapter."

    @property
    def hint(self) -> str:
        """What to try, for who found nothing."""
        one, other = self.words
        return f"Try one or two plain words such as *{one}* or *{other}*, or choose a chapter."
