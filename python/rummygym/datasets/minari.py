"""Converts datasets for the Minari library, in its hdf5 or arrow format."""

from __future__ import annotations

import copy
import shutil
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rummygym._libraries import need
from rummygym.datasets.dataset import Dataset
from rummygym.datasets.episode import Episode
from rummygym.datasets.errors import DatasetError
from rummygym.datasets.metadata import Metadata
from rummygym.datasets.spaces import action_space, check_kind, observation_space

if TYPE_CHECKING:
    import minari

STORAGES = {"hdf5": "h5py", "arrow": "pyarrow"}
"""Storage formats of Minari, and the library that each needs."""


def to_minari(
    dataset: Dataset,
    dataset_id: str,
    *,
    storage: str = "hdf5",
    seat: int | None = None,
    agent: str | None = None,
    observation: str = "flat",
    fields: Sequence[str] | None = None,
    action_mask: str = "infos",
    final: str = "recorded",
    author: str | None = None,
    author_email: str | None = None,
    code_permalink: str | None = None,
    description: str | None = None,
) -> minari.MinariDataset:
    """Write a Minari dataset and return it. ``minari.load_dataset(dataset_id)`` loads it later.

    An episode is one player's part of one game. ``seat`` and ``agent`` select episodes. The
    spaces are those of :func:`observation_space` for ``observation`` (``flat`` or ``dict``)
    and ``fields``.

    :param dataset_id: such as ``rummygym/indian/mindist-v0``. Minari stores it in a folder of
        ``MINARI_DATASETS_PATH``.
    :param storage: ``hdf5``, or ``arrow``, for which Minari writes one folder and file per episode.
    :param action_mask: ``infos`` stores the masks in ``infos["action_mask"]``, bool [N + 1, A].
        ``observations`` makes the observation a Dict of ``observation`` and ``action_mask``,
        int8, as in PettingZoo.
    :param final: Minari needs N + 1 observations for N actions. ``recorded`` uses the ones
        that ``rummygym collect --final rows`` wrote, and raises :class:`DatasetError` without them.
        ``repeated`` repeats the last observation, which is correct for learners that ignore the
        observation after a terminated step, and wrong for truncated games.
    :param author: like the three parameters after it, stored in Minari's metadata.

    ``infos["probability"]`` is the probability of the action taken, NaN in the last row. The metadata of an
    episode are its game, seat, agent, seed, deal, winner, ending, gain and rounds. The metadata of the
    dataset are :attr:`Metadata.json`, under the key ``rummygym``.

    An episode of Minari has at least one step, so a player that never moved has none here. The results of all
    seats of all games are in ``results.parquet`` beside the episodes:
    ``pandas.read_parquet(minari_dataset.storage.data_path / "results.parquet")``. Compute means over games
    only from this file.

    With all fields, Minari's ``recover_environment()`` returns an environment with these spaces and rules. If
    one environment can play all these games (for this, one agent must be selected, or only equal agents),
    this environment is returned, and ``reset(seed=run_seed, options={"episode": deal})`` deals an episode of
    the dataset again. Otherwise the opponents are the agents after the first.

    Episodes are streamed: memory does not grow with the dataset. If an error occurs, no files
    remain.
    """
    lib = need("minari", "to_minari", '"./python[minari]"')
    if storage not in STORAGES:
        raise ValueError(f"storage is {storage!r}: want 'hdf5' or 'arrow'")
    need(STORAGES[storage], f"Minari's {storage} storage", STORAGES[storage])
    check_kind(observation)
    if action_mask not in ("infos", "observations"):
        raise ValueError(f"action_mask is {action_mask!r}: want 'infos' or 'observations'")
    if final not in ("recorded", "repeated"):
        raise ValueError(f"final is {final!r}: want 'recorded' or 'repeated'")
    meta = dataset.metadata
    if final == "recorded" and meta.final == "none":
        raise DatasetError(
            f"{dataset.path} has no observations after the last actions, but Minari needs one per episode: "
            'rummygym.run("collect", …) writes them with final="rows", or use final="repeated"'
        )
    layout = meta.select(fields)
    dataset.check_player(seat, agent)
    space: Any = observation_space(layout, observation)
    if action_mask == "observations":
        from gymnasium import spaces

        space = spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (meta.actions,), np.int8)})

    about: list[dict[str, Any]] = []

    def buffers() -> Iterator[Any]:
        for e in dataset.episodes(
            seat=seat, agent=agent, observation=observation, fields=fields, moved_only=True
        ):
            observations, masks = _with_last(e)
            # A list, because Minari 0.5.4 cannot read arrays of one dimension from its arrow files.
            infos: dict[str, Any] = {"probability": [*e.probabilities.tolist(), float("nan")]}
            if action_mask == "infos":
                infos["action_mask"] = masks
            else:
                observations = {"observation": observations, "action_mask": masks.astype(np.int8)}
            about.append(_about(e))
            yield lib.data_collector.EpisodeBuffer(
                observations=observations,
                actions=e.actions,
                rewards=e.rewards,
                terminations=e.terminations,
                truncations=e.truncations,
                infos=infos,
            )

    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.storage.datasets_root_dir import get_dataset_path

    try:
        parse_dataset_id(dataset_id)
    except (TypeError, ValueError) as e:  # a TypeError for one without a version
        raise ValueError(f"dataset_id is {dataset_id!r}: want the form of 'rummygym/indian/mindist-v0'") from e
    folder = get_dataset_path(dataset_id)
    if folder.exists():
        raise DatasetError(f"Minari dataset {dataset_id!r} exists in {folder}: minari.delete_dataset deletes it")
    try:
        with warnings.catch_warnings():
            # Warnings about optional metadata.
            warnings.filterwarnings("ignore", message=r"`\w+` is set to None", category=UserWarning)
            warnings.filterwarnings("ignore", message="env_spec is None", category=UserWarning)
            made = lib.create_dataset_from_buffers(
                dataset_id,
                [],
                observation_space=space,
                action_space=action_space(meta.actions),
                algorithm_name=agent or ", ".join(meta.agents),
                author=author,
                author_email=author_email,
                code_permalink=code_permalink,
                description=description
                or f"{meta.env}, games between {', '.join(meta.agents)}, recorded by {meta.generator}",
                data_format=storage,
            )
        # Minari sums the sizes of all files after each episode, which dominates the time
        # for thousands of episodes. Switch it off meanwhile.
        made.storage.get_size = lambda: 0.0
        made.storage.update_episodes(buffers())
        del made.storage.get_size
        if not about:
            raise DatasetError(f"{dataset.path} has no decision of {_selected(seat, agent)}: there is nothing to write")
        made.storage.update_episode_metadata(about)
        parquet = need("pyarrow.parquet", "to_minari", '"./python[datasets]"')
        parquet.write_table(dataset.results.to_arrow(), made.storage.data_path / "results.parquet")
        texts: dict[str, Any] = {"rummygym": dict(meta.json)}
        if fields is None:
            run = meta.runs[0]
            options = environment_options(meta, seat, agent) or {"opponents": run.agents[1:], "max_steps": run.max_steps}
            if action_mask == "observations":
                options["masked"] = "observation"
            texts |= {"env_spec": _env_spec(meta, options, observation), "requirements": ["rummygym"]}
        made.storage.update_metadata(texts)
        return lib.load_dataset(dataset_id)  # again, for the specification of the environment
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def environment_options(meta: Metadata, seat: int | None, agent: str | None) -> dict[str, Any] | None:
    """Return the options of the environment in which a learner replaces the selected player.

    None if the selected episodes differ in opponents, seats or step limits.
    """
    found = []
    for run in meta.runs:
        for a, name in enumerate(run.agents):
            if (agent is not None and name != agent) or (run.seating == "fixed" and seat not in (None, a)):
                continue
            # With rotating seats, the seats after a player's still have the next agents of the list.
            options: dict[str, Any] = {"opponents": [*run.agents[a + 1 :], *run.agents[:a]], "max_steps": run.max_steps}
            if seat is not None or run.seating == "fixed":
                options |= {"seat": a if seat is None else seat, "seating": "fixed"}
            elif meta.seats == 2:
                options |= {"seat": a, "seating": "alternating"}
            else:
                return None  # seats alternate forward in the environment, but rotate backward in the dataset
            found.append(options)
    if agent is None and all(len(set(run.agents)) == 1 for run in meta.runs):
        found = found[:1] if all(f["opponents"] == found[0]["opponents"] for f in found) else []
    return found[0] if found and all(f == found[0] for f in found) else None


