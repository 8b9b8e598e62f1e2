"""``python -m tools.hardware`` makes stale products, ``--all`` all products, NAMEs some."""

from __future__ import annotations

import json
import sys

from tools.hardware.products import LEDGER, PRODUCTS, ROOT, entry, read_ledger, stale


def main(arguments: list[str]) -> int:
    """Makes the products that need it. Returns 0, or 2 if no product begins with a name."""
    everything = "--all" in arguments
    wanted = [word for word in arguments if word != "--all"]
    chosen = [
        product
        for product in PRODUCTS
        if not wanted or any(product.name.startswith(word) for word in wanted)
    ]
    if not chosen:
        names = ", ".join(product.name for product in PRODUCTS)
        print(f"No product begins with {' or '.join(wanted)}: {names}.", file=sys.stderr)
        return 2
    ledger = read_ledger()
    for product in chosen:
        why = stale(product, ledger)
        if not why and not everything:
            print(f"{product.name}: fresh")
            continue
        print(f"{product.name}: making", flush=True)
        product.make(ROOT / product.folder)
        ledger[product.name] = entry(product)
        known = {name: ledger[name] for name in sorted(ledger) if name in _names()}
        LEDGER.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 0


def _names() -> set[str]:
    return {product.name for product in PRODUCTS}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
