-- Modules that people handed in, each with its files as a zip. A version is never changed; it is taken
-- away from those that are offered, and brought back. Who did that and why stands in the audit log.
CREATE TABLE module_upload (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    title TEXT NOT NULL,
    said_version TEXT NOT NULL,
    description TEXT NOT NULL,
    digest TEXT NOT NULL REFERENCES module,
    -- What it extended when it came; NULL if it stands alone.
    base TEXT REFERENCES module,
    source BLOB NOT NULL,
    added INTEGER NOT NULL REFERENCES audit,
    removed INTEGER REFERENCES audit,
    UNIQUE (name, version)
) STRICT;
