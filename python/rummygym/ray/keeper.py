"""A program that removes a temporary folder when its owner has ended, for whatever reason.

:class:`rummygym.ray.scratch.Scratch` starts it as a script, with the folder and the number of an open
file of the folder, whose lock says that the folder is in use. Standard input is a pipe from the owner.
A line with the number of a process says that the owner has started it, and with the negative number
that it has ended. At the end of the pipe the keeper kills what is left, with all its children, and
removes the folder; the end of standard output says that it has.
"""

import contextlib
import os
import shutil
import signal
import sys
import time


def main() -> None:
    folder = sys.argv[1]
    if os.fork():  # not a child of the owner, because Ray may kill the children of a worker
        os._exit(0)
    os.setsid()
    running = set()
    for line in sys.stdin.buffer:
        number = int(line)
        if number > 0:
            running.add(number)
        else:
            running.discard(-number)
    for number in running:
        with contextlib.suppress(OSError):
            os.killpg(number, signal.SIGKILL)
    for _ in range(100):  # a process that has not ended yet may still write
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            return
        time.sleep(0.1)


if __name__ == "__main__":
    main()
