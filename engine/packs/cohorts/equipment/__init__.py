"""Equipment: where items are worn and wielded, and the orders that put them on or take them off."""
