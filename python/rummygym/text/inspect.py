"""The games as a task of Inspect, ``rummygym/rummy``. It needs ``rummygym[inspect]``.

>>> from inspect_ai import eval
>>> from rummygym.text.inspect import rummy
>>> eval(rummy("gin", games=20, opponents="simple"), model="openai/gpt-4o")
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from anyio.to_thread import run_sync
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from .._arguments import choice
from ..options import Game
from ..spec import describe
from .costs import Method
from .env import TextEnv
from .prompts import AIMS, system
from .transcript import Memory

__all__ = ["game_score", "play", "rummy"]

END = "rummygym"
"""The member of a sample's store that has how the game ended, and its record."""


@task  # type: ignore[untyped-decorator]
def rummy(
    game: Game = "gin",
    games: int = 100,
    first_seed: int = 0,
    opponents: str | None = "simple",
    seat: int | None = None,
    preset: str | None = None,
    rules: dict[str, int | str] | None = None,
    retries: int = 2,
    fallback: str | None = None,
    text: dict[str, Any] | None = None,
    max_steps: int = 0,
    on_limit: Literal["forfeit", "value"] = "forfeit",
    memory: Memory = "game",
    judge: Method | None = None,
    rollouts: int = 600,
) -> Task:
    """Games of one model against agents or models, a sample for each seed.

    Args:
        game: "indian" or "gin".
        games: The number of games.
        first_seed: The seed of the first one.
        opponents: The agent at the other seats; None: the model with the role ``opponent``, or the model itself without one.
        seat: The seat of the model; None: the seats in turn, game by game.
        preset: This and the following are arguments of :class:`rummygym.text.TextEnv`.
        rules: Options that override the preset.
        retries: How many times the model is asked again after an invalid answer at a decision.
        fallback: The agent that decides after them; None: the game is lost.
        text: Options of the texts.
        max_steps: Decisions of all seats after which the game ends, 0 for no limit.
        on_limit: What such a limit is worth, or one of Inspect.
        memory: What the model sees: all messages of its "game", or the rules and those of this "decision".
        judge: How the decisions of the model are judged; None: not at all.
        rollouts: The roll-outs of the review of a decision.
    """
    spec = describe(game, preset=preset, rules=rules)
    table = {
        "game": game,
        "opponents": opponents,
        "preset": preset,
        "rules": rules,
        "retries": retries,
        "fallback": fallback,
        "text": text,
        "max_steps": max_steps,
        "on_limit": on_limit,
        "judge": judge,
        "rollouts": rollouts,
    }
    samples = [
        Sample(
            id=f"{game}-{seed}",
            input=[ChatMessageSystem(content=system(spec.rules_text, AIMS["result"]))],
            metadata={"seed": seed, "table": table | {"seat": i % spec.seats if seat is None else seat}},
        )
        for i, seed in enumerate(range(first_seed, first_seed + games))
    ]
    return Task(dataset=samples, solver=play(memory), scorer=game_score())


@solver  # type: ignore[untyped-decorator]
def play(memory: Memory = "game") -> Solver:
    """Plays the game of a sample at a :class:`rummygym.text.TextEnv`."""
    choice("memory", memory, get_args(Memory))

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seat = state.metadata["table"]["seat"]
        with await run_sync(_deal, state.metadata) as table:
            counts = {"invalid_answers": 0, "fallbacks": 0}
            others: dict[int, list[ChatMessage]] = {}  # the conversations of other seats
            try:
                while (mover := table.seat) is not None:
                    chat = table.transcripts[mover].chat(memory)
                    rules = ChatMessageSystem(content=chat[0]["content"])
                    messages = state.messages if mover == seat else others.setdefault(mover, [rules])
                    if memory == "decision" and len(chat) == 2:
                        del messages[1:]
                    messages.append(ChatMessageUser(content=chat[-1]["content"]))
                    if mover == seat:
                        state = await generate(state)
                        turn = await run_sync(table.act, state.output.completion)
                        counts["invalid_answers"] += turn.invalid is not None
                        counts["fallbacks"] += turn.fallback
                    else:
                        output = await get_model(role="opponent").generate(messages)
                        messages.append(output.message)
                        await run_sync(table.act, output.completion)
            finally:  # a limit of Inspect may end the game
                state.store.set(END, table.score(seat) | counts)
        return state

    return solve


def _deal(metadata: dict[str, Any]) -> TextEnv:
    table = metadata["table"]
    table = TextEnv(**table | {"seat": table["seat"] if table["opponents"] else 0})
    table.reset(metadata["seed"])
    return table


@scorer(metrics={"*": [mean(), stderr()]})  # type: ignore[untyped-decorator]
def game_score() -> Scorer:
    """The result (1, -1 or 0), the points gained, and the numbers of invalid answers and of moves of the fallback agent.

    ``finished`` is 0 for a game that a limit of Inspect or ``max_steps`` ended, which is lost by default. With a judge ``mean_cost`` is
    the mean cost of the ``judged`` decisions.
    """

    async def score(state: TaskState, target: Target) -> Score:
        end = state.store.get(END)
        names = ("result", "gain", "forfeited", "invalid_answers", "fallbacks", "mean_cost", "judged")
        values = {name: float(end[name]) for name in names if name in end} | {
            "finished": float(end["ending"] != "truncated")
        }
        return Score(value=values, explanation=end["ending"])

    return score
