"""The command `ripstop`."""

import sys

from ._ripstop import command


def main() -> None:
    """Executes the command with the arguments of the process."""
    sys.stdout.flush()
    sys.exit(command(["ripstop", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
