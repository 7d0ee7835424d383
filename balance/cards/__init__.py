"""Card data: YAML in, checked tables out.

read         strict YAML to plain data with the place of every value
validate     data against a model; what is wrong, in words
override     values set, entries added, removed, copied
edits        the same as designers write them: blocks of YAML, options of commands
references   what still names an entry that was removed
changes      what differs between two sets of card data, in words
revision     a folder of card data as it was at a git revision
readings     open questions of a rule book and the reading in use
provenance   where each number comes from
cardset      a folder as one frozen, hashed `CardSet`
"""

from balance.cards.cardset import CardSet, Layout, load_cards
from balance.cards.changes import Change, summed_up
from balance.cards.edits import (
    Edits,
    from_options,
    option_text,
    parse_add,
    parse_copy,
    parse_override,
    parse_remove,
)
from balance.cards.override import Override, apply_overrides
from balance.cards.paths import Place, nearest, parse_path, path_text
from balance.cards.provenance import Provenance, SourceIds
from balance.cards.read import Document, read_text, read_yaml
from balance.cards.readings import Assumption, Question, Reading
from balance.cards.revision import card_folder_at
from balance.cards.validate import Problem, Strict, raise_problems, validate, wrong

__all__ = [
    "Assumption",
    "CardSet",
    "Change",
    "Document",
    "Edits",
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
    "card_folder_at",
    "from_options",
    "load_cards",
    "nearest",
    "option_text",
    "parse_add",
    "parse_copy",
    "parse_override",
    "parse_path",
    "parse_remove",
    "path_text",
    "raise_problems",
    "read_text",
    "read_yaml",
    "summed_up",
    "validate",
    "wrong",
]
