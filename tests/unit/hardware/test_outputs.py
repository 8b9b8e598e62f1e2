"""The committed outputs are fresh, and netlists and parts lists match the circuits.

This test is fast, because it needs only Python.
"""

import csv
from collections import Counter

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from hardware.question_block.one_cell import CIRCUIT as ONE_CELL
from tools.hardware import __main__ as command
from tools.hardware import products
from tools.hardware.kicad import expected_netlist, read_netlist

from pingblock.boards.wiring import EDGE_PIN
from pingware.boards import rev_a

MADE = products.ROOT / "hardware"
CIRCUITS = (BLOCK, ONE_CELL, BASE)


def made(circuit, ending):
    folder = "apple_base" if circuit is BASE else "question_block"
    return (MADE / folder / "made" / f"{circuit.name}{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("product", products.PRODUCTS, ids=lambda product: product.name)
def test_committed_products_are_fresh(product):
    assert products.stale(product, products.read_ledger()) == ""


def test_every_made_file_belongs_to_a_product():
    owned = {path for product in products.PRODUCTS for path in products.output_files(product)}
    there = {path for path in MADE.glob("**/made/**/*") if path.is_file()}
    assert there - owned == set()
    assert len(there) >= 6


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda circuit: circuit.name)
def test_netlist_file_matches_the_circuit(circuit):
    assert read_netlist(made(circuit, ".net")) == expected_netlist(circuit)


def test_netlist_pins_match_the_pin_map():
    netlist = read_netlist(made(BLOCK, ".net"))
    edge = {net: pin for net, nodes in netlist.items() for ref, pin in nodes if ref == "U1"}
    assert edge["SPEAKER_PWM"] == str(EDGE_PIN[rev_a.GPIO["speaker"]]) == "21"
    assert edge["BLOCK_BUTTON"] == str(EDGE_PIN[rev_a.GPIO["block_button"]]) == "19"
    assert edge["LOAD_PIN"] == str(EDGE_PIN[rev_a.GPIO["cell_load"]]) == "16"
    assert edge["SERVO"] == str(EDGE_PIN[rev_a.GPIO["servo"]]) == "29"


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda circuit: circuit.name)
def test_parts_list_is_complete(circuit):
    rows = list(csv.DictReader(made(circuit, "_bom.csv").splitlines()))
    listed = Counter(ref for row in rows for ref in row["references"].split())
    assert listed == Counter(part.ref for part in circuit.parts)
    assert [int(row["quantity"]) for row in rows] == [
        len(row["references"].split()) for row in rows
    ]
    assert all(value for row in rows for value in row.values())
    sources = {ref: row["number from"] for row in rows for ref in row["references"].split()}
    if circuit is ONE_CELL:
        assert sources["BT1"].startswith("memory: compare")
    sure = {"U2", "S1", "R2"} if circuit is not BASE else {"Q1", "S2", "R2"}
    assert not any(sources[ref].startswith("memory") for ref in sure)


def test_netlist_without_nets_is_refused():
    with pytest.raises(ValueError, match="has no net"):
        read_netlist("(export (version D))")


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """Returns a product with one input and one output, made in a separate folder."""
    monkeypatch.setattr(products, "ROOT", tmp_path)
    (tmp_path / "in.txt").write_text("a")
    (tmp_path / "out.txt").write_text("b")
    product = products.Product("x", ("in.txt",), ".", ("out.txt",), "nowhere:make")
    return product, {"x": products.entry(product)}


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("in.txt", "changed", "an input has changed"),
        ("out.txt", "edited", "changed by hand"),
        ("out.txt", None, "out.txt is missing"),
    ],
)
def test_stale_product_is_found(copy, tmp_path, name, text, why):
    product, ledger = copy
    assert products.stale(product, ledger) == ""
    if text is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_text(text)
    assert why in products.stale(product, ledger)


def test_only_stale_products_are_made_again(copy, tmp_path, monkeypatch, capsys):
    product, ledger = copy
    made = []
    monkeypatch.setattr(command, "PRODUCTS", (product,))
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "LEDGER", tmp_path / "made.json")
    monkeypatch.setattr(command, "read_ledger", lambda: ledger)
    monkeypatch.setattr(products.Product, "make", lambda self, _folder: made.append(self.name))
    assert command.main([]) == 0
    assert made == []
    (tmp_path / "in.txt").write_text("changed")
    assert command.main([]) == 0
    assert made == ["x"]
    assert products.stale(product, products.read_ledger(tmp_path / "made.json")) == ""
    assert command.main(["other"]) == 2
    assert "No product begins with other: x." in capsys.readouterr().err


def test_missing_input_file_is_named(copy, tmp_path):
    (tmp_path / "in.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"x: there is no in.txt"):
        products.entry(copy[0])


def test_digest_depends_on_file_names(tmp_path, monkeypatch):
    monkeypatch.setattr(products, "ROOT", tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"same")
    one, other = products.digest([tmp_path / "a"]), products.digest([tmp_path / "b"])
    assert one != other
    assert len(one) == 20
