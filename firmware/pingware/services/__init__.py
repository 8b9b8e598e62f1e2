"""Policy without hardware: gestures, idling, headroom, the servo's supply."""
