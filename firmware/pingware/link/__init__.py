"""Serial link: bytes in and out."""
