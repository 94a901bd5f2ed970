-- Orders that are given again turn after turn (engine/repeats.py). One that goes on stands in its
-- player's draft under the same key; one that rests or has ended keeps its body here. One has begun
-- once it was submitted by its player and ran.
CREATE TABLE standing_order (
    campaign INTEGER NOT NULL,
    user INTEGER NOT NULL,
    key INTEGER NOT NULL,
    repeat TEXT NOT NULL CHECK (json_valid(repeat)),
    state TEXT NOT NULL CHECK (state IN ('on', 'paused', 'ended')),
    body TEXT CHECK (body IS NULL OR json_valid(body)),
    why TEXT NOT NULL DEFAULT '',
    begun INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)),
    PRIMARY KEY (campaign, user, key),
    FOREIGN KEY (campaign, user) REFERENCES draft ON UPDATE CASCADE,
    CHECK ((state = 'on') = (body IS NULL))
) STRICT, WITHOUT ROWID;

-- A turn that was submitted for its player, of standing orders alone.
ALTER TABLE submission ADD COLUMN unasked INTEGER NOT NULL DEFAULT 0 CHECK (unasked IN (0, 1));

CREATE TRIGGER leaving_ends_standing AFTER UPDATE OF left_at ON member
WHEN new.left_at IS NOT NULL BEGIN
    DELETE FROM standing_order WHERE campaign = new.campaign AND user = new.user;
END;
