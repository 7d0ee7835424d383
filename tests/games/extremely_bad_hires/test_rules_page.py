"""The page of rules: every clause and open point once, the readings in use, files that exist."""

from __future__ import annotations

import re
from pathlib import Path

from balance.games import get

HERE = Path(__file__).parent
ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "extremely_bad_hires_rules.md").read_text(encoding="utf-8")
RULES = ROOT / "balance" / "games" / "extremely_bad_hires"
CARDS = ROOT / "card_data" / "extremely_bad_hires"
ENTRY = r"^- \*\*((?:EBH-|O-|V-)[\d.]+)\*\*"


def in_use() -> dict[str, str]:
    """Open point -> the reading in the shipped card data."""
    return {point.id: point.reading for point in get("extremely_bad_hires").load(CARDS).assumptions}


def test_the_page_has_every_clause_and_open_point_once() -> None:
    clauses = (HERE / "clauses.txt").read_text(encoding="utf-8").split()
    assert sorted(re.findall(ENTRY, PAGE, re.MULTILINE)) == sorted({*clauses, *in_use()})


def test_the_page_names_the_readings_in_use() -> None:
    said = dict(re.findall(ENTRY + r"(?:(?!\n- )[\s\S])*?\s\*\*(\w+)\*\*:", PAGE, re.MULTILINE))
    assert said == in_use()


def test_the_page_names_files_that_exist() -> None:
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"\[(`[^\]]+`)\]", PAGE))))
    assert named - {path.stem for path in RULES.glob("*.py")} == set()


def test_the_code_names_only_clauses_that_exist() -> None:
    known = set(re.findall(ENTRY, PAGE, re.MULTILINE))
    for path in RULES.glob("*.py"):
        named = set(re.findall(r"\bEBH-\d+\.\d+\b|\bO-\d+\b", path.read_text(encoding="utf-8")))
        assert not named - known, path.name
