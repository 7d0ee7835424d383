"""Ways to spoil a file: its bytes, its text, or the values in it. Each takes a source of chance first.

`spoiled(rng, raw)` picks some; the same generator state gives the same bytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np

    Mutator = Callable[[np.random.Generator, bytes], bytes]

NUMBERS = (
    *("0", "-1", "1", "2", "7", "8", "9", "12", "13", "16", "17", "64", "100", "101", "200", "201", "255"),
    *("256", "257", "1000000", "1000001", "2147483648", "9223372036854775807", "9223372036854775808"),
    *("18446744073709551616", "-9223372036854775809", "9" * 400, "1.5", "-0.0", "1e3", "1e999", "-1e999"),
    *("1e-999", ".inf", "-.INF", ".nan", "nan", "0x10", "0o17", "017", "0b1", "1_000", "12:30", "+3", "1."),
)
WORDS = (
    *("yes", "no", "on", "null", "~", "true", "'3'", '"x"', '""', "2024-01-01", "!!int 3", "!!binary aGk="),
    *("!!python/object/apply:os.system [ls]", "&a 3", "*a", "<<", "=", "[]", "{}", "[1, 2]", "{a: 1}"),
    *(
        "- 1",
        "? x",
        "? [x]\n: 1",
        "| \n x",
        ">-\n  x",
        "%YAML 1.1",
        "--- x",
        "...",
        "#",
        "{pays}",
        "{x}",
        "a b",
    ),
    *(
        "\u202e",
        "\u2066x",
        "caf\u00e9",
        "\U0001f600",
        "\u0661",
        "\u00a0",
        "\u2028",
        "\x85",
        "\ufeff",
        "K" * 400,
    ),
)
BITS = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc3", b"\r\n", b"\r", b"\t", b"\n\t", b" ", b"\n"),
    *(b":", b": ", b"- ", b"{", b"}", b"[", b"]", b"?", b"'", b'"', b"#", b"%", b"|", b"&a ", b"*a", b"!x "),
    *(
        b"<<: {a: 1}\n",
        b"\n---\n",
        b"\n...\n",
        b"\x1b[31m",
        b"\x7f",
        b"\xe2\x80\xae",
        b"source: ",
        b",",
        b"\\",
    ),
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "cp037")


def _at(rng: np.random.Generator, size: int) -> int:
    return int(rng.integers(size + 1))


def _pick(rng: np.random.Generator, items: Any) -> Any:
    return items[int(rng.integers(len(items)))]


# ------------------------------------------------------------------------------------- bytes and text


def flip(rng: np.random.Generator, raw: bytes) -> bytes:
    """Another byte somewhere."""
    at = _at(rng, max(0, len(raw) - 1))
    return raw[:at] + bytes([int(rng.integers(256))]) + raw[at + 1 :]


def insert(rng: np.random.Generator, raw: bytes) -> bytes:
    """A telling bit somewhere."""
    at = _at(rng, len(raw))
    return raw[:at] + _pick(rng, BITS) + raw[at:]


def delete(rng: np.random.Generator, raw: bytes) -> bytes:
    """Some bytes less."""
    at = _at(rng, len(raw))
    return raw[:at] + raw[at + int(rng.integers(1, 60)) :]


def truncate(rng: np.random.Generator, raw: bytes) -> bytes:
    """Only the beginning."""
    return raw[: _at(rng, len(raw))]


def repeat(rng: np.random.Generator, raw: bytes) -> bytes:
    """A piece of it twice."""
    at = _at(rng, len(raw))
    return raw[:at] + raw[at : at + int(rng.integers(1, 300))] + raw[at:]


def swap_lines(rng: np.random.Generator, raw: bytes) -> bytes:
    """Two lines change places."""
    lines = raw.split(b"\n")
    a, b = (int(n) for n in rng.integers(len(lines), size=2))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def indent(rng: np.random.Generator, raw: bytes) -> bytes:
    """A line moves in or out."""
    lines = raw.split(b"\n")
    n = int(rng.integers(len(lines)))
    lines[n] = lines[n].lstrip() if rng.random() < 0.3 else _pick(rng, (b" ", b"  ", b"\t")) + lines[n]
    return b"\n".join(lines)


def line_ends(rng: np.random.Generator, raw: bytes) -> bytes:
    """Other line ends."""
    return raw.replace(b"\n", _pick(rng, (b"\r\n", b"\r", b"\n\n", b"\xc2\x85", b"\xe2\x80\xa8")))


def encoded(rng: np.random.Generator, raw: bytes) -> bytes:
    """In another encoding, or with a byte order mark."""
    if rng.random() < 0.4:
        return b"\xef\xbb\xbf" + raw
    return raw.decode("utf-8", "replace").encode(_pick(rng, ENCODINGS), "replace")


def other_number(rng: np.random.Generator, raw: bytes) -> bytes:
    """A number or word of the text becomes another."""
    text = raw.decode("utf-8", "replace")
    starts = [n for n, c in enumerate(text) if c.isalnum() and not text[n - 1 : n].isalnum()]
    if not starts:
        return raw
    at = _pick(rng, starts)
    end = at
    while end < len(text) and text[end].isalnum():
        end += 1
    new = _pick(rng, NUMBERS if rng.random() < 0.6 else WORDS)
    return (text[:at] + new + text[end:]).encode("utf-8", "surrogatepass")


def huge(rng: np.random.Generator, raw: bytes) -> bytes:
    """Something very long, deep, or many-fold at the end or in the middle."""
    n = int(rng.integers(10, 4000))
    block = _pick(
        rng,
        (
            b"[" * n,
            b"{a: " * n,
            b"- " * n,
            b"? " * n,
            b"x" * n * 100,
            b"'" + b"y" * n * 10,
            b"z: " + b"[1, " * 20 + b"9" * n,
            b"".join(b"k%d: %d\n" % (i, i) for i in range(n)),
            b"q: {" + b", ".join(b"k%d: 1" % i for i in range(n)) + b"}\n",
            b"\n".join(b"  " * i + b"d:" for i in range(min(n, 300))),
            b"a: &a [x, x]\n" + b"".join(b"b%d: &b%d [*a, *a, *a]\n" % (i, i) for i in range(9)),
            b"? " + b"L" * n + b"\n: 1\n",
            b"\n" * n,
            b"#" * n,
        ),
    )
    at = len(raw) if rng.random() < 0.6 else _at(rng, len(raw))
    return raw[:at] + b"\n" + block + raw[at:]


TEXT = (flip, insert, delete, truncate, repeat, swap_lines, indent, line_ends, encoded, other_number, huge)


# --------------------------------------------------------------------------------------------- values


def spots(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value, the outermost first."""
    yield path
    for key, value in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        yield from spots(value, (*path, key))


