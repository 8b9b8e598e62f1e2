"""Board files: the shipped ones, and faults that are reported with file, line and reason."""

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.boards import check
from pingblock.tables.property.board_file import SHIPPED, load_shipped, read_board, shipped_text
from pingblock.tables.property.game import PropertyGame

# Position, price, rents, building, mortgage of the classic board.
CLASSIC = """
1 60 2 10 30 90 160 250 50 30
3 60 4 20 60 180 320 450 50 30
6 100 6 30 90 270 400 550 50 50
8 100 6 30 90 270 400 550 50 50
9 120 8 40 100 300 450 600 50 60
11 140 10 50 150 450 625 750 100 70
13 140 10 50 150 450 625 750 100 70
14 160 12 60 180 500 700 900 100 80
16 180 14 70 200 550 750 950 100 90
18 180 14 70 200 550 750 950 100 90
19 200 16 80 220 600 800 1000 100 100
21 220 18 90 250 700 875 1050 150 110
23 220 18 90 250 700 875 1050 150 110
24 240 20 100 300 750 925 1100 150 120
26 260 22 110 330 800 975 1150 150 130
27 260 22 110 330 800 975 1150 150 130
29 280 24 120 360 850 1025 1200 150 140
31 300 26 130 390 900 1100 1275 200 150
32 300 26 130 390 900 1100 1275 200 150
34 320 28 150 450 1000 1200 1400 200 160
37 350 35 175 500 1100 1300 1500 200 175
39 400 50 200 600 1400 1700 2000 200 200
"""


@pytest.mark.parametrize("name", ["hideout", "wasteland", "wasteland_speed"])
def test_shipped_boards_have_classic_figures(name):
    """FO-05, ST-A-02."""
    edition = load_shipped(name)
    rows = [tuple(map(int, row.split())) for row in CLASSIC.split("\n") if row]
    for at, price, *rent, building, mortgage in rows:
        space = edition.spaces[at]
        assert (space.kind, space.price, space.rent) == ("location", price, tuple(rent))
        assert (space.house_cost, space.hotel_cost) == (building, building)
        assert space.mortgage == mortgage
    assert len(rows) == 22
    for at in (5, 15, 25, 35):
        assert edition.spaces[at].kind == "station"
        assert (edition.spaces[at].price, edition.spaces[at].mortgage) == (200, 100)
    for at in (12, 28):
        assert edition.spaces[at].kind == "utility"
        assert (edition.spaces[at].price, edition.spaces[at].mortgage) == (150, 75)
    assert [edition.spaces[at].tax for at in (4, 38)] == [200, 100]
    corners = [edition.spaces[at].kind for at in (0, 10, 20, 30)]
    assert corners == ["go", "jail", "parking", "go_to_jail"]
    assert [edition.spaces[at].kind for at in (2, 7, 17, 22, 33, 36)] == ["card"] * 6
    assert len(edition.deeds) == 28
    assert edition.unverified


def test_celebration_board_has_its_spaces_but_no_figures():
    edition = load_shipped("celebration")
    kinds = [space.kind for space in edition.spaces]
    assert len(kinds) == 32
    assert [kinds.count(kind) for kind in ("location", "utility", "tax")] == [16, 2, 2]
    assert [kinds.count(kind) for kind in ("card", "block")] == [4, 4]
    assert [kinds[at] for at in (0, 8, 16, 24)] == ["go", "jail", "parking", "go_to_jail"]
    assert len(edition.missing) == 20
    assert {space.price for space in edition.spaces} == {None}


def test_game_without_figures_is_refused():
    """SM-A-01: the refusal names the file, the line and the missing figure."""
    with pytest.raises(BadInput) as refused:
        Playing("celebration", board="")
    text = shipped_text("celebration")
    line = text[: text.index('name = "Brown 1"')].count("\n") - 1
    assert f"celebration, line {line}: Brown 1 lacks price, rent" in str(refused.value)
    assert "20 spaces of this board have no figures yet" in str(refused.value)
    assert "    pingblock table board new celebration FILE\n" in refused.value.option


def test_missing_figures_are_reported_in_each_players_language():
    """A board is read once for all players, so it must not contain words in a single language."""
    for language, says in (("de", "Zeile"), ("fr", "ligne"), ("en", "line"), ("de", "Zeile")):
        with speaking(words_of(language)), pytest.raises(BadInput, match=rf"{says} 44\W+Brown 1"):
            Playing("celebration", board="")


def test_own_board_file_can_be_played():
    text = filled_board({"Tax 1": {"tax": 3}})
    game = Playing("celebration", board=text)
    assert game.dice(4).cash[0] == 27
    with pytest.raises(BadInput, match="2 to 6 play on this board"):
        Playing("hideout", 7, board=shipped_text("wasteland"))


