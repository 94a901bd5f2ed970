"""One line of a report for every event that the rules emit, by subject.

Importing this package imports every file of it, and each registers its lines with
`bot.reports.telling`.
"""

from importlib import import_module
from pkgutil import iter_modules

for part in iter_modules(__path__):
    import_module(f"{__name__}.{part.name}")
