"""`kernel` and `entry`: the one place that knows how the rules are compiled.

Rules and bots are Python functions over one NumPy structured record. The same text runs two ways:

compiled
    `@kernel` functions are numba dispatchers that call each other; `@entry` functions are the few
    that Python calls (with arrays of one record) and that are cached on disk.
plain
    `plain(entry)` rebuilds an entry point and every kernel it reaches as ordinary Python functions,
    and `as_objects` turns a record into slotted objects. Real tracebacks, a debugger, bounds errors.

The cache folder carries a hash of every kernel source in its name, because numba itself looks only at
the file that defines a function: an edit in another file would leave the old machine code running. Files
of a game that hold no kernels (`NO_KERNELS`) are left out, so that a text or a measure can be edited
without compiling anew.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types as python_types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic as _intrinsic

from balance.folding import EntryCompiler, HelperCompiler

if TYPE_CHECKING:
    from collections.abc import Callable

intrinsic: Any = _intrinsic  # its type hints take the typing context for an argument of callers

PACKAGE = Path(__file__).parent
BOUNDS_CHECKED = os.environ.get("BALANCE_BOUNDSCHECK", "") not in ("", "0")
"""Compile with index checks (slower). In the environment, not an argument: workers must agree."""


NO_KERNELS = (
    "__init__.py",
    "interface.py",
    "declaring.py",
    "words.py",
    "positions.py",
    "gist.py",
    "notation.py",
    "parsing.py",
    "telling.py",
    "transcripts.py",
    "measures.py",
    "staffing.py",
    "fates.py",
    "curves.py",
    "chapters.py",
    "cards.py",
    "tables.py",
    "language.py",
    "language_page.py",
    "operations.py",
    "phrases.py",
    "pieces.py",
    "reader.py",
    "sentences.py",
    "texts.py",
    "compiler.py",
    "profiles.py",
    "warnings.py",
    "fits.py",
    "lint.py",
    "agreement.py",
    "records.py",
    "recorded.py",
    "evidence.py",
    "extras.py",
    "identified.py",
    "hidden.py",
    "stated.py",
    "places.py",
)
"""Names of files under `games/` that no compiled code comes from, and whose values no kernel reads.

A file that is not named here counts as a source: the safe side, at the price of half a minute of compiling.
Records and constants that kernels use belong in files that count, such as `state.py`. What `interface.py`
has for kernels is the record `JOB`, an argument: another record is another signature, so it is compiled anew.
"""


def kernel_sources() -> list[Path]:
    """Every file whose text can change compiled code: this one, `folding.py`, `chance.py`, the games'."""
    games = sorted(path for path in (PACKAGE / "games").rglob("*.py") if path.name not in NO_KERNELS)
    return [PACKAGE / "jit.py", PACKAGE / "folding.py", PACKAGE / "chance.py", *games]


def _sources_hash() -> str:
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} {sys.version_info[:3]} {BOUNDS_CHECKED}".encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: `$BALANCE_CACHE` or the user's cache folder, one folder per text."""
    root = os.environ.get("BALANCE_CACHE")
    if root:
        base = Path(root)
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "balance"
    return base / f"kernels-{_sources_hash()}"


CACHE = cache_folder()
_CONFIG: Any = numba.config
_CONFIG.CACHE_DIR = str(CACHE)
_NJIT: Any = numba.njit  # its type hints know neither the wrapper options nor a dict of options

_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "boundscheck": BOUNDS_CHECKED,
}


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    """A compiled helper. Takes records and numbers, never arrays (an array is reference-counted)."""
    found = _NJIT(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=HelperCompiler, **_OPTIONS, **options
    )(function)
    own_way = found.get_call_template

    def one_way(arguments: Any, keywords: Any) -> Any:
        return own_way(tuple(_plain_type(each) for each in arguments), keywords)

    found.get_call_template = one_way
    return found


def _plain_type(kind: Any) -> Any:
    """int64 for a constant or a member of an IntEnum: else a helper is compiled once for each."""
    if isinstance(kind, types.IntEnumMember):
        return kind.dtype
    return types.unliteral(kind)


