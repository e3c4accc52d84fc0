"""The options of tables and environments: the type, the default and the meaning of each, in one place.

The classes are types for keyword arguments. Functions that pass options on use the same
types, so type checkers and editors know every name:

>>> from typing_extensions import Unpack
>>> def make(**options: Unpack[EnvOptions]) -> gymnasium.Env:
...     return MyWrapper(gymnasium.make("rummygym/GinRummy-v1", **options))

:func:`accepts` adds the names, defaults and texts to signatures and docstrings.
"""

import difflib
import functools
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypedDict, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEARNING", "EnvOptions", "MultiAgentOptions", "SelfPlayOptions", "TablesOptions", "TextOptions", "accepts"]

#: ``flat``: one vector. ``dict``: the named fields in their own types. ``scaled`` and ``scaled-dict``: the same
#: as float32, divided by the maximum of each field. ``cards``: a dict of float32, ``cards`` [K, F] and ``numbers`` [G].
#: ``actions``: a dict of what each choice leads to.
Form = Literal["flat", "dict", "scaled", "scaled-dict", "cards", "actions"]

#: The forms in which the engine writes rows.
TablesForm = Literal["flat", "scaled", "cards", "actions"]

#: The name of the observation beside ``action_mask``, if the mask is part of it: PettingZoo and
#: RLlib use different ones.
Masked = Literal["observation", "observations"]

#: What an illegal action does: end the episode with a penalty, or raise.
Illegal = Literal["penalty", "raise"]

#: The games.
Game = Literal["indian", "gin", "indian-match", "gin-match"]

#: The types of flat observations.
DType = Literal["float32", "uint8"] | type[np.float32] | type[np.uint8] | np.dtype[Any]

#: The limit of decisions by default. No sensible game comes near it: a match of Gin Rummy between
#: random players has some thousand.
MAX_STEPS = 100_000

#: A policy: from observations of M tables, in rows [M, L] or the form of their environment, and masks bool [M, A] to
#: actions [M]. Each table of each call is a decision of its own; M changes from call to call.
Policy = Callable[[Any, NDArray[np.bool_]], Any]

# An option is Annotated[type, default, meaning].


class GameOptions(TypedDict, total=False):
    """The options of all tables and environments that the engine knows."""

    preset: Annotated[str | None, None, "Name of the preset of the rules; None is the first preset of the game."]
    rules: Annotated[
        Mapping[str, int | str] | None, None, 'Options that override the preset, such as ``{"knock-limit": 10}``.'
    ]
    fields: Annotated[
        str | None,
        "default",
        'Comma-separated groups of observation fields, "all", "default", or "none". The default of Indian Rummy is '
        '"cards-and-counts,score,distance,relations", that of Gin Rummy "cards-and-counts,deadwood", and those of their '
        'matches "match,cards-and-counts,score,distance,relations" and "match,cards-and-counts,deadwood".',
    ]
    dtype: Annotated[
        DType,
        "float32",
        'Type of observations of the form "flat" or "dict", "float32" or "uint8": a quarter of the memory, which makes thousands of tables '
        "faster. As uint8 a number above 255 is 255; the only one that occurs is a match's number of hands. Fields "
        "with negative numbers or fractions are an error: the default fields have none.",
    ]
    reward_scale: Annotated[float, 1.0, "Reward of one point gained."]
    potential: Annotated[
        Literal["min-dist", "min-score", "deadwood", "match-score"] | None,
        None,
        'Potential of reward shaping: "min-dist" or "min-score" of indian, "deadwood" or "match-score" of gin; None '
        "for no shaping.",
    ]
    potential_scale: Annotated[float, 1.0, "Reward of one unit of the potential."]
    gamma: Annotated[float, 1.0, "The learner's discount factor, for the shaping."]


class LearnerOptions(TypedDict, total=False):
    """The options of tables with opponents."""

    seat: Annotated[int, 0, "The learner's seat in episode 0; used with opponents only."]
    seating: Annotated[Literal["fixed", "alternating"], "fixed", '"fixed", or "alternating": one seat further in each episode.']


