"""The optional tables of a recorded game: hands, exchanges and rankings, checked against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.cards.paths import in_words, listing
from balance.cards.validate import Problem
from balance.games.hire_or_fire.reader import MOMENTS, Exchange, key_of, twice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.games.hire_or_fire.reader import Card, Entry
    from balance.games.hire_or_fire.records import Making, Week


class Extras:
    """Hands, exchanges and rankings of a game."""

    def __init__(self, making: Making, seat: dict[str, int]) -> None:
        """`seat`: of each player, by key."""
        self.making, self.seat = making, seat
        self.problems, frame = making.problems, making.reading.model.frame
        self.full = {"jobs": frame.hand_jobs, "skills": frame.hand_skills}
        self.swaps = frame.swap_cards
        self.hands: dict[tuple[int, str], dict[Card, Entry]] = {}
        self.exchanges: dict[tuple[int, str], Exchange] = {}
        self.rankings: dict[tuple[int, str], dict[int, tuple[str, Entry]]] = {}

    def _rows(self, table: str, column: str) -> Iterator[tuple[Entry, tuple[int, str]]]:
        """Rows with week and player that are known."""
        weeks = {week for week, _ in self.making.rows["offers"]}
        for entry in self.making.tables.get(table, ()):
            player = self.making.player(entry, column)
            if entry["week"] is None or player is None:
                continue
            if entry["week"] not in weeks:
                allowed = f"a week of game {self.making.name} that has offers"
                self.problems.append(entry.row.wrong("week", allowed))
                continue
            yield entry, (entry["week"], player)

    def check(self) -> None:
        """Read them; problems are collected."""
        self._read_exchanges()
        self._read_hands()
        self._read_rankings()

    def put(self, weeks: list[Week]) -> None:
        """Into the weeks."""
        for (week, player), hand in self.hands.items():
            weeks[week - 1].hands[self.seat[player]] = list(hand)
        for (week, player), exchange in self.exchanges.items():
            weeks[week - 1].exchanges[self.seat[player]] = exchange
        for (week, player), ranks in self.rankings.items():
            weeks[week - 1].rankings[self.seat[player]] = [self.seat[ranks[r][0]] for r in sorted(ranks)]

    def _read_exchanges(self) -> None:
        """HF-21: one exchange a week, of so many cards at most, each for one of its kind."""
        for entry, key in self._rows("exchanges", "player"):
            moment = MOMENTS.index("before_folder") if entry["moment"] is None else entry["moment"]
            known = self.exchanges.setdefault(key, Exchange(moment, place=entry.place()))
            out, drawn = entry["out"], entry["drawn"]
            if known.moment != moment:
                text = f"found {MOMENTS[moment]}, but {MOMENTS[known.moment]} in line {known.place.line}"
                text += "; allowed: one exchange a week, at one moment (HF-21)"
                self.problems.append(entry.row.problem("moment", text))
            if out is None:
                continue
            if out in known.out:
                self.problems.append(entry.row.wrong("out", "a card not named in the row before"))
            elif len(known.out) == self.swaps:
                text = f"found a card more, allowed: {self.swaps} cards exchanged in a week (HF-21)"
                self.problems.append(entry.row.problem("out", text))
            if drawn is not None and drawn[0] != out[0]:
                what = "job" if out[0] == "jobs" else "skill card"
                self.problems.append(entry.row.wrong("drawn", f"a {what}, as the one that went out (HF-21)"))
            known.out.append(out)
            known.drawn.append(drawn)

    def _read_hands(self) -> None:
        """HF-10, HF-46: hands as a week begins; what is used was there or drawn."""
        for entry, key in self._rows("hands", "player"):
            if entry["card"] is None:
                self.making.reading.holes.add("hands")
                continue
            hand = self.hands.setdefault(key, {})
            if entry["card"] in hand:
                first = hand[entry["card"]]
                self.problems.append(twice(entry, first, "card", "a card of a hand"))
            hand.setdefault(entry["card"], entry)
        if "hands" in self.making.reading.holes:
            return
        for (week, player), hand in self.hands.items():
            first = next(iter(hand.values()))
            name = self.making.players[player]
            for kind, full in self.full.items():
                found = sum(card[0] == kind for card in hand)
                if found != full:
                    text = (
                        f"found {found} {kind} in the hand of {name} in week {week}, allowed: {full},"
                        " the hand as the week begins (HF-10)"
                    )
                    self.problems.append(Problem(first.place(), "card", text))
            self._used_from(hand, week, player)

    def _used_from(self, hand: dict[Card, Entry], week: int, player: str) -> None:
        """What is offered, put into the folder or exchanged was in hand then."""
        exchange = self.exchanges.get((week, player), Exchange(len(MOMENTS)))
        drawn = {card for card in exchange.drawn if card is not None}
        after = (set(hand) - set(exchange.out)) | drawn
        unknown = None in exchange.drawn
        slots = [("offers", "job"), *(("applications", slot) for slot in ("job", "strength", "weakness"))]
        for table, slot in slots:
            entry = self.making.rows[table].get((week, player))
            if entry is None or entry[slot] is None:
                continue
            later = exchange.moment < MOMENTS.index("before_folder" if table == "offers" else "week_end")
            card = ("jobs" if slot == "job" else "skills", entry[slot])
            if card not in (after if later else set(hand)) and not (later and unknown):
                text = (
                    f"found {in_words(entry.row[slot])}, which is not in the hand of {entry['player']} then"
                    f" (week {week} in hands.csv, exchanges.csv), allowed: a card in hand (HF-19, HF-23)"
                )
                self.problems.append(entry.row.problem(slot, text))
        for card in exchange.out:
            if card not in hand:
                text = "found a card that is not in the hand (hands.csv), allowed: a hand card (HF-21)"
                self.problems.append(Problem(exchange.place, "out", text))

    def _read_rankings(self) -> None:
        """Ranks 1, 2, ... of folders of others, the hired one first."""
        for entry, key in self._rows("rankings", "hirer"):
            about = self.making.player(entry, "player")
            if about is None or entry["rank"] is None:
                continue
            ranks = self.rankings.setdefault(key, {})
            if entry["rank"] in ranks:
                what = f"rank {entry['rank']}"
                self.problems.append(twice(entry, ranks[entry["rank"]][1], "rank", what))
            elif about in {who for who, _ in ranks.values()}:
                self.problems.append(entry.row.wrong("player", "somebody not ranked yet"))
            elif about == key[1]:
                self.problems.append(entry.row.wrong("player", "another player than the hirer"))
            ranks.setdefault(entry["rank"], (about, entry))
        for key, ranks in self.rankings.items():
            entry = next(iter(ranks.values()))[1]
            if sorted(ranks) != list(range(1, len(ranks) + 1)):
                text = f"found ranks {listing(map(str, sorted(ranks)))}, allowed: 1, 2, ... without gaps"
                self.problems.append(entry.row.problem("rank", text))
                continue
            hire = self.making.rows["hires"].get(key)
            if hire is not None and hire["chosen_player"] and key_of(hire["chosen_player"]) != ranks[1][0]:
                text = f"found another than {hire['chosen_player']}, who was hired ({hire.place()})"
                self.problems.append(ranks[1][1].row.problem("player", text + ", allowed: the same"))
