"""The program ``bezzel``."""

import signal
import sys

from bezzel import _bezzel


def main() -> int:
    """Do what the arguments ask; gives the exit code."""
    # the program looks after its signals, and a closed pipe, itself
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _bezzel.main(["bezzel", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
