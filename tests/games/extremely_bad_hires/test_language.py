"""The page of the card language: as fresh as the words in code, and its example is a card that works."""

from __future__ import annotations

import yaml

from balance.games.extremely_bad_hires import language, language_page
from balance.games.extremely_bad_hires.operations import OPS
from tests.games.extremely_bad_hires.programs import Program


def test_the_page_in_the_readme_is_fresh() -> None:
    """Else: python -m balance.games.extremely_bad_hires.language_page."""
    text = language_page.FILE.read_text(encoding="utf-8")
    assert language_page.page() in text
    assert language_page.renewed(text) == text


def test_the_page_is_put_in_place_of_the_old_one() -> None:
    old = f"# Head\n\n{language_page.BEGIN}\nold\n{language_page.END}\nTail\n"
    assert language_page.renewed(old) == f"# Head\n\n{language_page.page()}\nTail\n"
    assert language_page.renewed("# Head\n") == f"# Head\n\n{language_page.page()}\n"


def test_every_word_and_key_is_on_the_page() -> None:
    page = language_page.page()
    for name, word in OPS.items():
        row = next(line for line in page.split("\n") if line.startswith(f"| `{name}` |"))
        assert all(f"`{key}`" in row for key in word.keys), name
        assert all(f"`{allowed}`" in row for key in word.keys.values() for allowed in key.words), name
    for names in (language.PICKS, language.WHERES, language.CONDITIONS, language.NUMBERS, language.GROUPS):
        assert all(f"| `{name}` |" in page for name in names)


def test_the_example_is_a_card_that_compiles() -> None:
    cards = yaml.safe_load(language_page.EXAMPLE)["mayhem"]
    assert list(cards) == ["surprise_inspection"]
    found = Program(cards["surprise_inspection"], kind="mayhem")
    assert found.ops == ["TARGET", "DISCARD", "BEGIN", "INCAPACITATE", "DRAW", "END"]
