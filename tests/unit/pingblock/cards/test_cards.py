"""The reminder cards: every language, every fact, on paper and in the terminal."""

import re
from html.parser import HTMLParser
from importlib.resources import files
from itertools import product

import pytest
from fontTools.ttLib import TTFont
from tests.seldom import seldom

from pingblock.cards import page, pdf, plain, strings
from pingblock.cards.sheet import CARD_MM, PAPERS, sheet_of
from pingblock.errors import BadInput
from pingblock.sounds.tables import ROLLS, tunes
from pingblock.tunes.tune_files import tunes_of
from pingware.app.requests import sound_requests
from pingware.games import catalog
from pingware.games.block.outcomes import FAMILIES
from pingware.shared.sounds import device_sounds

LANGUAGES = ["en", "de", "es", "fr", "pt", "it", "nl", "sv", "da", "no", "fi", "pl"]
EVERY = strings.cards(["all"], battery=True)
NOT_PLAYED = {"storm_dice": {"tick"}}  # all rolls use this tune, but this game has no rent
OTHERS = strings.cards(["all"], games=strings.GAMES[1:])
A4 = sheet_of("a4")


def texts_of(card):
    sounds = [text for _, text in card.sounds]
    return [card.title, card.press, *sounds, card.silent_title, *card.silent, *card.battery]


def test_cards_exist_in_all_twelve_languages():
    assert [card.language for card in EVERY] == LANGUAGES
    assert all(len(texts_of(card)) == 11 + len(FAMILIES) and all(texts_of(card)) for card in EVERY)


@pytest.mark.parametrize("card", EVERY, ids=LANGUAGES)
def test_facts_are_the_same_in_every_language(card):
    numbers = [re.findall(r"\d+", text) for text in texts_of(card)]
    assert numbers[2:6] == [["1"], [], ["5"], ["10"]]
    silent = 3 + len(card.sounds)
    assert numbers[silent : silent + 4] == [["1", "2"], ["3", "4", "5"], ["5"], ["6", "10"]]
    assert {"1", "03"} <= set(numbers[silent + 4])
    assert [badge for badge, _ in card.sounds][:4] == ["+1", "»", "−5", "−10"]


def test_sound_texts_have_the_same_facts_in_every_language():
    texts = strings._sounds()
    assert list(texts) == LANGUAGES
    for code in LANGUAGES:
        assert texts[code].keys() == texts["en"].keys()
        assert all(text == text.strip() != "" for text in texts[code].values())
        for key, text in texts["en"].items():
            assert re.findall(r"\d+", texts[code][key]) == re.findall(r"\d+", text), (code, key)
    used = {key for rows in strings.OTHERS.values() for _, key, _ in rows}
    assert used | {f"n_{game}" for game in strings.OTHERS} == texts["en"].keys()


def test_cards_explain_every_sound_of_their_game():
    explained = {
        game: {tune for *_, tunes in rows for tune in tunes}
        for game, rows in strings.OTHERS.items()
    }
    explained["device"] |= {"pay", "sold", "jail", "winner"}  # announcements of a game
    explained["fortune"] |= explained["skulls"]
    explained["block"] = {family.tune for family in FAMILIES}
    carded = [game for game in catalog.CATALOG.games() if game.name in explained]
    assert len(carded) >= 5  # another game need not have a card
    for game in carded:
        sounds = game.load().SOUNDS
        more = tunes_of(ROLLS) if sounds.more else ()
        played = {*tunes_of(sounds), *more} - NOT_PLAYED.get(game.name, set())
        assert played <= explained[game.name] | explained["device"], game.name
    shared = (device_sounds.SOUNDS, sound_requests.CALLS)
    assert {tune for each in shared for tune in tunes_of(each)} <= explained["device"]
    known = {*tunes()} | {"winner"}
    assert set().union(*explained.values()) <= known, "a card explains a sound that is never heard"


def test_games_are_chosen_by_name():
    cards = strings.cards(["de", "en"], games=["dice", "worms"])
    chosen = [(card.language, card.game) for card in cards]
    assert chosen == [*product(("de", "en"), ("dice", "worms"))]
    assert cards[0].title == "Würfel: Was war zu hören?"
    assert len(strings.cards(["en"], games=["all"])) == 7
    [french] = strings.cards(["fr"], games=["dice"])
    assert french.title == "Dés\xa0: qu’avez-vous entendu\xa0?"
    with pytest.raises(BadInput, match=r"'dise'\. Did you mean 'dice'\? There are: block, dice"):
        strings.cards(["en"], games=["dise"])


@pytest.mark.parametrize("face", ["Regular", "Bold"])
def test_fonts_have_every_letter(face):
    path = files("pingblock.cards") / "fonts" / f"DejaVuSans-{face}.ttf"
    known = TTFont(str(path)).getBestCmap()
    needed = set()
    for card in (*EVERY, *OTHERS):
        needed.update(*texts_of(card), *(badge for badge, _ in card.sounds))
    assert [char for char in sorted(needed) if ord(char) not in known] == []


@pytest.mark.parametrize(
    ("asked", "found"), [("DE", "de"), ("pt-BR", "pt"), ("nb_NO", "no"), ("nn", "no")]
)
def test_language_codes_of_systems_are_accepted(asked, found):
    [card] = strings.cards([asked])
    assert (card.language, card.battery) == (found, ()), "battery lines must come on request"


