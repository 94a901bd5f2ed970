-- What a player lets the faction read of the draft: a copy as it stood at that moment, and never
-- changed. Sharing anew puts another in its place.
CREATE TABLE shared_draft (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    version INTEGER NOT NULL,
    shared_at INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE shared_order (
    campaign INTEGER NOT NULL,
    user INTEGER NOT NULL,
    key INTEGER NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (campaign, user, key),
    FOREIGN KEY (campaign, user) REFERENCES shared_draft ON UPDATE CASCADE ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who gives up the seat shares nothing any more, whatever seat he takes next.
CREATE TRIGGER leaving_ends_sharing AFTER UPDATE OF left_at ON member
WHEN new.left_at IS NOT NULL BEGIN
    DELETE FROM shared_draft WHERE campaign = new.campaign AND user = new.user;
END;

-- Orders that have been run are nobody's plan any more.
CREATE TRIGGER running_ends_sharing AFTER UPDATE OF consumed_tick ON submission
WHEN new.consumed_tick IS NOT NULL BEGIN
    DELETE FROM shared_draft WHERE campaign = new.campaign AND user = new.user;
END;
