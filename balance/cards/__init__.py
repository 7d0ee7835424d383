"""Card data: YAML in, checked tables out.

read         strict YAML to plain data with the place of every value
validate     data against a model; what is wrong, in words
override     `path=value` changes
readings     open questions of a rule book and the reading in use
provenance   where each number comes from
cardset      a folder as one frozen, hashed `CardSet`
"""

from balance.cards.cardset import CardSet, Layout, load_cards
from balance.cards.override import Override, apply_overrides, parse_override
from balance.cards.paths import Place, nearest, parse_path, path_text
from balance.cards.provenance import Provenance, SourceIds
from balance.cards.read import Document, read_text, read_yaml
from balance.cards.readings import Assumption, Question, Reading
from balance.cards.validate import Problem, Strict, raise_problems, validate, wrong

__all__ = [
    "Assumption",
    "CardSet",
    "Document",
    "Layout",
    "Override",
    "Place",
    "Problem",
    "Provenance",
    "Question",
    "Reading",
    "SourceIds",
    "Strict",
    "apply_overrides",
    "load_cards",
    "nearest",
    "parse_override",
    "parse_path",
    "path_text",
    "raise_problems",
    "read_text",
    "read_yaml",
    "validate",
    "wrong",
]
