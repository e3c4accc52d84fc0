"""The C ABI: wrong pointers and lengths, and a C program that plays a game."""

import ctypes
import shutil
import subprocess
import textwrap
from ctypes import byref, c_int64, c_void_p

import numpy as np
import pytest

from rummygym import Tables, _abi

CONFIG = b'{"game":"gin","num_envs":2}'


@pytest.fixture
def handle():
    h = _abi.number("open", CONFIG.decode())
    yield h
    _abi.call("close", h)


def call(name, *arguments):
    """Call the library directly, and return the status and the message of the error."""
    text = c_void_p()
    library = _abi._library()
    status = getattr(library, f"rummygym_{name}")(*arguments, byref(text))
    words = ctypes.string_at(text).decode() if text else ""
    library.rummygym_free(text)
    return status, words


def test_null_and_negative_arguments_are_refused(handle):
    out, n = c_void_p(), c_int64()
    with Tables("gin", num_envs=2) as t:
        t.reset(seed=1)
        good = ctypes.addressof(t._arrays)
        actions = t.masks.argmax(axis=1)
        at = actions.ctypes.data
        runs = np.zeros(6, np.uint64)
        assert call("reset", handle, runs.ctypes.data, 6, None, 0, good) == (_abi.OK, "")
        for name, arguments in {
            "files": (None,),
            "describe": (None, byref(out)),
            "open": (None, byref(n)),
            "reset": (handle, runs.ctypes.data, 6, None, 0, None),
            "step": (handle, None, 2, None, 0, good),
            "deal": (handle, 0, None, 0, good),
            "redeal": (handle, 0, 0, 1, None),
            "measure": (None, None, 0, None, 0, None, 0),
            "evaluate": (None, None, 0, byref(out)),
            "call": (None, byref(out)),
            "observe": (handle, 0, 0, None, t.spec.size),
            "show": (handle, 0, 0, None),
            "answer": (handle, 0, None, byref(out)),
            "save": (handle, None, None),
            "load": (handle, None, 5, good),
        }.items():
            status, words = call(name, *arguments)
            assert status == _abi.INVALID, name
            assert "NULL" in words, name
        for arguments in ((at, -52, None, 0, at, 1), (at, 52, None, 1, at, 1), (at, 52, None, 0, None, 1)):
            assert call("measure", b"deadwood", *arguments)[0] == _abi.INVALID
        for arguments in (
            (handle, at, -1, None, 0, good),
            (handle, at, 2**62, None, 0, good),
            (handle, at, 2, at, -5, good),
            (handle, at, 2, None, 7, good),
        ):
            assert call("step", *arguments)[0] == _abi.INVALID
        for name in _abi.ARRAYS:
            for length in (-1, 1, 2**40):
                bad = _abi.Arrays.from_buffer_copy(t._arrays)
                setattr(bad, f"{name}_len", length)
                status, words = call("step", handle, at, 2, None, 0, ctypes.addressof(bad))
                assert status == _abi.INVALID, name
                assert name in words
        assert call("step", handle, at, 2, None, 0, good) == (_abi.OK, "")


def test_unknown_handles_are_refused():
    for h in (0, -1, 2**62):
        status, words = call("save", h, byref(c_void_p()), byref(c_int64()))
        assert status == _abi.CLOSED
        assert "no handle" in words
    h = _abi.number("open", CONFIG.decode())
    assert call("close", h) == (_abi.OK, "")
    assert call("close", h)[0] == _abi.CLOSED
    assert _abi._library().rummygym_close(h, None) == _abi.CLOSED  # without a place for the message


def test_text_that_is_not_utf8_is_refused():
    status, words = call("open", b'{"game":"\xff\xfe"}', byref(c_int64()))
    assert status == _abi.INVALID
    assert words


PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rummygym.h"

#define MUST(call) do { char *e = NULL; if ((call) != RUMMYGYM_OK) { fprintf(stderr, "%s\n", e ? e : "?"); return 1; } } while (0)

enum { N = 3, A = 241, P = 2 };
static int8_t masks[N * A], players[N];
static float rewards[N * P];
static uint8_t terminated[N], truncated[N];

int main(void) {
  char *e = NULL;
  int64_t tables = 0;
  rummygym_arrays arrays;
  memset(&arrays, 0, sizeof arrays);
  arrays.masks = masks; arrays.masks_len = N * A;
  arrays.rewards = rewards; arrays.rewards_len = N * P;
  arrays.terminated = terminated; arrays.terminated_len = N;
  arrays.truncated = truncated; arrays.truncated_len = N;
  arrays.players = players; arrays.players_len = N;
  if (rummygym_abi() != RUMMYGYM_ABI) return 2;
  if (rummygym_open("{\"game\":\"golf\"}", &tables, &e) != RUMMYGYM_INVALID || !e) return 3;
  rummygym_free(e);
  MUST(rummygym_open("{\"game\":\"gin\",\"num_envs\":3,\"fields\":\"none\"}", &tables, &e));
  const uint64_t runs[N * 3] = {1, 0, 3, 1, 1, 3, 1, 2, 3};
  MUST(rummygym_reset(tables, runs, N * 3, NULL, 0, &arrays, &e));
  int ended = 0, sum = 0;
  for (int step = 0; step < 400; step++) {
    int64_t actions[N];
    for (int i = 0; i < N; i++) {
      actions[i] = -1;
      for (int a = 0; a < A; a++) if (masks[i * A + a]) { actions[i] = a; break; }
    }
    MUST(rummygym_step(tables, actions, N, NULL, 0, &arrays, &e));
    for (int i = 0; i < N; i++) { ended += terminated[i]; sum += (int)(rewards[2 * i] + rewards[2 * i + 1]); }
  }
  MUST(rummygym_close(tables, &e));
  printf("%d %d\n", ended > 0, sum);
  return 0;
}
"""


@pytest.mark.skipif(shutil.which("cc") is None or shutil.which("c++") is None, reason="needs a C and a C++ compiler")
def test_a_program_in_c(tmp_path):
    """The library conforms to the header, which is valid C and C++."""
    library, header = _abi.path(), _abi.path().with_name("rummygym.h")
    if not header.exists():
        pytest.skip("there is no header beside the library of RUMMYGYM_LIBRARY")
    source, program = tmp_path / "play.c", tmp_path / "play"
    source.write_text(textwrap.dedent(PROGRAM))
    warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{header.parent}"]
    subprocess.run(
        ["cc", "-std=c11", *warnings, "-o", program, source, library, f"-Wl,-rpath,{library.parent}"], check=True
    )
    done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 0\n", "")
    for language in ("c++", "c"):
        subprocess.run(
            [
                "c++" if language == "c++" else "cc",
                "-fsyntax-only",
                *warnings,
                "-Wno-pragma-once-outside-header",
                "-x",
                language,
                header,
            ],
            check=True,
        )
