"""A notebook shows the replay page of a dataset in a frame."""

from rummygym import datasets

from .tables import run, snapshot


def test_frame_of_a_notebook(visit, dataset, written, tmp_path):
    shown = datasets.load(dataset("indian-two")).show(0)
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!doctype html><title>Notebook</title>{shown._repr_html_()}")
    outer = visit(notebook)
    (frame,) = outer.main_frame.child_frames
    frame.locator(".events a").nth(3).click()
    assert snapshot(frame)["at"] == 3
    outer.keyboard.press("ArrowRight")  # goes to the frame, where the click was
    assert snapshot(frame)["at"] == 4
    assert run(frame) == run(visit(written("indian-two")))
    frame.get_by_label("Colours").select_option("Dark")  # nothing can be kept here
    assert frame.evaluate("document.documentElement.dataset.scheme") == "dark"
    assert outer.url == notebook.as_uri()
