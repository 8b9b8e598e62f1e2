"""Referee of ``fortune``: eight pirate dice and a deck of Fortune cards."""