def inline(function: Callable[..., Any]) -> Any:
    """A small kernel that is always inlined: a third less time per game, some seconds more to compile."""
    return kernel(function, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """A compiled function that Python calls, with arrays of records; cached on disk."""
    return _NJIT(cache=True, nogil=True, pipeline_class=EntryCompiler, **_OPTIONS)(function)


def twin(compiled: Any, python: Callable[..., Any]) -> Any:
    """Give a kernel another text for plain mode (only integer mixers need it) and return it."""
    compiled.balance_twin = python
    return compiled


def is_cold(compiled: Any) -> bool:
    """Whether an entry point has yet to be compiled on this machine; never true of ordinary Python.

    numba keeps it under the folder of its file and the names of module and function.
    """
    function = getattr(compiled, "py_func", None)
    if function is None:
        return False
    folder = Path(function.__code__.co_filename).parent.name
    module = function.__module__.rpartition(".")[2]
    return not any(CACHE.glob(f"{folder}_*/{module}.{function.__qualname__}-*.nbc"))


# --------------------------------------------------------------------------------------- plain mode

_plain_functions: dict[int, Any] = {}
_plain_globals: dict[int, dict[str, Any]] = {}


def _convert_globals(namespace: dict[str, Any]) -> dict[str, Any]:
    """A copy of a module's globals in which each kernel is its plain twin (built on first use)."""
    known = _plain_globals.get(id(namespace))
    if known is None:
        known = dict(namespace)
        _plain_globals[id(namespace)] = known  # before the loop: kernels may call each other
        for name, value in namespace.items():
            if isinstance(value, Dispatcher):
                known[name] = plain(value)
    return known


def plain(compiled: Any) -> Callable[..., Any]:
    """The same function, and all kernels it reaches, as ordinary Python functions."""
    known = _plain_functions.get(id(compiled))
    if known is not None:
        return known
    text = getattr(compiled, "balance_twin", None)
    if text is not None:
        _plain_functions[id(compiled)] = text
        return text
    original = compiled.py_func
    shell = python_types.FunctionType(original.__code__, {}, original.__name__, original.__defaults__)
    _plain_functions[id(compiled)] = shell
    namespace = _convert_globals(original.__globals__)
    result = python_types.FunctionType(original.__code__, namespace, original.__name__, original.__defaults__)
    result.__doc__ = original.__doc__
    _plain_functions[id(compiled)] = result
    for space in _plain_globals.values():  # whoever met the shell gets the function
        for name, value in space.items():
            if value is shell:
                space[name] = result
    return result


class CheckedList(list):
    """A list without negative indices: in a kernel those would be somebody else's memory."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        """The item; IndexError below 0 too."""
        if index < 0:
            msg = f"index {index} below 0"
            raise IndexError(msg)
        return list.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Set the item; IndexError below 0 too."""
        if index < 0:
            msg = f"index {index} below 0"
            raise IndexError(msg)
        list.__setitem__(self, index, value)


_classes: dict[np.dtype, type] = {}


def _class_of(dtype: np.dtype) -> type:
    cls = _classes.get(dtype)
    if cls is None:
        cls = type("Record", (), {"__slots__": tuple(dtype.names or ())})
        _classes[dtype] = cls
    return cls


def _as_object(value: Any, dtype: np.dtype) -> Any:
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        rest = np.dtype((inner, shape[1:])) if len(shape) > 1 else inner
        if rest.names is None and rest.subdtype is None:
            return CheckedList(value.tolist())
        return CheckedList([_as_object(part, rest) for part in value])
    if dtype.names is not None:
        result = _class_of(dtype)()
        for name in dtype.names:
            setattr(result, name, _as_object(value[name], dtype[name]))
        return result
    return value.item() if hasattr(value, "item") else value


def as_objects(records: np.ndarray) -> CheckedList:
    """An array of records as a list of slotted Python objects, for plain mode (a copy)."""
    return CheckedList([_as_object(record, records.dtype) for record in records])


def _write_back(target: Any, source: Any, dtype: np.dtype) -> None:
    for name in dtype.names or ():
        field = dtype[name]
        value = getattr(source, name)
        if field.names is not None:
            _write_back(target[name], value, field)
        elif field.subdtype is not None and field.subdtype[0].names is not None:
            for part, item in zip(target[name], value, strict=True):
                _write_back(part, item, field.subdtype[0])
        else:
            target[name] = value


def from_objects(objects: CheckedList, records: np.ndarray) -> None:
    """Write plain objects back into an array of records (the inverse of `as_objects`)."""
    for position, item in enumerate(objects):
        _write_back(records[position], item, records.dtype)


def _store_python(rows: np.ndarray, position: int, record: Any) -> None:
    _write_back(rows[position], record, rows.dtype)


@kernel
def _store(rows: Any, position: Any, record: Any) -> None:
    rows[position] = record


store = twin(_store, _store_python)
"""store(rows, position, record): copy a record into an array of rows (a NumPy array in both modes)."""


# --------------------------------------------------------------------------------- blank records


@intrinsic
def _clear_bytes(typing_context: Any, record: Any, size: Any) -> Any:
    """Set so many bytes from the start of a record to 0."""
    del typing_context

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.bitcast(args[0], cgutils.voidptr_t)
        cgutils.memset(builder, place, args[1], 0)
        return context.get_dummy_value()

    return types.none(record, size), generate


def _clear_python(record: Any, size: int) -> None:
    del size
    for name in type(record).__slots__:
        if name in AFTER_PLAYERS:
            continue
        setattr(record, name, _blank(getattr(record, name)))


AFTER_PLAYERS = ("option", "log")
"""What `clear` leaves alone in plain mode: large fields at the end of a game that need no clearing."""


def _blank(value: Any) -> Any:
    if isinstance(value, CheckedList):
        for position, item in enumerate(value):
            value[position] = _blank(item)
        return value
    if hasattr(type(value), "__slots__") and not isinstance(value, int | float):
        for name in type(value).__slots__:
            setattr(value, name, _blank(getattr(value, name)))
        return value
    return type(value)(0)


@kernel
def _clear(record: Any, size: Any) -> None:
    _clear_bytes(record, size)


@intrinsic
def _popcount(typing_context: Any, mask: Any) -> Any:
    """How many bits of a word are set."""
    del typing_context, mask

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
    """The place of the lowest bit of a word."""
    del typing_context, mask

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), generate


@inline
def _bits(mask: Any) -> Any:
    return _popcount(mask)


@inline
def _lowest(mask: Any) -> Any:
    return _trailing_zeros(mask)


def _lowest_python(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


bits = twin(_bits, int.bit_count)
"""bits(mask): how many bits of a mask (not below 0) are set."""

lowest = twin(_lowest, _lowest_python)
"""lowest(mask): the place of its lowest bit; the mask is not 0."""

clear = twin(_clear, _clear_python)
"""clear(record, size): its first `size` bytes become 0 (plain mode: all fields but AFTER_PLAYERS)."""
