"""What is offered for the parameters of orders: asked, filtered by trying, filled in."""
