"""Files that are not datasets, or damaged ones, are errors that name the file."""

import hashlib
import json
import os
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import xxhash

from rummygym import datasets
from rummygym._seal import PLACEHOLDER, seal
from rummygym.datasets import shardfile


def test_files_that_are_not_datasets(recorded, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"rummygym.run\(.collect"):
        datasets.load(tmp_path / "nowhere")
    with pytest.raises(datasets.DatasetError, match=r"is not a dataset: it has no manifest\.json"):
        datasets.load(tmp_path)
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(datasets.DatasetError, match=r"ends with \.arrow"):
        datasets.load(tmp_path / "notes.txt")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(datasets.DatasetError, match="not written by"):
        datasets.load(tmp_path / "other.parquet")
    (tmp_path / "noise.arrow").write_bytes(b"noise" * 100)
    with pytest.raises(datasets.DatasetError, match="damaged"):
        datasets.load(tmp_path / "noise.arrow")
    for text, why in (
        ("{", "not JSON"),
        ('{"dataset": {"schema": 1}, "shards": []}', "the file is damaged"),
        (f'["{PLACEHOLDER}"]', "not the manifest"),
        (f'{{"digest": "{PLACEHOLDER}", "dataset": {{"schema": 1}}, "shards": []}}', "not the metadata"),
    ):
        (tmp_path / "manifest.json").write_bytes(seal(text.encode()))
        with pytest.raises(datasets.DatasetError, match=why):
            datasets.load(tmp_path)


@pytest.fixture
def copy(recorded, tmp_path):
    """A copy of a dataset, which a test may damage."""
    return shutil.copytree(recorded("indian"), tmp_path / "copy")


def test_unfinished(copy):
    (copy / "manifest.json").unlink()
    with pytest.raises(datasets.IncompleteDataset, match="resume=True"):
        datasets.load(copy)


