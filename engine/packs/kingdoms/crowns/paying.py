"""Income and pay as a turn ends, and what becomes of those who are not paid.

Sources: kingdoms.economy.income, kingdoms.economy.army-pay, kingdoms.economy.hero-pay,
kingdoms.economy.unpaid.
"""

from __future__ import annotations

from typing import Final

BLESS: Final = "BL"
QUAKE: Final = "EA"
_DEPLETED: Final = 0  # kingdoms.army.quality
_WHOLE: Final = 100
