"""How a forecast is shown, whoever fights: as facts, in words and as a picture."""