def rewrite(folder, change):
    """Change the manifest of a folder as somebody who knows its digests would."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["digest"] = PLACEHOLDER
    change(manifest)
    (folder / "manifest.json").write_bytes(seal(json.dumps(manifest).encode()))


def test_damage(copy, recorded):
    data = datasets.load(copy)
    shard = data.files[1]
    whole = shard.read_bytes()

    shard.write_bytes(whole[:-100])
    with pytest.raises(datasets.DatasetError, match=f"{shard.name} has .* bytes and XXH3 .*: the manifest has"):
        data.to_arrow()
    shard.unlink()
    with pytest.raises(datasets.DatasetError, match=f"{shard.name} does not exist"):
        data.to_arrow()
    other = recorded("indian-cut") / "decisions" / "shard-00000.arrow"
    shutil.copy(other, shard)

    def adopt(m):
        s = m["shards"][1]
        m["bytes"] += shard.stat().st_size - s["bytes"]
        s["bytes"], s["xxh3"] = shard.stat().st_size, xxhash.xxh3_128_hexdigest(shard.read_bytes())

    rewrite(copy, adopt)
    with pytest.raises(datasets.DatasetError, match="of another dataset"):
        datasets.load(copy).to_arrow()
    rewrite(copy, lambda m: m["dataset"].update(schema=2))
    with pytest.raises(datasets.DatasetError, match="schema version 2 is not known: want 1"):
        datasets.load(copy)


def test_digests(copy, monkeypatch):
    """XXH3 is compared, as Go computes it; SHA-256 where nothing computes XXH3."""
    shards = datasets.load(copy).shards
    for s, path in zip(shards, datasets.load(copy).files, strict=True):
        assert s.xxh3 == xxhash.xxh3_128_hexdigest(path.read_bytes())
        assert s.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    path = datasets.load(copy).files[0]
    whole = path.read_bytes()
    damaged = whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:]

    def check(name):
        path.write_bytes(damaged)
        with pytest.raises(datasets.DatasetError, match=f"{path.name} has .* bytes and {name} "):
            datasets.load(copy).to_arrow()
        path.write_bytes(whole)
        assert datasets.load(copy).to_arrow().num_rows

    check("XXH3")
    with monkeypatch.context() as m:
        m.setattr(shardfile, "xxhash", None)
        check("SHA-256")
    rewrite(copy, lambda m: m["shards"][0].update(xxh3="abc"))
    with pytest.raises(datasets.DatasetError, match="shard 0: 'abc' is not an XXH3 of 32 hexadecimal digits"):
        datasets.load(copy)


def test_rows_are_counted(copy):
    def more(m):
        m["shards"][0]["rows"] += 1
        m["rows"] += 1

    rewrite(copy, more)
    with pytest.raises(datasets.DatasetError, match="rows: the manifest has"):
        datasets.load(copy).to_arrow()


@pytest.mark.parametrize("recipe", ["indian", "indian-stream", "indian-parquet"])
def test_no_reader_takes_damage(recorded, tmp_path, recipe):
    """A flipped bit, a cut, an insertion or an exchange of shards is found before a row is given out."""
    folder = shutil.copytree(recorded(recipe), tmp_path / "copy")
    shard, first = (datasets.load(folder).files[i] for i in (1, 0))
    whole = shard.read_bytes()
    half = len(whole) // 2
    damaged = [b"", whole[:half], whole[:half] + b"0" + whole[half:], whole + whole, first.read_bytes()]
    for at in range(0, len(whole), max(1, len(whole) // 25)):
        damaged.append(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    for contents in damaged:
        shard.write_bytes(contents)
        data = datasets.load(folder)
        given = []
        with pytest.raises(datasets.DatasetError, match=f"{shard.name} has"):
            given.extend(data.batches(["episode"]))
        assert sum(b.num_rows for b in given) in (0, data.shards[0].rows)
        with pytest.raises(datasets.DatasetError, match=f"{shard.name} has"):
            next(datasets.load(shard).batches(["episode"]))


def test_streams_cut_between_batches(recorded, tmp_path):
    """A stream without its last batches, but with its end, is cut: also without a manifest."""
    whole = recorded("indian-stream") / "decisions" / "shard-00000.arrows"
    with pa.ipc.open_stream(whole) as reader:
        batches = list(reader)
        alone = tmp_path / "alone.arrows"
        for n in range(len(batches) + 1):
            with pa.ipc.new_stream(alone, reader.schema) as writer:
                for b in batches[:n]:
                    writer.write_batch(b)
            if n == len(batches):
                assert datasets.load(alone).num_rows == sum(b.num_rows for b in batches)
            else:
                with pytest.raises(
                    datasets.DatasetError, match=r"alone\.arrows: the file ends after .* of 25 episodes"
                ):
                    datasets.load(alone)


def test_manifest_damage(copy):
    manifest = copy / "manifest.json"
    whole = manifest.read_bytes()
    for at in range(0, len(whole), 7):
        manifest.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 7)]) + whole[at + 1 :])
        with pytest.raises(datasets.DatasetError, match="manifest"):
            datasets.load(copy)
    manifest.write_bytes(whole)
    rewrite(copy, lambda m: m.pop("digest"))
    with pytest.raises(datasets.DatasetError, match="the file is damaged"):
        datasets.load(copy)
    rewrite(copy, lambda m: None)
    assert datasets.load(copy).to_arrow().num_rows == datasets.load(copy).num_rows


@pytest.mark.parametrize(
    "name",
    [
        "../shard-00001.arrow",
        "/tmp/a.arrow",
        "..\\a.arrow",
        "",
        "..",
        "a\x1b[2J.arrow",
        "decisions/shard-00000.arrow",
        "decisions/../shard-00001.arrow",
        "results/shard-00000.arrow",
    ],
)
def test_manifests_name_files_of_their_folder(copy, name):
    def rename(m):
        m["shards"][1]["file"] = name

    rewrite(copy, rename)
    with pytest.raises(datasets.DatasetError, match="shard 1: the file name") as e:
        datasets.load(copy)
    assert "\x1b" not in str(e.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s.pop("results"), "the file of its results is None"),
        (lambda s: s.update(file="shard-00001.arrow"), "the file name 'shard-00001.arrow' is"),
        (lambda s: s["results"].update(file="../results/shard-00001.arrow"), "the file of its results is"),
        (lambda s: s["results"].update(sha256="abc"), "'abc' is not a SHA-256"),
        (lambda s: s["results"].update(bytes=-1), "want numbers of at least 0"),
    ],
)
def test_manifests_with_wrong_results(copy, change, why):
    rewrite(copy, lambda m: change(m["shards"][1]))
    with pytest.raises(datasets.DatasetError, match=why):
        datasets.load(copy)


def test_manifests_without_digests(copy):
    def forget(m):
        m["shards"][1]["sha256"] = ""

    rewrite(copy, forget)
    with pytest.raises(datasets.DatasetError, match="is not a SHA-256"):
        datasets.load(copy)


def test_what_is_not_a_file(copy):
    shard = datasets.load(copy).files[0]
    shard.unlink()
    os.mkfifo(shard)
    with pytest.raises(datasets.DatasetError, match="not a regular file"):
        datasets.load(copy).to_arrow()
    (copy / "manifest.json").unlink()
    with pytest.raises(datasets.DatasetError, match="not a regular file"):
        datasets.load(shard)
    os.mkfifo(copy / "manifest.json")
    with pytest.raises(datasets.DatasetError, match="not a regular file"):
        datasets.load(copy)
