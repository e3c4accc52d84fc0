"""The sections of docs/clients.md whose libraries CI has; those of other environments are in tests/ray and tests/clients."""

import clientpage


def test_every_section_is_run_somewhere():
    assert list(clientpage.snippets()) == list(clientpage.SECTIONS)
    assert all(clientpage.snippets().values())


def test_minari(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    names = clientpage.run("Minari")
    assert len(names["endings"]) == 8
    assert set(names["endings"]) <= set(names["env"].unwrapped.table_spec.endings)


def test_no_other_section_runs_here():
    assert clientpage.of("pages") == ["Minari"]
