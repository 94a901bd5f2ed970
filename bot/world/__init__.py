"""What moderators do to a world by hand: corrections, renamings, rollbacks, players' turns."""
