"""Giving a guild's file other Discord ids, for a simulated Discord whose ids start anew.

It rewrites the columns that hold ids. Texts that were made with an id in them stay as they are.
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bot.store.connection import connect, writing
from bot.store.errors import typed_errors

# Each column is rewritten to the negative of the new id and then turned round, so that ids which
# change places do not meet on the way.
_COLUMNS = (
    (
        "UPDATE place SET snowflake = -? WHERE snowflake = ?",
        "UPDATE place SET snowflake = -snowflake WHERE snowflake < 0",
    ),
    (
        "UPDATE member SET user = -? WHERE user = ?",
        "UPDATE member SET user = -user WHERE user < 0",
    ),
    (  # draft_order follows by its foreign key
        "UPDATE draft SET user = -? WHERE user = ?",
        "UPDATE draft SET user = -user WHERE user < 0",
    ),
    (  # shared_order follows likewise
        "UPDATE shared_draft SET user = -? WHERE user = ?",
        "UPDATE shared_draft SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE paper SET user = -? WHERE user = ?",
        "UPDATE paper SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE turn_note SET user = -? WHERE user = ?",
        "UPDATE turn_note SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE submission SET user = -? WHERE user = ?",
        "UPDATE submission SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE vacation SET user = -? WHERE user = ?",
        "UPDATE vacation SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE extension SET user = -? WHERE user = ?",
        "UPDATE extension SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE reminder SET user = -? WHERE user = ?",
        "UPDATE reminder SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE reminded SET user = -? WHERE user = ?",
        "UPDATE reminded SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE note SET user = -? WHERE user = ?",
        "UPDATE note SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE note_report SET user = -? WHERE user = ?",
        "UPDATE note_report SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE treaty SET user = -? WHERE user = ?",
        "UPDATE treaty SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE treaty_party SET user = -? WHERE user = ?",
        "UPDATE treaty_party SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE look SET user = -? WHERE user = ?",
        "UPDATE look SET user = -user WHERE user < 0",
    ),
    (
        "UPDATE outbox SET channel = -? WHERE channel = ?",
        "UPDATE outbox SET channel = -channel WHERE channel < 0",
    ),
    (
        "UPDATE outbox SET message = -? WHERE message = ?",
        "UPDATE outbox SET message = -message WHERE message < 0",
    ),
    (
        "UPDATE audit SET who = -? WHERE who = ?",
        "UPDATE audit SET who = -who WHERE who < 0",
    ),
)


def rewrite_snowflakes(path: Path, new_by_old: Mapping[int, int]) -> None:
    """Put the new id for every old one, everywhere in the file, in one transaction.

    Ids that are not named stay. The file is to be of the present schema and not in use.
    """
    pairs = [(new, old) for old, new in new_by_old.items()]
    with typed_errors(path), closing(connect(path)) as db, writing(db):
        for rewrite, turn_round in _COLUMNS:
            db.executemany(rewrite, pairs)
            db.execute(turn_round)
