"""The apple base: lever, servo and the mechanism that lifts the worms."""
