"""The moderators' desk: one message that lists what needs attention, with a button for each."""
