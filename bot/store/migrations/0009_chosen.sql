-- The campaign that a person means where no channel tells, if the person ever chose one.
CREATE TABLE chosen (
    user INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign
) STRICT;
