"""Files that are not datasets, or damaged ones, are errors that name the file."""

import hashlib
import json
import os
import shutil

import pytest

from rummygym import datasets


def test_files_that_are_not_datasets(recorded, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"rummygym.run\(.collect"):
        datasets.load(tmp_path / "nowhere")
    with pytest.raises(datasets.DatasetError, match=r"is not a dataset: it has no manifest\.json"):
        datasets.load(tmp_path)
    (tmp_path / "notes.txt").write_text("hello")
    for file in (tmp_path / "notes.txt", recorded("indian") / "decisions" / "shard-00000.arrow"):
        with pytest.raises(datasets.DatasetError, match="want a folder that rummygym collect wrote"):
            datasets.load(file)
    for text, why in (("{", "not JSON"), ("[]", "not the manifest"), ('{"dataset": {"schema": 1}, "shards": []}', "not the metadata")):
        (tmp_path / "manifest.json").write_text(text)
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
    """Change the manifest of a folder."""
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_damage(copy, recorded):
    data = datasets.load(copy)
    shard = data.files[1]
    whole = shard.read_bytes()

    shard.write_bytes(whole[:-100])
    with pytest.raises(datasets.DatasetError, match=f"{shard.name} has .* bytes and SHA-256 .*: the manifest has"):
        data.to_arrow()
    shard.unlink()
    with pytest.raises(datasets.DatasetError, match=f"{shard.name} does not exist"):
        data.to_arrow()
    other = recorded("indian-cut") / "decisions" / "shard-00000.arrow"
    shutil.copy(other, shard)

    def adopt(m):
        s = m["shards"][1]
        m["bytes"] += shard.stat().st_size - s["bytes"]
        s["bytes"], s["sha256"] = shard.stat().st_size, hashlib.sha256(shard.read_bytes()).hexdigest()

    rewrite(copy, adopt)
    with pytest.raises(datasets.DatasetError, match="of another dataset"):
        datasets.load(copy).to_arrow()
    rewrite(copy, lambda m: m["dataset"].update(schema=2))
    with pytest.raises(datasets.DatasetError, match="schema version 2 is not known: want 1"):
        datasets.load(copy)


def test_rows_are_counted(copy):
    def more(m):
        m["shards"][0]["rows"] += 1
        m["rows"] += 1

    rewrite(copy, more)
    with pytest.raises(datasets.DatasetError, match="rows: the manifest has"):
        datasets.load(copy).to_arrow()


@pytest.mark.parametrize("recipe", ["indian", "indian-plain"])
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


def test_manifest_damage(copy):
    """A flipped bit of the manifest is found, there or in the shards, or changes nothing that is read."""
    manifest = copy / "manifest.json"
    whole, rows = manifest.read_bytes(), datasets.load(copy).to_arrow(["episode", "action", "agent"])
    for at in range(0, len(whole), 29):
        manifest.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 7)]) + whole[at + 1 :])
        read, error = rows, str(copy)
        try:
            read = datasets.load(copy).to_arrow(["episode", "action", "agent"])
        except datasets.DatasetError as e:
            error = str(e)
        assert read.equals(rows)
        assert str(copy) in error


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
        (lambda s: s.pop("results"), "not the manifest of a rummygym dataset"),
        (lambda s: s.update(file="shard-00001.arrow"), "the file name 'shard-00001.arrow' is"),
        (lambda s: s["results"].update(file="../results/shard-00001.arrow"), "not the manifest of a rummygym dataset"),
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
    os.mkfifo(copy / "manifest.json")
    with pytest.raises(datasets.DatasetError, match="not a regular file"):
        datasets.load(copy)
