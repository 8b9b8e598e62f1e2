"""Connection to a device: ports, sessions, file transfer and reconnecting."""
