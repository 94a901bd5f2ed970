"""What players tell their armies beforehand, as orders (warmaster.map.orders)."""
