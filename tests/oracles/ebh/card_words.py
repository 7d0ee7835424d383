"""Words of the card language by kind, and what a text may speak of where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

BANS = ["raise_required", "lower_required", "play_mayhem", "play_fix", "draw", "recover", "dismiss", "send"]
LEAVES = ["extra_fix", "extra_hire", "extra_attempt", "fix_in_mayhem_window"]
SHIELDS = ["job_incapacitation", "mayhem_target", "mayhem", "incapacitation", "return"]
UNTIL = ["attempt", "end_of_turn", "start_of_next_turn", "end_of_next_turn"]
TYPES = ["hire", "mayhem", "fix", "any"]
COUNTED = {
    "draw", "discard", "discard_random", "cycle", "take_back", "exchange", "look", "reveal", "incapacitate",
    "recover", "reduce", "worsen", "return_hire", "unassign", "dismiss", "enlist", "activate", "qualify",
    "gain", "lose", "protect",
}  # fmt: skip


@dataclass
class Scope:
    """What a text may speak of where it stands."""

    source: str
    attempt: bool  # an attempt may be running
    hires: list[str] = field(default_factory=list)
    cards: list[tuple[str, str]] = field(default_factory=list)  # name, zone
    players: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    depth: int = 0

    def before(self) -> Scope:
        """For what is worked out before the play: nothing is chosen or done yet."""
        return Scope(self.source, self.attempt)

    def inner(self) -> Scope:
        return replace(
            self, hires=[*self.hires], cards=[*self.cards], players=[*self.players], depth=self.depth + 1
        )
