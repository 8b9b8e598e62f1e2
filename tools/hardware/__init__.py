"""Generators and checks of ``hardware/``: netlists, drawings, simulations, enclosures, guide."""
