"""Connection to a device: ports, the session over one, file transfer, reconnecting."""
