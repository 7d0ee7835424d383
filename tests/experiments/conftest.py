"""Card data with two plans that are easily told apart, in a current folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.frozen import frozen_folder

BOTS = """\
# what stands above
base:
  judgement: 1
  noise: 0
  patience: 0.4 # beside a weight
  haste: 0
  action: 0.7
  money: 0.9
  foresight: 0.9
  income: 1
  industry: 1.1
  insurance: 0
  safety: 2
  caution: 0.5
  greed: 0.2
  malice: 0.2
  dread: 0.3
  guile: 1.3
  upkeep: 0.9
  curiosity: 0.4
  overtime: 1.2
  reshuffle: 3
  escape: 1.9
  tactic: 1.5
  variety: 0.2

ranges:
  weights: {caution: [0, 3], foresight: [0, 2]}
  taste: {workshop: [-4, 5]}

bots:
  random: {about: any option, weights: {judgement: 0, noise: 1}}
  first_come: {about: the first, weights: {judgement: 0, haste: 1}}

  # a plan with much to learn
  poor:
    about: "Buys little."
    character: {weights: {caution: [0.25, 1]}}
    weights: {foresight: 0} # no eye for what will come
    taste: {workshop: -2, factory: -9, lab: -9, containment: -9, salvage: -9}
  good:
    about: Weighs everything.
    character: {}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Card data in `card_data/employee_handbook` of the current folder."""
    monkeypatch.chdir(tmp_path)
    copy = Path("card_data") / "employee_handbook"
    shutil.copytree(frozen_folder("employee_handbook"), copy)
    (copy / "bots.yaml").write_text(BOTS)
    return copy
