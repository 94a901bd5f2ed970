"""Who gives a command: in which campaign and seat, with which rights; and what answers share."""
