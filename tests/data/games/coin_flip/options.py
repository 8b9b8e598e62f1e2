"""Setting and request of the coin flip."""

from pingware.shared.schema import needed, setting, whole

SETTINGS = {
    "heads_pct": setting(50, whole(0, 100), help="Chance of heads, in percent."),
}
REQUESTS = {"flip": {"times": needed(whole(1, 25))}}
