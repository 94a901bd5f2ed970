-- What a player has been asked and shown in Your turn. It changes no play, so that no tick writes it.
CREATE TABLE turn_note (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    -- The turn and the draft about whose unused actions the player was asked last.
    asked_turn INTEGER NOT NULL DEFAULT 0,
    asked_version INTEGER NOT NULL DEFAULT 0,
    -- Whether the player wants no such question any more.
    silent INTEGER NOT NULL DEFAULT 0 CHECK (silent IN (0, 1)),
    -- The panels of /show that the player has opened, as a JSON list.
    looked TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(looked)),
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