def _env_spec(meta: Metadata, options: dict[str, Any], observation: str) -> str:
    """Return the specification of the environment as Gymnasium's JSON."""
    import gymnasium

    spec = copy.deepcopy(gymnasium.spec("rummygym/" + meta.env))
    spec.kwargs = {"rules": dict(meta.rules), "fields": meta.fields, "observation": observation, **options}
    return spec.to_json()


def _with_last(e: Episode) -> tuple[Any, np.ndarray]:
    """Return N + 1 observations and masks.

    If the last ones were not recorded, they are the last observation again and an empty mask.
    """
    if e.has_final:
        return e.observations, e.masks
    if isinstance(e.observations, dict):
        observations: Any = {k: np.concatenate([v, v[-1:]]) for k, v in e.observations.items()}
    else:
        observations = np.concatenate([e.observations, e.observations[-1:]])
    return observations, np.concatenate([e.masks, np.zeros_like(e.masks[-1:])])


def _about(e: Episode) -> dict[str, Any]:
    """Return the metadata of an episode for Minari."""
    return {
        "game": e.number,
        "seat": e.seat,
        "agent": e.agent,
        "run_seed": e.seed,
        "deal": e.deal,
        "winner": e.winner,
        "ending": e.ending,
        "gain": e.gain,
        "rounds": e.rounds,
    }


def _selected(seat: int | None, agent: str | None) -> str:
    """Return the words for the selected players."""
    words = [f"seat {seat}"] if seat is not None else []
    words += [f"agent {agent}"] if agent is not None else []
    return " and ".join(words) or "any player"