def _inside(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def _values(rng: np.random.Generator, value: Any) -> Any:
    """Something else in the place of a value."""
    kinds: tuple[Any, ...] = (
        *(0, 1, 2, 3, -1, 7, 8, 9, 12, 13, 16, 17, 100, 101, 128, 200, 201, 256, 257, 1_000_000, 1_000_001),
        *(2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 0.5, 1e300, True, False, None, "", "x", "workshop", "3"),
        *([], {}, [value], {"a": value}, [value, value], "x" * 2001, "\u202ex", "a.b[0]", "{amount}"),
    )
    if isinstance(value, int) and rng.random() < 0.5:
        return value + int(rng.integers(-3, 4))
    return _pick(rng, kinds)


def change(rng: np.random.Generator, data: Any) -> Any:
    """One value, key or order of the data is different."""
    path = _pick(rng, list(spots(data)))
    if not path or rng.random() < 0.02:
        return _values(rng, data)
    home, key = _inside(data, path[:-1]), path[-1]
    what = int(rng.integers(8))
    if what < 4:
        home[key] = _values(rng, home[key])
    elif what == 4:
        del home[key]
    elif isinstance(home, list):
        home.insert(int(rng.integers(len(home) + 1)), home[key] if what < 7 else [home.pop(key)])
    elif what == 5:
        home[_pick(rng, (f"{key}s", f"{key}"[:-1], "x", "Workshop", "a b", "source", "1", "\u00e9"))] = (
            home.pop(key)
        )
    elif what == 6:
        other = _pick(rng, list(home))
        home[key], home[other] = home[other], home[key]
    else:
        home[f"{key}_2"] = home[key]
    return data


def restructure(rng: np.random.Generator, raw: bytes) -> bytes:
    """Parsed, changed in one to four places, and written again (as YAML, or as JSON, which is YAML too)."""
    try:
        data = yaml.safe_load(raw)
    except (yaml.YAMLError, ValueError):
        return raw
    for _ in range(int(rng.integers(1, 5))):
        data = change(rng, data)
    if rng.random() < 0.5:
        return json.dumps(data).encode()
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None, allow_unicode=True).encode()


def spoiled(rng: np.random.Generator, raw: bytes) -> bytes:
    """The bytes after one to three changes; about half of the time to values, so that much is still read."""
    if rng.random() < 0.5:
        return restructure(rng, raw)
    for _ in range(int(rng.integers(1, 4))):
        raw = _pick(rng, TEXT)(rng, raw)
    return raw
