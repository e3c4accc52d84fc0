"""The games for verifiers: a taskset of seeds and an environment for one or two models.

``vf-eval rummygym-verifiers`` finds them by the module of the folder ``python/hub/prime``. It needs ``rummygym[verifiers]``.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import random
import ssl
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any, Literal

import httpx
import openai
import verifiers.v1 as vf
from pydantic import ConfigDict, Field
from verifiers.v1.dialects.chat import message_to_wire

from .._abi import ConfigError
from ..options import Game
from ..spec import describe
from .env import TextEnv
from .prompts import AIMS, system
from .transcript import Memory

__all__ = ["RummyData", "RummyEnv", "RummyEnvConfig", "RummyHarness", "RummyTask", "RummyTaskset", "RummyTasksetConfig"]

INFO = "rummygym"
"""The member of ``trace.info`` that has how the game ended."""

TABLE = (
    "game", "opponents", "preset", "rules", "retries", "fallback", "text", "max_steps", "on_limit", "reward", "judge", "rollouts",
)  # fmt: skip
"""The arguments of :class:`rummygym.text.TextEnv` that a taskset passes on."""


class RummyData(vf.TaskData):  # type: ignore[misc]
    """A game, and the seat of the player in it."""

    seat: int
    seed: int
    table: dict[str, Any]
    """The arguments of :class:`rummygym.text.TextEnv`, without ``seat``."""
    memory: Memory = "game"
    cost_weight: float = 0.0


class RummyTask(vf.Task[RummyData]):  # type: ignore[misc]
    """A game with its rewards. They are those of one seat, whose trace has the end of the game in ``info``."""

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the game can be dealt, with its rules and its opponents, and waits for a move: what ``vf-validate`` asks."""
        with await asyncio.to_thread(_deal, self.data) as table:
            return table.seat is not None or table.result is not None

    @vf.reward  # type: ignore[untyped-decorator]
    async def result(self, trace: vf.Trace) -> float:
        """The reward of :meth:`rummygym.text.TextEnv.score`."""
        return float(trace.info.get(INFO, {}).get("reward", 0))

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


class RummyMix(vf.BaseConfig):  # type: ignore[misc]
    """A table of a mix, such as ``{"weight": 3, "opponents": "simple", "preset": "classic"}``."""

    model_config = ConfigDict(extra="allow")
    weight: float = Field(1.0, gt=0)


class RummyTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which games are played, as ``--env.taskset.game`` and so on; :class:`rummygym.text.TextEnv` has the others."""

    game: Game = "gin"
    first_seed: int = 0
    opponents: str | None = "simple"
    """The agent at the other seats; None: models play all seats."""
    seat: int | None = None
    """With opponents, the seat of the model; None: the seats in turn, game by game."""
    preset: str | None = None
    rules: dict[str, int | str] = Field(default_factory=dict)
    retries: int = 2
    fallback: str | None = None
    text: dict[str, Any] = Field(default_factory=dict)
    max_steps: int = 0
    on_limit: Literal["forfeit", "value"] = "forfeit"
    reward: Literal["result", "gain"] = "result"
    judge: str | None = None
    rollouts: int = 600
    memory: Memory = "game"
    """What a model sees: all messages of its game, or the rules and those of this decision."""
    cost_weight: float = 0.0
    """With a judge, what a point of the mean cost of the player's decisions takes from the reward."""
    mix: list[RummyMix] = Field(default_factory=list)
    """Tables that the games are drawn from by their weights; each has fields that replace those above."""


class RummyTaskset(vf.Taskset[RummyTask, RummyTasksetConfig]):  # type: ignore[misc]
    """Games of rummy without end, one for each seed from the first one on."""

    INFINITE = True

    def load(self) -> Iterator[RummyTask]:
        """Yields the games."""
        c = self.config
        tables = [type(c).model_validate(c.model_dump() | {"mix": []} | (x.model_extra or {})) for x in c.mix] or [c]
        specs = [describe(t.game, preset=t.preset, rules=t.rules) for t in tables]
        for t in tables:
            if t.cost_weight and t.judge is None:
                raise ConfigError(
                    f"cost_weight is {t.cost_weight} without a judge, which says what decisions cost: name one"
                )
        weights = [x.weight for x in c.mix] or None
        for i in itertools.count():
            seed = c.first_seed + i
            [k] = random.Random(seed).choices(range(len(tables)), weights)
            t, spec = tables[k], specs[k]
            data = RummyData(
                name=f"{t.game}-{seed}",
                system_prompt=system(spec.rules_text, AIMS[t.reward]),
                seat=0 if t.opponents is None else i % spec.seats if t.seat is None else t.seat,
                seed=seed,
                table={name: getattr(t, name) for name in TABLE},
                memory=t.memory,
                cost_weight=t.cost_weight,
            )
            yield RummyTask(data, c.task)


class RummyEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The model at each seat. Traces have these names, so that a trainer can have a baseline for each seat."""

    player0: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    player1: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    player2: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    player3: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    player4: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    player5: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})


class RummyEnv(vf.Env[RummyEnvConfig]):  # type: ignore[misc]
    """Plays a game of :class:`rummygym.text.TextEnv`. Each model has a conversation, which is its trace."""

    async def run(self, task: RummyTask, agents: vf.Agents) -> None:
        """Plays the game of a task to its end, or until a limit of verifiers ends the conversation of a player."""
        data = task.data
        with await asyncio.to_thread(_deal, data) as table:
            async with AsyncExitStack() as stack:
                players, counts = {}, {}
                for seat in [data.seat] if data.table["opponents"] else range(table.spec.seats):
                    model = getattr(agents, f"player{seat}")
                    players[seat] = await stack.enter_async_context(model.interaction(task.with_data(seat=seat)))
                    counts[seat] = {"decisions": 0, "invalid_answers": 0, "fallbacks": 0}
                while (seat := table.seat) is not None:
                    chat = table.transcripts[seat].chat(data.memory)
                    answer = await players[seat].turn(chat if len(chat) == 2 else chat[-1:])
                    if answer.terminated:
                        await asyncio.to_thread(table.limit, seat)
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

    async def resume(self, *given: Any) -> vf.ProgramResult:
        """Continues the conversation, or begins another one, if the messages begin with the rules."""
        *launch, data, messages, _ = given
        if messages[0].role != "system":
            return await super().resume(*given)
        launch.append(data.model_copy(update={"prompt": messages[1:]}))
        return await self.launch(*launch)

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