def test_repeated_language_gives_one_card_and_unknown_words_are_refused():
    assert len(strings.cards(["de", "all", "de"])) == len(LANGUAGES)
    with pytest.raises(BadInput, match=r"'tlh'\. There are: en, de"):
        strings.cards(["tlh"])
    with pytest.raises(BadInput, match=r"'a5'\. There are: a4, letter"):
        sheet_of("a5")


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_on_the_paper_and_marks_next_to_them(paper):
    sheet = sheet_of(paper)
    assert (sheet.wide, sheet.high) == {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    places = list(sheet.places())
    assert len(places) == 6, "one for each player"
    assert all(x >= 0 and x + CARD_MM[0] <= sheet.wide for x, _ in places)
    assert all(y >= 0 and y + CARD_MM[1] <= sheet.high for _, y in places)
    marks = [[round(mm, 3) for mm in mark] for mark in sheet.marks()]
    for axis in (0, 1):  # each edge of a card has a cut mark at both ends
        edges = {round(at[axis] + mm, 3) for at in places for mm in (0, CARD_MM[axis])}
        cuts = [mark[axis] for mark in marks if mark[axis] == mark[axis + 2]]
        assert sorted(cuts) == sorted([*edges] * 2)
    for x, y, to_x, to_y in marks:
        assert 0 <= min(x, to_x) <= max(x, to_x) <= sheet.wide
        assert 0 <= min(y, to_y) <= max(y, to_y) <= sheet.high
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        assert not any(
            left < middle[0] < left + CARD_MM[0] and top < middle[1] < top + CARD_MM[1]
            for left, top in places
        )


@pytest.mark.parametrize("width", [40, 72])
def test_text_fits_the_width_and_is_complete(width):
    cards = [*EVERY, *OTHERS]
    text = plain.text_of(cards, width)
    assert max(map(len, text.splitlines())) <= width
    flat = re.sub("[ \n]+", " ", text)
    assert all(each in flat for card in cards for each in texts_of(card))


class Reader(HTMLParser):
    """Collects an HTML file's tags and texts, and checks that every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_html_has_six_complete_cards_per_language_and_no_links():
    text = page.html_of(EVERY, A4)
    read = Reader(text)
    assert read.open == []
    assert sum(tag == "article" for tag, _ in read.tags) == 6 * len(LANGUAGES)
    sections = [attrs["lang"] for tag, attrs in read.tags if tag == "section"]
    assert sections == LANGUAGES
    assert all(read.texts.count(each) >= 6 for card in EVERY for each in texts_of(card))
    assert "http" not in text
    assert "size: 210.0mm 297.0mm" in text
    close = ['class="many"' in page.html_of([card], A4) for card in (EVERY[0], OTHERS[0])]
    assert close == [False, True], "more than eight sounds must be closer together"


def test_html_escapes_the_texts_of_cards():
    card = strings.Card("en", "x", "<a> & b", "", (("+1", "<i>"),), "", (), ())
    assert "&lt;a&gt; &amp; b" in page.html_of([card], A4)
    assert "<i>" not in page.html_of([card], A4)


@pytest.mark.parametrize("battery", [seldom(False), True])
def test_pdf_is_reproducible_with_a_page_per_language_and_fonts(battery):
    made = pdf.pdf_of(strings.cards(["all"], battery), A4)
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == len(LANGUAGES)
    assert made.count(b"/FontFile2") == 2
    assert len(made) < 150_000
    one = strings.cards(["de"], battery)
    first = pdf.pdf_of(one, A4)
    assert pdf.pdf_of(one, A4) == first
    assert b"/Lang (de)" in first
    assert '<html lang="de">' in page.html_of(one, A4)


@pytest.mark.parametrize("game", strings.GAMES)
def test_every_card_fits_its_place_in_the_pdf(game):
    paper = pdf.new(A4, EVERY[0])
    paper.add_page()
    for card in [each for each in (*EVERY, *OTHERS) if each.game == game]:
        points = pdf.fitting_points(paper, card)
        assert points >= 6.5, card.language
        assert pdf.Writer(paper, card, points).height() <= CARD_MM[1] - pdf.PAD_MM
    paper.set_compression(False)
    pdf._page(paper, card, A4)
    page_of = bytes(paper.output())
    assert page_of.count(b"Td 1 g") == 6 * len(card.sounds), "letters of a badge are white"
    at = [float(pt) * 25.4 / 72 for pt in re.findall(rb"([\d.]+)(?= [\d.]+ Td| Td)", page_of)]
    lines = len(at) // 12
    for nth, (left, top) in enumerate(A4.places()):
        x, y = at[nth * 2 * lines :][: 2 * lines : 2], at[nth * 2 * lines :][1 : 2 * lines : 2]
        assert left + 5.9 <= min(x) <= max(x) < left + CARD_MM[0]
        assert top + 3 <= A4.high - max(y) <= A4.high - min(y) <= top + CARD_MM[1] - 3


def test_type_shrinks_for_a_long_card():
    long = strings.Card("en", "x", "t", "p " * 900, (), "s", (), ())
    short = strings.Card("en", "x", "t", "p", (), "s", (), ())
    paper = pdf.new(A4, short)
    paper.add_page()
    assert pdf.fitting_points(paper, long) < pdf.fitting_points(paper, short)
