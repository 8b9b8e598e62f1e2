"""Language of a table: the one that is named, otherwise that of the environment."""

import pytest

from pingblock.errors import BadInput
from pingblock.tables.language import table_words, words_around


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "de_DE", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANGUAGE": "pl:fr:de", "LC_ALL": "de_DE"}, "fr"),
        ({"LANGUAGE": "pl", "LANG": "de_DE"}, "en"),
    ],
)
def test_environment_variables_decide_language(environment, code):
    assert words_around(environment).language == code


def test_requested_language_is_used_or_refused():
    assert table_words("DE-ch").texts["Help"] == "Hilfe"
    assert table_words("pt-BR").language == "pt"  # only the block's words exist
    assert not table_words("pt-BR").texts
    with pytest.raises(BadInput, match=r"no language 'xx'.* There are: en, de, "):
        table_words("xx")
