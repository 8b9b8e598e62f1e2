"""Text of a message that is the same on every Python, for any order of its names."""

from pingware.shared import strict_json


def stable(value):
    """Returns ``value`` as one line of text, names sorted."""
    if isinstance(value, dict):
        pairs = [stable(name) + ": " + stable(value[name]) for name in sorted(value)]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([stable(item) for item in value]) + "]"
    return strict_json.dumps(value).decode()
