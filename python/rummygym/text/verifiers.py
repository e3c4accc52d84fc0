"""The games for verifiers: a taskset of seeds and an environment for one or two models.

``vf-eval rummygym-verifiers`` finds them by the module ``rummygym_verifiers``. It needs ``rummygym[verifiers]``.
"""

from __future__ import annotations

import asyncio
import functools
import ssl
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import openai
import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.dialects.chat import message_to_wire

from .._abi import ConfigError
from ..spec import describe
from .env import TextEnv
from .prompts import system

__all__ = ["RummyData", "RummyEnv", "RummyEnvConfig", "RummyHarness", "RummyTask", "RummyTaskset", "RummyTasksetConfig"]

INFO = "rummygym"
"""The member of ``trace.info`` that has how the game ended."""


class RummyData(vf.TaskData):  # type: ignore[misc]
    """A game, and the seat of the player in it."""

    seat: int
    seed: int
    table: dict[str, Any]
    """The arguments of :class:`rummygym.text.TextEnv`, without ``seat``."""
    cost_weight: float = 0.0


class RummyTask(vf.Task[RummyData]):  # type: ignore[misc]
    """A game with its rewards. They are those of one seat, whose trace has the end of the game in ``info``."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def result(self, trace: vf.Trace) -> float:
        """1 for a gain, -1 for a loss, and 0."""
        return float(trace.info.get(INFO, {}).get("result", 0))

    @vf.reward  # type: ignore[untyped-decorator]
    async def decisions(self, trace: vf.Trace) -> float:
        """Minus the mean cost of the decisions, times ``cost_weight``; 0 without a judge."""
        weight: float = self.data.cost_weight
        return 0.0 - weight * float(trace.info.get(INFO, {}).get("mean_cost", 0))

    @vf.metric  # type: ignore[untyped-decorator]
    async def counts(self, trace: vf.Trace) -> dict[str, float]:
        """The points gained, the numbers of decisions, invalid answers and moves of the fallback agent, and the mean cost."""
        info = trace.info.get(INFO, {})
        names = ("gain", "decisions", "invalid_answers", "fallbacks", "forfeited", "mean_cost", "judged")
        return {name: float(info[name]) for name in names if name in info}


class RummyTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which games are played, as ``--env.taskset.game`` and so on; :class:`rummygym.text.TextEnv` has the others."""

    game: str = "gin"
    first_seed: int = 0
    games: int = 100
    """The number of games, one for each seed."""
    opponents: str | None = "simple"
    """The agent at the other seats; None: the model ``opponent`` plays the other seat."""
    seat: int | None = None
    """The player's seat; None: the seats in turn, game by game."""
    preset: str | None = None
    rules: dict[str, int | str] = Field(default_factory=dict)
    retries: int = 2
    fallback: str | None = None
    text: dict[str, Any] = Field(default_factory=dict)
    max_steps: int = 0
    judge: str | None = None
    rollouts: int = 600
    cost_weight: float = 0.0
    """With a judge, what a point of the mean cost of the player's decisions takes from the reward."""


class RummyTaskset(vf.Taskset[RummyTask, RummyTasksetConfig]):  # type: ignore[misc]
    """Games of rummy, one for each seed."""

    def load(self) -> Iterator[RummyTask]:
        """Yields the games."""
        c = self.config
        spec = describe(c.game, preset=c.preset, rules=c.rules)
        if c.cost_weight and c.judge is None:
            raise ConfigError(
                f"cost_weight is {c.cost_weight} without a judge, which says what decisions cost: name one"
            )
        if c.opponents is None and spec.seats != 2:
            raise ConfigError(
                f"opponents is None at a table of {spec.seats} seats: name an agent, or play with 2 seats"
            )
        names = (
            "game",
            "opponents",
            "preset",
            "rules",
            "retries",
            "fallback",
            "text",
            "max_steps",
            "judge",
            "rollouts",
        )
        table = {name: getattr(c, name) for name in names}
        for i in range(c.games):
            seed = c.first_seed + i
            seat = i % spec.seats if c.seat is None else c.seat
            data = RummyData(
                name=f"{c.game}-{seed}",
                system_prompt=system(spec.rules_text),
                seat=seat,
                seed=seed,
                table=table,
                cost_weight=c.cost_weight,
            )
            yield RummyTask(data, c.task)


class RummyEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The models: ``player``, and ``opponent`` where no agent has the other seat."""

    player: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    opponent: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})


class RummyEnv(vf.Env[RummyEnvConfig]):  # type: ignore[misc]
    """Plays a game of :class:`rummygym.text.TextEnv`. Each model has a conversation, which is its trace."""

    async def run(self, task: RummyTask, agents: vf.Agents) -> None:
        """Plays the game of a task to its end, or until a limit of verifiers ends the conversation of a player."""
        data = task.data
        with await asyncio.to_thread(_deal, data) as table:
            async with AsyncExitStack() as stack:
                models = {data.seat: agents.player}
                if data.table["opponents"] is None:
                    models[1 - data.seat] = agents.opponent
                players, counts = {}, {}
                for seat, model in models.items():
                    players[seat] = await stack.enter_async_context(model.interaction(task.with_data(seat=seat)))
                    counts[seat] = {"decisions": 0, "invalid_answers": 0, "fallbacks": 0}
                while (seat := table.seat) is not None:
                    answer = await players[seat].turn(table.transcripts[seat].messages[-1]["content"])
                    if answer.terminated:
                        break
                    turn = await asyncio.to_thread(table.act, answer.last_reply)
                    counts[seat]["decisions"] += turn.move is not None or table.seat is None
                    counts[seat]["invalid_answers"] += turn.invalid is not None
                    counts[seat]["fallbacks"] += turn.fallback
                for seat, player in players.items():  # before they are closed, which computes the rewards
                    player.trace.info[INFO] = counts[seat] | table.score(seat)


def _deal(data: RummyData) -> TextEnv:
    table = TextEnv(**data.table, seat=data.seat if data.table["opponents"] else 0)
    table.reset(data.seed)
    return table


class RummyHarness(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc]
    """Asks the model for the next message, in this process: there are no tools."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Sends the conversation to verifiers, which passes it to the model and has the answer."""
        rules, messages = self.resolve_prompt(data)
        chat = [{"role": "system", "content": rules}, *map(message_to_wire, messages)]
        http = httpx.AsyncClient(verify=_tls(), timeout=openai.DEFAULT_TIMEOUT)
        async with openai.AsyncOpenAI(base_url=endpoint, api_key=secret, http_client=http) as client:
            try:  # not client.chat.completions.create, which looks at each message of the conversation at each decision
                body = {"model": ctx.model, "messages": chat}
                await client.post("/chat/completions", body=body, cast_to=httpx.Response)
            except openai.APIError as e:  # verifiers knows whether it was a limit that it set
                return vf.ProgramResult(exit_code=1, stdout="", stderr=str(e))
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


@functools.cache
def _tls() -> ssl.SSLContext:
    """Reads the certificates of this machine once: it takes longer than a decision."""
    return ssl.create_default_context()
