"""Ray Data, Dask and DuckDB read datasets with masks and observations as tensors, also from an object store."""

import subprocess

import boto3
import duckdb
import numpy as np
import pytest
import ray
from moto.server import ThreadedMotoServer

from rummygym import datasets

COLUMNS = ["episode", "action", "agent", "mask", "obs_hand", "obs_taken"]


@pytest.fixture(scope="module")
def folders(binary, tmp_path_factory):
    """The folders of the same games in all formats."""
    folder = tmp_path_factory.mktemp("reading")
    command = [
        binary,
        "collect",
        "--agents",
        "min-dist,random",
        "--games",
        "40",
        "--shard-games",
        "15",
        "--final",
        "rows",
    ]
    subprocess.run([*command, "--out", folder / "arrow"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def want(folders):
    """The columns, by way of Python objects."""
    table = datasets.load(folders / "arrow").to_arrow(COLUMNS)
    return {name: np.array(table.column(name).to_pylist()) for name in COLUMNS}


def same(got, want):
    assert set(got) == set(want)
    for name, array in got.items():
        assert name == "agent" or array.dtype != object, name
        assert len(array) == len(want[name]) > 100
        assert np.array_equal(np.asarray(array).reshape(want[name].shape), want[name]), name
    assert got["mask"].shape[1:] == want["mask"].shape[1:] and got["mask"].dtype == bool
    assert got["obs_taken"].shape[1:] == (1, 53)


def test_tensors_and_dask(folders, want):
    data = datasets.load(folders / "arrow")
    same(datasets.tensors(data.to_arrow(COLUMNS)), want)
    arrays = data.to_dask(COLUMNS)
    assert arrays["mask"].numblocks == (3, 1)
    same({name: array.compute() for name, array in arrays.items()}, want)
    assert arrays["obs_hand"].sum(axis=1).max().compute() == want["obs_hand"].sum(axis=1).max()


def test_duckdb(folders, want, tmp_path):
    data = datasets.load(folders / "arrow")
    found = duckdb.from_arrow(data.reader(COLUMNS)).filter("action < 65535").project("mask, action").to_arrow_table()
    kept = want["action"] < 65535
    assert np.array_equal(datasets.tensors(found)["mask"], want["mask"][kept])
    files, size = f"{datasets.to_hugging_face(data, tmp_path / 'hub')}/data/*.parquet", want["mask"].shape[1]
    found = duckdb.sql(f"select mask::BOOLEAN[{size}] as mask from read_parquet('{files}')").to_arrow_table()
    assert np.array_equal(datasets.tensors(found)["mask"], want["mask"])


@pytest.fixture(scope="module")
def bucket(folders):
    """The address of the folders in an object store."""
    server = ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        store = boto3.client("s3")
        store.create_bucket(Bucket="games")
        for file in folders.rglob("*.*"):
            store.upload_file(str(file), "games", file.relative_to(folders).as_posix())
        yield "s3://games"
    server.stop()


@pytest.fixture(scope="module")
def cluster(bucket):  # whose workers get the variables of the bucket
    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    yield
    ray.shutdown()


def test_object_store(bucket, want):
    data = datasets.load(f"{bucket}/arrow")
    same(datasets.tensors(data.to_arrow(COLUMNS)), want)
    assert data.num_episodes == 40 and str(data.files[1]).startswith(f"{bucket}/arrow/")


def test_damage_in_an_object_store(bucket):
    store = boto3.client("s3")
    shard = datasets.load(f"{bucket}/arrow").shards[1].file
    whole = store.get_object(Bucket="games", Key=f"arrow/{shard}")["Body"].read()
    for key, body in {shard: whole[:-9] + b"?" + whole[-8:], "manifest.json": None}.items():
        names = (f.file for s in datasets.load(f"{bucket}/arrow").shards for f in (s, s.results))
        for name in ("manifest.json", *names):
            store.copy_object(Bucket="games", Key=f"damaged/{name}", CopySource=f"games/arrow/{name}")
        if body is None:
            store.delete_object(Bucket="games", Key=f"damaged/{key}")
            with pytest.raises(datasets.IncompleteDataset, match=r"s3://games/damaged has no manifest\.json"):
                datasets.load(f"{bucket}/damaged")
        else:
            store.put_object(Bucket="games", Key=f"damaged/{key}", Body=body)
            with pytest.raises(datasets.DatasetError, match=f"s3://games/damaged/{shard} has .* bytes and SHA-256"):
                datasets.load(f"{bucket}/damaged").to_arrow()
    with pytest.raises(FileNotFoundError, match="s3://games/none does not exist"):
        datasets.load(f"{bucket}/none")


def test_ray_data(cluster, folders, bucket, want):
    for address in (folders / "arrow", f"{bucket}/arrow"):
        rows = datasets.load(address).to_ray(COLUMNS)
        batches = list(rows.iter_batches(batch_format="numpy", batch_size=None))
        same({name: np.concatenate([b[name] for b in batches]) for name in COLUMNS}, want)
    kept = datasets.load(folders / "arrow").to_ray(["mask"], decisions_only=True).count()
    assert kept == (want["action"] < 65535).sum()
