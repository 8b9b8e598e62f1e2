"""Mutation testing: small wrong changes of the product, which the tests should notice."""
