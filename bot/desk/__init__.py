"""The moderators' desk: one message that says what is to be seen to, with a button for each."""
