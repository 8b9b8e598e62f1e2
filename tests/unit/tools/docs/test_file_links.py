"""Links of the site lead to files, so that it can be read from a folder."""

import pytest
from tools.docs.file_links import folders_linked, to_files


@pytest.mark.parametrize(
    ("link", "made"),
    [
        ("../own/", "../own/index.html"),
        ("../own", "../own/index.html"),
        ("./..", "./../index.html"),
        (".", "./index.html"),
        ("../own/#cells", "../own/index.html#cells"),
        ("../own/?a=1#cells", "../own/index.html?a=1#cells"),
        ("../own/index.html", "../own/index.html"),
        ("#cells", "#cells"),
        ("/own/", "/own/"),
        ("https://example.org/own/", "https://example.org/own/"),
        ("mailto:own@example.org", "mailto:own@example.org"),
        ("../pictures/", "../pictures/"),
        ("../none/", "../none/"),
    ],
)
def test_link_to_a_folder_leads_to_its_page(tmp_path, link, made):
    for name in ("", "own", "play"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "index.html").write_text("")
    (tmp_path / "pictures").mkdir()
    page = tmp_path / "play" / "index.html"
    # The keys N and P follow the <link> of a page to the next and the previous page.
    page.write_text(f'<link rel="next" href="{link}"><a class="x" href="{link}">x</a>')
    to_files(tmp_path)
    assert page.read_text() == f'<link rel="next" href="{made}"><a class="x" href="{made}">x</a>'
    assert folders_linked(page) == (["../pictures/"] * 2 if "pictures" in link else [])
