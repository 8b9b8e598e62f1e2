"""The tunes, and which event plays which."""