FAULTS = [
    ("price = 60", "price = 0", "'price' is 0: it must be an integer from 1 to 1000000."),
    ("price = 60", 'price = "60"', "it must be an integer from 1 to 1000000."),
    ("price = 60", "prize = 60", "'prize' is not known here."),
    (
        "rent = [2, 10,",
        "rent = [12, 10,",
        "'rent' is [12, 10, 30, 90, 160, 250]: it must be six amounts that never fall",
    ),
    (
        "rent = [2, 10,",
        "rent = [10,",
        "'rent' is [10, 30, 90, 160, 250]: it must be six amounts that never fall",
    ),
    ('kind = "tax"', 'kind = "fine"', "it must be go, jail, parking, go_to_jail"),
    ('kind = "jail"', 'kind = "go"', "A board has exactly one space of the kind go."),
    ('set = "brown"', 'set = "mud"', "The set 'mud' has one location"),
    ('name = "Brown 2"', 'name = "Brown 1"', "'Brown 1' is taken by the deed of line 48."),
    ("tax = 200", "tax = -1", "'tax' is -1: it must be an integer from 0"),
    ("mortgage = 30", "mortgage = 30\nunmortgage = 33", "'unmortgage' follows from"),
    ("dice = 2", "dice = 3", "'dice' is 3: it must be 1 or 2."),
    ("dice = 2", "dice = 1", "With one die, 'bonus_roll' must be none."),
    ("dice = 2", "", "'dice' is missing."),
    ('set = "brown"', "", "'set' is missing."),
    ("station_rent = [25, 50,", "station_rent = [25,", "'station_rent' must have one for each"),
    ("free_deeds = 0", "free_deeds = 5", "'free_deeds' takes more than all 28 deeds."),
    ("format = 1", "format = 2", "'format' is 2: it must be 1."),
    ('spec = "FO"', 'spec = "XX"', "it must be SM, ST, FO or FO-S."),
    ('kind = "go"', 'kind = "parking"', "The first space must be of the kind go."),
    ('kind = "jail"', 'kind = "parking"', "A board has exactly one space of the kind jail."),
    ('jail_exit = "doubles"', 'jail_exit = "six"', "'jail_exit' must be six with 1 die"),
    ("players = [2, 6]", "players = [6, 2]", "'players' is [6, 2]: it must be two numbers"),
    ("start_coins = [[1, 5]", "start_coins = [[1]", "it must be a list of pairs"),
    ("start_coins = [[1, 5]", "start_coins = [] #", "it must be a list of pairs"),
    (
        "box_coins = []",
        "box_coins = [[9, 400]]",
        "'box_coins' are only 3600 in all, but 6 players",
    ),
    ("dice = 2", "dice = 2\ndice = 2", "this key already exists. Correct this line."),
    ("go_pay = 200", "go_pay = ", "this is not TOML: Invalid value. Correct this line."),
    ("mortgage = 200", "mortgage = ]", "this is not TOML: Invalid value."),
    ("[rules]", "rules = 1\n[rule]", "'rules' must be a table, [rules]."),
]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ('[names]\n99 = "Mill"', "line 7: '99' is not the number of a space"),
        ('[names]\nMill = "1"', "line 7: 'Mill' is not the number of a space"),
        ('[names]\n1 = ""', "line 7: '1' is \"\": it must be "),
        ('[names]\n1 = "Brown 2"', "The name 'Brown 2' is taken"),
        ("[[names]]", "'names' must be a table, [names]."),
    ],
)
def test_wrong_space_name_is_refused_with_reason(names, reason):
    top = 'format = 1\nname = "own"\nspec = "FO"\nextends = "wasteland"\n[rules]\n'
    with pytest.raises(BadInput) as fault:
        read_board(top + names, "my.toml")
    assert reason in str(fault.value)


@pytest.mark.parametrize(("good", "bad", "reason"), FAULTS, ids=[bad for _, bad, _ in FAULTS])
def test_board_file_error_names_reason_and_line(good, bad, reason):
    text = shipped_text("wasteland")
    assert good in text
    with pytest.raises(BadInput) as fault:
        read_board(text.replace(good, bad, 1), "my.toml")
    assert reason in str(fault.value)
    line = text[: text.index(good)].count("\n") + 1
    places = [int(part.split(":")[0]) for part in str(fault.value).split("my.toml, line ")[1:]]
    close = reason.startswith(
        ("A board", "With one die", "'Brown", "'unmortgage", "'dice' is", "'set' is", "this key")
    )
    assert line in places or close, (line, places)


def test_unmortgage_cost_below_mortgage_is_refused():
    with pytest.raises(BadInput, match="'unmortgage' must not be less than 'mortgage'"):
        read_board(filled_board({"Brown 1": {"mortgage": 3, "unmortgage": 2}}), "my.toml")


def test_each_board_error_has_its_own_line():
    text = shipped_text("wasteland").replace("price = 60", "price = 0")
    with pytest.raises(BadInput) as fault:
        read_board(text, "my.toml")
    assert str(fault.value).count("\n") == 1


@pytest.mark.parametrize(
    "text", ["[", "a = 1979-05-27", "x = [" * 5000, "[[space]]\n" * 3, f"[{'a.' * 900}a]\n" * 3]
)
def test_invalid_board_file_is_refused_with_short_message(text):
    with pytest.raises(BadInput, match=r"my\.toml") as fault:
        read_board(text, "my.toml")
    assert len(str(fault.value).splitlines()[0]) < 200


def test_windows_file_is_read_with_right_line_numbers(tmp_path):
    """The file has a byte order mark at the beginning, and each line ends in two characters."""
    text = shipped_text("wasteland").replace("price = 60", "price = 0", 1)
    (tmp_path / "my.toml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    line = text[: text.index("price = 0")].count("\n") + 1
    with pytest.raises(
        BadInput, match=f"line {line}: 'price' is .*: it must be an integer from 1"
    ):
        check(tmp_path / "my.toml")


def test_unreadable_board_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        check(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(BadInput, match="not UTF-8"):
        check(tmp_path / "latin.toml")


def test_extended_board_changes_only_declared_rules():
    base, speed = load_shipped("wasteland"), load_shipped("wasteland_speed")
    assert speed.spaces == base.spaces
    assert (base.rules.jail_tries, speed.rules.jail_tries) == (3, 1)
    text = shipped_text("wasteland_speed").replace('"wasteland"', '"nothing"')
    with pytest.raises(BadInput, match="line 5: 'extends' must be one of"):
        read_board(text, "my.toml")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_editions_are_games_with_player_limits(name):
    game = PropertyGame(name)
    assert game.name == name
    assert game.players == range(2, 9 if name == "hideout" else 7)
