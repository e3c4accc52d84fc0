"""``python -m rummygym`` is the program ``rummygym``."""

from rummygym_program import main

if __name__ == "__main__":
    main()