class SelfPlayOptions(GameOptions, total=False):
    """The options of :class:`rummygym.selfplay.SelfPlay`."""

    autoreset: Annotated[
        Literal["next-step", "same-step", "disabled"],
        "next-step",
        'What happens to a table whose episode is over. "next-step": the next step deals and ignores the action. '
        '"same-step": the step that ends an episode deals the next one. "disabled": the table waits for a reset, and '
        "its action must be -1.",
    ]
    observation: Annotated[
        TablesForm,
        "flat",
        '"scaled" divides the entries by ``Field.scale``, the maximum of each field, as a network in a file divides its '
        'inputs. "cards" has the fields ``cards`` [K, F] and ``numbers`` [G], as ``spec.split`` returns them: the planes of '
        'each card, and the numbers that belong to no card, divided by their maxima. "actions" has the fields ``after`` [R, F], '
        "``actions``, ``wins`` and ``costs`` [R]: what each choice leads to, and its action.",
    ]
    workers: Annotated[int, 0, "Number of cores that step the tables, 0 for all. Results do not depend on it."]
    max_steps: Annotated[int, 0, "Decisions of all seats after which an episode is truncated, 0 for no limit."]


class TablesOptions(SelfPlayOptions, LearnerOptions, total=False):
    """The options of :class:`rummygym.Tables`: all that the engine knows."""

    num_envs: Annotated[int, 1, "Number of tables, N."]
    opponents: Annotated[
        str | Sequence[str | None] | None,
        None,
        "None for self-play; otherwise one agent for all other seats, or a sequence with one agent for each seat after "
        "the learner's, in order, or with so many for each table, those of table 0 first: N agents at tables for two. "
        "The caller also plays the seats of entries that are None.",
    ]
    record: Annotated[
        bool, False, "Keep what happens, for ``text`` with history, ``events``, ``record`` and positions."
    ]


class TextOptions(TypedDict, total=False):
    """The options of texts of a seat: see ``docs/text.md``."""

    rules: Annotated[bool, False, "Begin with the rules."]
    legal: Annotated[bool, True, "List the legal moves."]
    numbers: Annotated[
        bool, False, "Add what a solver counts: melds, points, MinDist, outs, and what each move leaves."
    ]
    history: Annotated[
        Literal["since", "all", "none"], "since", 'Events: "since" the last decision of the seat, "all", or "none".'
    ]
    cards: Annotated[
        Literal["letters", "symbols"], "letters", 'How cards are written: "letters" (9C) or "symbols" (9♣).'
    ]
    relabel: Annotated[
        str | None, None, 'Letters of the suits that are written for C, D, H and S, such as "SHCD"; None: those.'
    ]
    names: Annotated[
        int | None, None, "Seed of made-up names of ranks and suits, which the text explains; None: the usual names."
    ]


class FormOptions(GameOptions, total=False):
    """The options of all environments."""

    observation: Annotated[
        Form,
        "flat",
        '"flat", a vector; "dict", the named fields; "scaled" or "scaled-dict", the same as float32, divided by '
        "``Field.scale``, the maximum of each field, as a network in a file divides its inputs; "
        '"cards", a dict of float32 of ``cards`` [K, F], the planes of each card, and ``numbers`` [G], those that belong '
        'to no card, divided by their maxima; "actions", a dict of ``after`` [R, F], what each choice leads to, and of '
        "``actions``, ``wins`` and ``costs`` [R], for which ``fields`` are groups of fields of afterstates.",
    ]
    max_steps: Annotated[
        int,
        MAX_STEPS,
        "Decisions of all seats after which an episode is truncated, 0 for no limit. The default is far beyond any "
        "sensible game.",
    ]


class IllegalOptions(TypedDict, total=False):
    """What an illegal action does."""

    illegal: Annotated[
        Illegal,
        "penalty",
        '"penalty": an illegal action ends the episode with that reward for its player; "raise": it raises '
        "IllegalActionError and changes nothing.",
    ]
    penalty: Annotated[float | None, None, "Reward of an illegal action. None: that of losing 100 points."]


class RenderOptions(TypedDict, total=False):
    """The options of environments that can be rendered."""

    render_mode: Annotated[
        Literal["ansi", "human", "rgb_array"] | None,
        None,
        'None, "ansi", "rgb_array", which needs Pillow, or "human", which prints the table in colours after every '
        "step.",
    ]


