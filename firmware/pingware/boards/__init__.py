"""Boards: one data file each, the choice of one, and its peripherals."""
