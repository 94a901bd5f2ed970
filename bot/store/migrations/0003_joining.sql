-- Whether players may join, beside what the campaign's state says.
ALTER TABLE campaign ADD COLUMN joining INTEGER NOT NULL DEFAULT 1 CHECK (joining IN (0, 1));

-- What a person has put down in a campaign outside the world: the design of a party that has not
-- begun yet, a coat of arms. It changes no play, so that no tick writes it.
CREATE TABLE paper (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('design', 'arms')),
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (campaign, user, kind)
) STRICT, WITHOUT ROWID;

-- How a campaign looks at the words of players, where it was ever said.
CREATE TABLE wording (
    campaign INTEGER PRIMARY KEY REFERENCES campaign,
    checked INTEGER NOT NULL CHECK (checked IN (0, 1)),
    allowed TEXT NOT NULL CHECK (json_valid(allowed))
) STRICT;
