"""The page of rules: every clause and open point once, the readings in use, files that exist."""

from __future__ import annotations

import re
from pathlib import Path

from balance.games import get
from balance.simulation.places import card_folder

HERE = Path(__file__).parent
ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "hire_or_fire_rules.md").read_text(encoding="utf-8")
RULES = ROOT / "balance" / "games" / "hire_or_fire"
ENTRY = r"^- \*\*(H[FDG]-\d+)\*\*"
SECTIONS = r"^### (M-\d+)"


def in_use() -> dict[str, tuple[str, str]]:
    """Open point -> impact and reading in the shipped card data."""
    points = get("hire_or_fire").load(card_folder("hire_or_fire")).assumptions
    return {point.id: (point.impact, point.reading) for point in points}


def test_the_page_has_every_clause_and_open_point_once() -> None:
    clauses = (HERE / "clauses.txt").read_text(encoding="utf-8").split()
    assert re.findall(ENTRY, PAGE, re.MULTILINE) == clauses
    assert {clause for clause in clauses if clause.startswith("HG")} == set(in_use())


def test_the_page_names_the_readings_in_use() -> None:
    found = re.findall(ENTRY + r" \((\w)\)(?:(?!\n- )[\s\S])*?\s\*\*(\w+)\*\*:", PAGE, re.MULTILINE)
    assert {point: (impact, reading) for point, impact, reading in found} == in_use()


def test_the_page_says_what_the_readings_say() -> None:
    """Question, readings and what is left out, word for word; the first letter may be small."""
    page = re.sub(r"\s+", " ", PAGE)
    for point in get("hire_or_fire").load(card_folder("hire_or_fire")).assumptions:
        assert f"**{point.id}** ({point.impact}) {point.question} **{point.reading}**: " in page, point.id
        for other in point.alternatives:
            assert f"Or `{other.name}`: {other.text}" in page, point.id


def test_the_page_names_files_that_exist() -> None:
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"\[(`[^\]]+`)\]", PAGE))))
    assert named - {path.stem for path in RULES.glob("*.py")} == set()


def test_the_code_names_only_clauses_and_sections_that_exist() -> None:
    known = {*re.findall(ENTRY, PAGE, re.MULTILINE), *re.findall(SECTIONS, PAGE, re.MULTILINE)}
    for path in RULES.glob("*.py"):
        named = set(re.findall(r"\bH[FDG]-\d+\b|\bM-\d+\b", path.read_text(encoding="utf-8")))
        assert not named - known, path.name


def test_the_shipped_numbers_name_clauses_that_exist() -> None:
    known = set(re.findall(ENTRY, PAGE, re.MULTILINE))
    for path in card_folder("hire_or_fire").glob("*.yaml"):
        named = set(re.findall(r"\bH[FDG]-\d+\b", path.read_text(encoding="utf-8")))
        assert not named - known, path.name
