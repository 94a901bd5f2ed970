-- All campaigns of one guild. Times are integer microseconds UTC, dates ISO text, JSON is text
-- where the bot writes it and bytes where the engine does (world rows and events).
-- A file is known by this number (HXMU) and its schema by user_version, set by the migration run.
PRAGMA application_id = 0x48584D55;

-- The latest time given to a submission or a tick, so that the next is never earlier.
CREATE TABLE last_commit (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Resolved modules as they were when a campaign took them. Kept after a change: old ticks name them.
CREATE TABLE module (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE campaign (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL COLLATE NOCASE,
    module_digest TEXT NOT NULL REFERENCES module,
    engine_version TEXT NOT NULL,
    seed_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('forming', 'open', 'running', 'paused', 'ended')),
    tick INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT 0,
    cursor INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX campaign_name ON campaign (name) WHERE state <> 'ended';

-- Apart, so that the event loop's connections can be denied it.
CREATE TABLE campaign_seed (
    campaign INTEGER PRIMARY KEY REFERENCES campaign,
    seed BLOB NOT NULL
) STRICT;

CREATE TABLE place (
    campaign INTEGER NOT NULL REFERENCES campaign,
    role TEXT NOT NULL,
    snowflake INTEGER NOT NULL,
    parked TEXT,
    PRIMARY KEY (campaign, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX place_snowflake ON place (snowflake);

CREATE TABLE member (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    player INTEGER,
    joined_at INTEGER NOT NULL,
    left_at INTEGER
) STRICT;
CREATE UNIQUE INDEX member_now ON member (campaign, user) WHERE left_at IS NULL;
CREATE INDEX member_user ON member (user);

CREATE TABLE draft (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    version INTEGER NOT NULL,
    next_key INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE draft_order (
    campaign INTEGER NOT NULL,
    user INTEGER NOT NULL,
    key INTEGER NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (campaign, user, key),
    FOREIGN KEY (campaign, user) REFERENCES draft ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE submission (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    version INTEGER NOT NULL,
    sequence TEXT NOT NULL CHECK (json_valid(sequence)),
    run_date TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    committed_at INTEGER NOT NULL,
    replaced_by INTEGER REFERENCES submission DEFERRABLE INITIALLY DEFERRED,
    withdrawn_at INTEGER,
    consumed_tick INTEGER,
    CHECK ((replaced_by IS NOT NULL) + (withdrawn_at IS NOT NULL) + (consumed_tick IS NOT NULL) <= 1)
) STRICT;
CREATE UNIQUE INDEX submission_pending ON submission (campaign, user)
    WHERE replaced_by IS NULL AND withdrawn_at IS NULL AND consumed_tick IS NULL;
CREATE INDEX submission_user ON submission (campaign, user);
CREATE VIEW submission_waiting AS SELECT * FROM submission
    WHERE replaced_by IS NULL AND withdrawn_at IS NULL AND consumed_tick IS NULL;

CREATE TABLE lease (
    campaign INTEGER PRIMARY KEY REFERENCES campaign,
    token TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tick (
    campaign INTEGER NOT NULL REFERENCES campaign,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    local_date TEXT NOT NULL,
    turn INTEGER NOT NULL,
    engine_version TEXT NOT NULL,
    module_digest TEXT NOT NULL REFERENCES module,
    orders TEXT NOT NULL CHECK (json_valid(orders)),
    hash_before TEXT NOT NULL,
    hash_after TEXT NOT NULL,
    summary TEXT NOT NULL CHECK (json_valid(summary)),
    committed_at INTEGER NOT NULL,
    PRIMARY KEY (campaign, number)
) STRICT;

-- The world as it stands: each record with the tick that last wrote it. NULL is a removed record.
CREATE TABLE entity (
    campaign INTEGER NOT NULL REFERENCES campaign,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    body BLOB,
    PRIMARY KEY (campaign, kind, id)
) STRICT, WITHOUT ROWID;

-- What stood before: in force from `tick` until just before `until`. Kept in the order of `until`,
-- so a tick appends its old rows side by side and a recent past is read without the distant one.
CREATE TABLE entity_past (
    campaign INTEGER NOT NULL,
    until INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    body BLOB,
    PRIMARY KEY (campaign, until, kind, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entity_keeps_its_past AFTER UPDATE ON entity BEGIN
    INSERT INTO entity_past VALUES (
        old.campaign, new.tick, old.kind, old.id, old.tick, old.body
    );
END;
CREATE TRIGGER entity_is_never_deleted BEFORE DELETE ON entity BEGIN
    SELECT raise(ABORT, 'a removed record is a row without a body');
END;

CREATE TABLE event (
    campaign INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (campaign, tick, seq)
) STRICT, WITHOUT ROWID;

-- What one faction may know of an event. By faction first: a history is read for one faction.
CREATE TABLE event_for (
    campaign INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (campaign, faction, tick, seq)
) STRICT, WITHOUT ROWID;

-- Sent in the order of `number`, which is that of id, within one place or channel.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    tick INTEGER,
    role TEXT,
    channel INTEGER,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
    kind TEXT NOT NULL CHECK (kind IN ('send', 'edit-status')),
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    state TEXT NOT NULL DEFAULT 'pending'
        CHECK (state IN ('pending', 'sending', 'sent', 'parked')),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL,
    message INTEGER,
    error TEXT,
    CHECK ((role IS NULL) <> (channel IS NULL))
) STRICT;
CREATE UNIQUE INDEX outbox_order ON outbox (campaign, coalesce(role, channel), number);
CREATE INDEX outbox_open ON outbox (campaign, role, channel, id)
    WHERE state IN ('pending', 'sending');

-- Of each place that exists and of each channel the first message that is open, unless parked.
CREATE VIEW outbox_next AS SELECT * FROM outbox WHERE id IN (
    SELECT min(id) FROM outbox
    WHERE state IN ('pending', 'sending') AND CASE
        WHEN role IS NULL THEN NOT EXISTS (
            SELECT 1 FROM place WHERE snowflake = outbox.channel AND parked IS NOT NULL
        ) ELSE EXISTS (
            SELECT 1 FROM place
            WHERE campaign = outbox.campaign AND role = outbox.role AND parked IS NULL
        ) END
    GROUP BY campaign, role, channel
);

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER REFERENCES campaign,
    at INTEGER NOT NULL,
    who INTEGER NOT NULL,
    what TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT CHECK (after IS NULL OR json_valid(after)),
    why TEXT NOT NULL
) STRICT;

CREATE TABLE timer (
    campaign INTEGER NOT NULL REFERENCES campaign,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (campaign, name)
) STRICT, WITHOUT ROWID;

-- When something in this file is next due; the schedule's index keeps it for all guilds.
CREATE VIEW next_time AS SELECT min(at) AS at FROM (
    SELECT at FROM timer UNION ALL SELECT not_before FROM outbox_next
);