class EnvOptions(FormOptions, LearnerOptions, IllegalOptions, RenderOptions, total=False):
    """The options of :class:`rummygym.envs.RummyEnv` and :class:`rummygym.vector.RummyVectorEnv`."""

    opponents: Annotated[
        str | Policy | Sequence[str | Policy] | None,
        None,
        "The agent at the other seats, one that ``rummygym agents`` lists, or a function from an observation and a mask "
        "bool [A] to an action; in vector environments, from those of M tables to actions [M]. Or a list with one for each "
        "other seat, in order after the learner's, or in vector environments with so many for each table, those of table "
        '0 first. None: "min-dist" of Indian Rummy, "simple" of Gin Rummy.',
    ]
    masked: Annotated[
        Masked | None,
        None,
        "The name of the observation in a dict with ``action_mask``, for libraries that look for the mask there: "
        '"observations" for RLlib, "observation" as in PettingZoo. None: the observation alone.',
    ]
    render_seat: Annotated[
        int | Literal["learner", "all"], "learner", 'The view to render: "learner", "all" cards, or a seat.'
    ]


class MultiAgentOptions(FormOptions, IllegalOptions, total=False):
    """The options of :class:`rummygym.rllib.RummyMultiEnv`."""


class RawPettingZooOptions(FormOptions, RenderOptions, total=False):
    """The options of PettingZoo environments without wrappers."""

    render_seat: Annotated[int | Literal["all", "mover"], "all", 'The view to render: "all" cards, "mover", or a seat.']


class PettingZooOptions(RawPettingZooOptions, IllegalOptions, total=False):
    """The options of ``env()`` and ``parallel_env()`` of PettingZoo."""

    num_players: Annotated[
        int | None, None, "Of Indian Rummy: 2 to 6, sets the option ``seats`` of the rules. None: as in ``rules``."
    ]


#: By game the options of environments with which a learner gets strong soonest; see "Reward, shaping, opponents, networks" in the
#: documentation. A reward is about one unit.
LEARNING: dict[str, EnvOptions] = {
    "gin": {
        "observation": "cards",
        "fields": "cards-and-counts,deadwood,discard-deadwood",
        "opponents": "simple",
        "seating": "alternating",
        "reward_scale": 1 / 30,
        "potential": "deadwood",
        "potential_scale": 1 / 30,
    },
    "indian": {
        "observation": "cards",
        "fields": "cards-and-counts,score,distance,relations,discard-distances,outs",
        "opponents": "min-dist-opp",
        "seating": "alternating",
        "reward_scale": 1 / 40,
        "potential": "min-dist",
        "potential_scale": 1 / 5,
    },
}

_T = TypeVar("_T")


def accepts(options: Any) -> Callable[[_T], _T]:
    """Returns a decorator for a function or class whose ``**options`` have one of the types above.

    The decorated function takes options as if its signature and docstring listed them: options that are not
    given get their defaults, and a wrong name raises a TypeError that suggests a similar name.
    """
    known = _read(options)
    defaults = {name: default for name, (_, default, _) in known.items()}

    def decorate(target: Any) -> Any:
        call: Any = vars(target)["__init__"] if isinstance(target, type) else target
        plain = inspect.signature(call)
        own = [p for p in plain.parameters.values() if p.kind is not p.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for name, (kind, default, _) in known.items()
        ]
        signature = plain.replace(parameters=own + more)

        @functools.wraps(call)
        def checked(*args: Any, **given: Any) -> Any:
            for name in given:
                if name not in signature.parameters:
                    near = difflib.get_close_matches(name, signature.parameters, 1, 0.8)
                    hint = f": did you mean {near[0]!r}?" if near else ""
                    raise TypeError(f"{call.__qualname__}() got an unexpected keyword argument {name!r}{hint}")
            return call(*args, **(defaults | given))

        checked.__signature__ = signature  # type: ignore[attr-defined]
        if isinstance(target, type):
            target.__init__ = checked  # type: ignore[misc]
        else:
            target = checked
        _explain(target, options)
        return target

    return decorate


def _read(options: Any) -> dict[str, tuple[Any, Any, str]]:
    """Returns the type, the default and the meaning of each option."""
    return {name: (o.__origin__, *o.__metadata__) for name, o in get_type_hints(options, include_extras=True).items()}


def _explain(target: Any, options: Any) -> None:
    """Adds the meaning of the options to the docstring, after the arguments that it has."""
    if not target.__doc__:  # python -OO
        return
    doc = inspect.cleandoc(target.__doc__)
    lines = [doc if "\nArgs:\n" in doc else f"{doc}\n\nArgs:"]
    for name, (*_, text) in _read(options).items():
        lines += textwrap.wrap(f"    {name}: {text}", 96, subsequent_indent=" " * 8, break_on_hyphens=False)
    target.__doc__ = "\n".join(lines)


for _options in (EnvOptions, MultiAgentOptions, SelfPlayOptions, TablesOptions):
    _explain(_options, _options)
