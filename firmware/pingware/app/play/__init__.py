"""From the press to the sound: buttons, games, sound and light."""
