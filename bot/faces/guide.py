"""Where reading the rules of a system begins: what `/rules` opens with, and what it says to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A way into the rulebook for who does not know yet what to look for."""

    opening: str
    """The id of the rule that is shown to who asks for nothing."""
    words: tuple[str, str]
    """Two plain words of the game that find something, such as "village"."""
    example: str
    """The id of a rule, as somebody may type it."""

    @property
    def area(self) -> str:
        """The area of the opening rule, whose rules are offered before anything is typed."""
        return self.opening.rpartition(".")[0]

    @property
    def how(self) -> str:
        """How to ask, for who asked for nothing."""
        return f"Give `search` a word such as *{self.words[0]}*, or the id of a rule."

    @property
    def hint(self) -> str:
        """What to try, for who found nothing."""
        one, other = self.words
        return (
            f"Try one or two plain words such as *{one}* or *{other}*, or the id of a rule such as "
            f"`{self.example}`."
        )
