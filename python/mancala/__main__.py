"""The program ``mancala``, as ``python -m mancala`` and as the command that the package installs."""

import sys

from ._mancala import run_program


def main() -> int:
    return run_program(["mancala", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
