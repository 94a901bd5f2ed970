"""An item: what it gives, to whom, how it is made, where one's own are."""
