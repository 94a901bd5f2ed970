"""The content that campaigns are made of: modules, the rulebook, art.

Files only. What reads them lives in `engine` and `bot`; this package says where they are.
"""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
