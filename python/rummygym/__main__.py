"""``python -m rummygym`` is the program ``rummygym``."""

from ._binary import main

if __name__ == "__main__":
    main()
