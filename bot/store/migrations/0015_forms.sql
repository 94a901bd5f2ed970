-- A paper may be a guided form as well that is not done yet.
ALTER TABLE paper RENAME TO paper_before;
CREATE TABLE paper (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('design', 'arms', 'form')),
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (campaign, user, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO paper SELECT * FROM paper_before;
DROP TABLE paper_before;
